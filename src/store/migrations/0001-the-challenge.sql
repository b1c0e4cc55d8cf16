-- The whole of the service's books. Every key begins with the tenant, so that a tenant can be moved as a whole.
-- Amounts are bigint in minor units. No foreign keys between the hot tables: they cost a look-up a row, each batch
-- writes all sides in one transaction, and verify-ledger re-folds everything from the events.
-- The documents of the hot tables are json and not jsonb: they are written and read as a whole, and taking each apart on
-- the way in took a sixth of the database's time for a bet.

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  environment text not null check (environment in ('staging', 'production')),
  currency text not null,
  settings jsonb not null,
  plan jsonb not null,
  -- How far the test clock of a staging tenant is ahead of the real one.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  created_at timestamptz not null,
  check (environment = 'staging' or clock_offset_ms = 0)
);

-- Keys are known by their SHA-256 only.
create table api_keys (
  tenant_id uuid not null references tenants,
  kind text not null check (kind in ('server', 'public')),
  key_hash text not null unique,
  created_at timestamptz not null,
  primary key (tenant_id, kind, key_hash)
);

-- The secret that signs webhooks has to be readable to sign.
create table webhook_secrets (
  tenant_id uuid not null references tenants,
  secret text not null,
  created_at timestamptz not null,
  primary key (tenant_id, secret)
);

-- Versions are written once: an edit is a new row, and a program keeps the one that it was bought under.
create table rulesets (
  tenant_id uuid not null references tenants,
  ruleset_id uuid not null,
  version integer not null,
  ruleset jsonb not null,
  primary key (tenant_id, ruleset_id, version)
);

create table tiers (
  tenant_id uuid not null references tenants,
  tier_id uuid not null,
  version integer not null,
  tier jsonb not null,
  primary key (tenant_id, tier_id, version)
);

-- Tier and both rulesets of a purchase, named by the hash of their content.
create table terms (
  tenant_id uuid not null,
  terms_hash text not null,
  terms jsonb not null,
  primary key (tenant_id, terms_hash)
);

-- The snapshot that decisions are made on, and the only place that knows the operator's user id.
-- Updated with every bet: free space on the pages keeps the updates off the indexes (HOT).
create table players (
  tenant_id uuid not null,
  player_id uuid not null,
  -- Null once the player was erased or the user began anew.
  user_id text,
  -- Numbers the player's events; webhooks and stream carry it as their sequence.
  seq bigint not null default 0,
  -- When something falls due, in the tenant's time.
  wake_at timestamptz,
  state json not null,
  primary key (tenant_id, player_id),
  unique (tenant_id, user_id)
) with (fillfactor = 60);

create index players_by_wake_at on players (tenant_id, wake_at, player_id) where wake_at is not null;

-- Every fact, written once: snapshots, ledger and lists can all be folded from here.
create table events (
  tenant_id uuid not null,
  event_id uuid not null,
  player_id uuid not null,
  seq bigint not null,
  type text not null,
  program_id uuid,
  -- Set on bet events: the operator's bet, and when it happened there.
  external_bet_id text,
  event_at timestamptz,
  at timestamptz not null,
  recorded_at timestamptz not null,
  data json not null,
  primary key (tenant_id, event_id),
  unique (tenant_id, player_id, seq)
);

create table ledger_entries (
  tenant_id uuid not null,
  event_id uuid not null,
  line smallint not null,
  program_id uuid not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  primary key (tenant_id, event_id, line),
  check (debit <> credit),
  check (debit in ('available', 'reserved', 'held', 'stake_held', 'player_paid', 'player', 'house', 'forfeited')),
  check (credit in ('available', 'reserved', 'held', 'stake_held', 'player_paid', 'player', 'house', 'forfeited'))
);

-- Where each bet stands; its key is the operator's bet id, whoever placed it. No other index: every bet is settled, and
-- an update that touches no indexed column stays within its page.
create table bets (
  tenant_id uuid not null,
  external_bet_id text not null,
  player_id uuid not null,
  standing text not null,
  state json not null,
  primary key (tenant_id, external_bet_id)
) with (fillfactor = 80);

-- A row a program, written when it begins and whenever its status changes: the history of a player.
create table programs (
  tenant_id uuid not null,
  program_id uuid not null,
  player_id uuid not null,
  kind text not null check (kind in ('challenge', 'funded')),
  status text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  state jsonb not null,
  primary key (tenant_id, program_id)
);

create index programs_by_player on programs (tenant_id, player_id, program_id);

-- What the operator is to be told: the event of this id, under this name. Written with the event, delivered later.
create table outbox (
  tenant_id uuid not null,
  event_id uuid not null,
  player_id uuid not null,
  seq bigint not null,
  type text not null,
  at timestamptz not null,
  primary key (tenant_id, event_id)
);

create table flags (
  tenant_id uuid not null,
  flag_id uuid not null,
  player_id uuid,
  bet_event_id uuid,
  external_bet_id text,
  type text not null,
  description text not null,
  status text not null default 'open' check (status in ('open', 'resolved')),
  source text not null check (source in ('system', 'operator', 'script')),
  flagged_by text not null,
  flagged_at timestamptz not null,
  resolved_by text,
  resolved_at timestamptz,
  resolution_note text,
  primary key (tenant_id, flag_id)
);

-- A verification finds the same mismatch again each time it runs: one open flag is enough.
create unique index flags_of_verification on flags (tenant_id, description)
  where type = 'ledger_mismatch' and status = 'open';

-- Purchases of a tenant in a UTC month; the row is the lock of the monthly limit.
create table purchase_months (
  tenant_id uuid not null,
  month text not null,
  purchases integer not null,
  primary key (tenant_id, month)
);

-- A key is claimed before its request runs, and holds the answer from the request's own transaction on.
create table idempotency_keys (
  tenant_id uuid not null,
  scope text not null,
  key text not null,
  body_hash text not null,
  claim_id uuid not null,
  claimed_at timestamptz not null,
  status integer,
  body text,
  primary key (tenant_id, scope, key)
);

create index idempotency_keys_by_age on idempotency_keys (claimed_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is not possible', tg_table_name, lower(tg_op);
end
$$;

create trigger events_are_facts before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger entries_are_facts before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger terms_are_facts before update or delete or truncate on terms
  for each statement execute function refuse_change();
create trigger rulesets_are_versions before update or delete or truncate on rulesets
  for each statement execute function refuse_change();
create trigger tiers_are_versions before update or delete or truncate on tiers
  for each statement execute function refuse_change();
