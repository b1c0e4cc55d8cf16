-- A correction resolves whatever is open about its bet.
create index flags_by_bet on flags (tenant_id, external_bet_id) where status = 'open';
