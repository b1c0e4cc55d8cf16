-- What is due is looked up for each tenant by itself, and of each only the first few: a backlog of one costs the others
-- nothing, however long it is. The index by due time alone served a look at all of it.
create index deliveries_due_of_tenant on deliveries (tenant_id, due_at, event_id) where status = 'pending';
drop index deliveries_due;
