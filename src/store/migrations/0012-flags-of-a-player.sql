-- Lists of players say how many flags of each are open. Few are, so this stays small.
create index flags_by_player on flags (tenant_id, player_id) where status = 'open';
