-- A bet is looked up by the operator's id for it. What took effect on it belongs to the player who placed it, whom `bets`
-- names, and is found among that player's events; these may be anybody's. An index on all events would have to be kept
-- with every bet.
create index events_without_effect on events (tenant_id, external_bet_id)
  where type in ('BetRejected', 'BetFlagged', 'SettlementRejected', 'UnacceptedBetVoided');
