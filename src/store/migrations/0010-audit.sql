-- What people and programs of an operator did, and what was decided about money: one chain a tenant, and one under the
-- nil UUID for what concerns the whole installation. A row is written with the act that it tells of and joins the chain a
-- moment later, so that no act waits for another. It never names a user: erasing one must not break the chain.
create table audit_events (
  tenant_id uuid not null,
  audit_id uuid not null,
  actor text not null,
  action text not null,
  target text not null,
  -- Whom it is about, by the internal id.
  player_id uuid,
  before jsonb,
  after jsonb,
  ip text,
  correlation_id text,
  -- Real time.
  at timestamptz not null,
  -- The place in the chain; null until it is sealed.
  seq bigint,
  prev_hash text,
  hash text,
  primary key (tenant_id, audit_id),
  check (num_nulls(seq, prev_hash, hash) in (0, 3))
);

create unique index audit_chain on audit_events (tenant_id, seq) where seq is not null;
create index audit_unsealed on audit_events (tenant_id, audit_id) where seq is null;
create index audit_of_player on audit_events (tenant_id, player_id) where player_id is not null;

-- Sealing fills in the three columns of the chain, once. All else is refused.
create function keep_audit() returns trigger language plpgsql as $$
declare
  chain constant text[] := array['seq', 'prev_hash', 'hash'];
begin
  if tg_op = 'INSERT' and new.seq is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.seq is null and new.seq is not null and to_jsonb(old) - chain = to_jsonb(new) - chain then
    return new;
  end if;
  raise exception 'audit_events is append-only: % is not possible', lower(tg_op);
end
$$;

create trigger audit_is_kept before insert or update or delete on audit_events
  for each row execute function keep_audit();
create trigger audit_stays before truncate on audit_events
  for each statement execute function refuse_change();
