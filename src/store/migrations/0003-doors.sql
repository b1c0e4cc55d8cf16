-- Who may come in: keys that end, the secrets of user tokens, and the people who log in.

-- A key that was rotated opens the door for one more day. Null: until it is rotated.
alter table api_keys add column valid_until timestamptz;
alter table webhook_secrets add column valid_until timestamptz;

-- Signs and checks the user tokens of a tenant, and nothing else.
create table user_token_secrets (
  tenant_id uuid primary key references tenants,
  secret text not null
);

-- Two random UUIDs are 244 bits of the server's strong random source.
insert into user_token_secrets (tenant_id, secret)
select tenant_id, encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex') from tenants;

-- An e-mail address belongs to one person of the installation, so this table alone does not begin with the tenant.
create table admins (
  admin_id uuid primary key,
  tenant_id uuid not null references tenants,
  email text not null unique check (email = lower(email)),
  -- Argon2id with its parameters and its salt.
  password_hash text not null,
  role text not null check (role in ('operator_admin', 'operator_support', 'operator_viewer', 'fast_admin')),
  mfa_enabled boolean not null,
  created_at timestamptz not null
);

-- The one code that an admin may enter now. A right password makes it, a right code takes it away.
create table mfa_codes (
  admin_id uuid primary key references admins,
  -- Argon2id: a million codes are tried in seconds against a quick hash.
  code_hash text not null,
  made_at timestamptz not null,
  tries integer not null default 0
);

-- When a code was last asked for again, by the hash of the address: of every address, so that it tells none apart.
create table mfa_resends (
  email_hash text primary key,
  at timestamptz not null
);

-- Sessions that were ended before their token was; forgotten when the token would have ended.
create table ended_sessions (
  session_id uuid primary key,
  expires_at timestamptz not null
);

-- Signs the tokens of the admins, the same on every replica.
create table signing_keys (
  purpose text primary key,
  secret text not null
);

-- Replicas remember whom a key opens for. Whoever changes a tenant or a key, by hand too, makes all of them forget.
create function tell_of_tenant() returns trigger language plpgsql as $$
begin
  perform pg_notify('tenant_changed', coalesce(new.tenant_id, old.tenant_id)::text);
  return null;
end
$$;

create trigger tenants_are_remembered after insert or update or delete on tenants
  for each row execute function tell_of_tenant();
create trigger keys_are_remembered after insert or update or delete on api_keys
  for each row execute function tell_of_tenant();
