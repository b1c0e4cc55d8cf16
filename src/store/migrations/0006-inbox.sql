-- Bets of tenants in async mode: answered when they stand here, decided later. A row is deleted in the transaction of its
-- decision. It names the user, as the operator sent it, because whoever it is may not be a player yet.
create table inbox (
  tenant_id uuid not null,
  -- Becomes the id of the stored bet event.
  event_id uuid not null,
  -- The order of arrival.
  position bigint generated always as identity,
  user_id text not null,
  external_bet_id text not null,
  -- The tenant's time, which is the event time where the operator sent none.
  received_at timestamptz not null,
  -- Real time.
  queued_at timestamptz not null default now(),
  request json not null,
  -- Set on what can never be decided; a person has to look.
  failed_at timestamptz,
  failure text,
  primary key (tenant_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create index inbox_in_order on inbox (position) where failed_at is null;
create index inbox_of_user on inbox (tenant_id, user_id, position) where failed_at is null;
create index inbox_failed on inbox (tenant_id, event_id) where failed_at is not null;

-- The one replica that works the inbox off, and until when it may; of the installation, not of a tenant.
create table inbox_lease (
  the_one boolean primary key default true check (the_one),
  holder uuid not null,
  until timestamptz not null
);

-- When the tenant last left the async mode, until its inbox is known to be empty.
alter table tenants add column async_until timestamptz;
