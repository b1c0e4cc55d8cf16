-- One row for each event that a tenant with a webhook URL is to be told of, with every attempt that was made.
create table deliveries (
  tenant_id uuid not null,
  -- Deliveries are named by their event, so that an event that is told twice carries the same id.
  event_id uuid not null,
  player_id uuid,
  seq bigint not null,
  type text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  attempt_log jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- When the next attempt is due; while one is under way, when it must have ended. Real time.
  due_at timestamptz not null default now(),
  settled_at timestamptz,
  -- What is sent where no event of a player stands behind it: a ping.
  body jsonb,
  primary key (tenant_id, event_id)
);

create index deliveries_due on deliveries (due_at) where status = 'pending';
create index deliveries_by_status on deliveries (tenant_id, status, event_id);

-- The order in which events became visible: who reads up to a point and comes back later misses none, which ids alone
-- cannot promise, since a transaction may commit after one with later ids.
alter table outbox add column txid xid8 not null default pg_current_xact_id();
create index outbox_by_txid on outbox (tenant_id, txid, event_id);

-- A money action that waits for the operator's approval: one of a user at a time. One whose call died is free again.
create table intents (
  tenant_id uuid not null,
  user_id text not null,
  intent_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id)
);
