-- What is being maintained, and only while it is: a row a tenant, and the nil UUID for the whole installation.
create table maintenance (
  tenant_id uuid primary key,
  message text,
  since timestamptz not null
);
