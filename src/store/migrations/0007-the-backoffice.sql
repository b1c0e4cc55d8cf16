-- What the pages of the operator look things up by. All of these tables but flags are written a few times a program, not
-- with every bet: events, ledger_entries and bets get no index from here.

-- Who runs what now, newest first; and what began or ended since a day.
create index programs_by_status on programs (tenant_id, kind, status, program_id);
create index programs_by_end on programs (tenant_id, ended_at);

-- The beginning of a user id, in whatever collation the database was made with. No update of a player touches it, so
-- those stay off the indexes.
create index players_by_user_id on players (tenant_id, user_id text_pattern_ops) where user_id is not null;
