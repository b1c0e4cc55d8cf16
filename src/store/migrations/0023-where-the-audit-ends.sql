-- Where each chain of the audit ends, noted by the statement that seals: an end that was cut off is missed, and what is
-- sealed later goes on behind the gap instead of closing it. A trigger does it, so that a replica of an earlier version
-- beside this one notes it, too; the lock keeps such a one from sealing between the first note and the trigger.
lock table audit_events in share row exclusive mode;

create table audit_ends (
  tenant_id uuid primary key,
  seq bigint not null,
  hash text not null
);

insert into audit_ends
select distinct on (tenant_id) tenant_id, seq, hash from audit_events where seq is not null order by tenant_id, seq desc;

create function note_audit_end() returns trigger language plpgsql as $$
begin
  insert into audit_ends
  select distinct on (tenant_id) tenant_id, seq, hash from sealed where seq is not null order by tenant_id, seq desc
      on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash where excluded.seq > audit_ends.seq;
  return null;
end
$$;

create trigger audit_end_is_noted after update on audit_events referencing new table as sealed
  for each statement execute function note_audit_end();

-- An end only moves on.
create function keep_audit_end() returns trigger language plpgsql as $$
begin
  if new.tenant_id = old.tenant_id and new.seq > old.seq then
    return new;
  end if;
  raise exception 'audit_ends only move on: this % is not possible', lower(tg_op);
end
$$;

create trigger audit_ends_move_on before update on audit_ends for each row execute function keep_audit_end();
create trigger audit_ends_stay before delete or truncate on audit_ends
  for each statement execute function refuse_change();
