-- Statements of operators, while they are compared with the books. Nothing here outlives its request, and nothing is worth
-- keeping through a crash: unlogged.
create unlogged table statement_lines (
  tenant_id uuid not null,
  statement_id uuid not null,
  line bigint not null,
  external_bet_id text not null,
  user_id text,
  outcome text not null,
  stake bigint,
  odds bigint,
  returned bigint
);

-- What differs, with what either side says.
create unlogged table statement_findings (
  tenant_id uuid not null,
  statement_id uuid not null,
  kind text not null check (kind in ('missing', 'extra', 'mismatched', 'stuck_open', 'repeated')),
  line bigint,
  external_bet_id text not null,
  event_id uuid,
  player_id uuid,
  stated_user_id text,
  stated_outcome text,
  stated_stake bigint,
  stated_odds bigint,
  stated_returned bigint,
  user_id text,
  outcome text,
  stake bigint,
  odds bigint,
  returned bigint,
  -- The line that has the bet already.
  first_line bigint
);
