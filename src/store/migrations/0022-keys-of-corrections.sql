-- A correction gives its bet a duplicate key as long as the bet stands by it. Before, the key stayed when the next
-- outcome came, and which key was a correction's was not noted. Both are made good from the events, once; what is
-- verified later folds to this.
with correction as (
  select tenant_id, player_id, external_bet_id, array_agg(event_id::text) as ids, max(seq) as seq
    from events where type = 'BetCorrected' group by tenant_id, player_id, external_bet_id
), last as (
  select c.tenant_id, c.external_bet_id, e.event_id::text as event_id,
         case e.data ->> 'outcome' when 'voided' then 'voided' else 'settled-' || (e.data ->> 'outcome') end as status,
         -- A void of the feed may have come behind it.
         exists (select from events v where v.tenant_id = c.tenant_id and v.player_id = c.player_id and v.seq > c.seq
                    and v.external_bet_id = c.external_bet_id and v.type = 'BetVoided') as is_overtaken,
         coalesce((select jsonb_object_agg(key, value)
                     from jsonb_each(b.state::jsonb -> 'verdicts') where value ->> 'betEventId' <> all (c.ids)), '{}') as kept
    from correction c
    join events e using (tenant_id, player_id, seq)
    join bets b on b.tenant_id = c.tenant_id and b.external_bet_id = c.external_bet_id and b.player_id = c.player_id
)
update bets b
   set state = (b.state::jsonb || case when l.is_overtaken or l.kept ? l.status
     then jsonb_build_object('verdicts', l.kept)
     else jsonb_build_object('verdicts', l.kept || jsonb_build_object(l.status, jsonb_build_object('betEventId', l.event_id)),
                             'correction', l.event_id) end)::json
  from last l
 where b.tenant_id = l.tenant_id and b.external_bet_id = l.external_bet_id;
