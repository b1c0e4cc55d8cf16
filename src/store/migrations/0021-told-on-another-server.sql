-- What went out is listed in the order of the transactions that told it. Those are counted by the server, and a dump that
-- is restored on another one brings numbers along which that one has not reached: what was told before would be taken
-- for what is still on its way, and come behind what is told from then on. So transactions are counted on from there.
create table outbox_count (
  the_one boolean primary key default true check (the_one),
  -- By how much the numbers in the outbox are ahead of those of this server.
  ahead bigint not null default 0
);
insert into outbox_count default values;

create function outbox_place(txid xid8) returns xid8 stable language sql
return (select (txid::text::bigint + ahead)::text::xid8 from outbox_count);

alter table outbox alter column txid set default outbox_place(pg_current_xact_id());
