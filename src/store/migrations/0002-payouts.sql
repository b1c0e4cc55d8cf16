-- A row a payout, as its last event left it: the operator's queue and the history of an account.
create table payouts (
  tenant_id uuid not null,
  payout_id uuid not null,
  player_id uuid not null,
  program_id uuid not null,
  status text not null check (status in ('pending', 'executed', 'rejected')),
  payout jsonb not null,
  primary key (tenant_id, payout_id)
);

create index payouts_by_status on payouts (tenant_id, status, payout_id);
create index payouts_by_program on payouts (tenant_id, program_id, payout_id);
