-- What happened to one player, in one order of time: events, deliveries and acts are each read from the newest on, from
-- where the page before ended, and put together.

-- Purchases, payouts and cooldowns lie far apart between the bets of a long life. Bets do not enter it.
create index events_beside_bets on events (tenant_id, player_id, seq) where external_bet_id is null;

create index deliveries_of_player on deliveries (tenant_id, player_id, seq) where player_id is not null;

create index audit_of_player_in_order on audit_events (tenant_id, player_id, seq) where player_id is not null;
drop index audit_of_player;
