-- A user may begin anew (sandbox): the row of the player loses its user id and another row gets it. The events of the new
-- one are numbered on from where those of the one before ended, for webhooks and streams count a user's events.
alter table players add column seq_base bigint not null default 0;

-- The bets of players who have lost their user id: their keys are free again. Kept for the verification of the ledger.
create table past_bets (
  tenant_id uuid not null,
  player_id uuid not null,
  external_bet_id text not null,
  standing text not null,
  state json not null,
  primary key (tenant_id, player_id, external_bet_id)
);
