import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lose, voidBet, win } from '../helpers/bets.ts'
import { correct, openBet } from '../helpers/rulings.ts'
import type { TestTenant } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const MIGRATION = new URL('../../src/store/migrations/0022-keys-of-corrections.sql', import.meta.url)

/** Each outcome in turn: of the feed where it is in capitals, else a correction. */
const stories = [
  'LOST won',
  'LOST won lost',
  'LOST won VOIDED',
  'LOST voided',
  'LOST voided won voided',
  'WON VOIDED lost voided',
  'WON voided lost won',
  'VOIDED won lost won',
  'VOIDED won won',
]

const feed = {
  WON: (tenant: TestTenant, user: string) => win(tenant, user, `${user}-1`, 30),
  LOST: (tenant: TestTenant, user: string) => lose(tenant, user, `${user}-1`),
  VOIDED: (tenant: TestTenant, user: string) => voidBet(tenant, user, `${user}-1`),
}

async function play(tenant: TestTenant, story: string): Promise<void> {
  const user = story.replaceAll(' ', '-')
  const id = await openBet(tenant, user)
  for (const outcome of story.split(' ')) {
    if (outcome in feed) await feed[outcome as keyof typeof feed](tenant, user)
    else expect((await correct(tenant, id, { outcome })).status).toBe(200)
  }
}

/** The bets as a version from before would have left them: the first event of each status has its key for good. */
const AS_BEFORE = `
  update bets b set state = ((b.state::jsonb - 'correction') || jsonb_build_object('verdicts', (
    select jsonb_object_agg(status, jsonb_build_object('betEventId', event_id)) from (
      select distinct on (status) event_id, status
        from (select event_id, seq, case when type = 'BetAccepted' then 'placed' when type = 'BetVoided' then 'voided'
                     when data ->> 'outcome' = 'voided' then 'voided' else 'settled-' || (data ->> 'outcome') end as status
                from events e where e.tenant_id = b.tenant_id and e.external_bet_id = b.external_bet_id
                 and type in ('BetAccepted', 'BetSettled', 'BetVoided', 'BetCorrected')) each
       order by status, seq) first)))::json`

test('bets that were corrected before keep the keys that corrections have now, and verify', async () => {
  const { tenant, service } = used
  for (const story of stories) await play(tenant, story)
  const verified = async () => (await tenant.api.post('/v1/admin/ledger/verify')).body.mismatches
  expect(await verified()).toEqual([])
  await service.app.pool.query(AS_BEFORE)
  expect(await verified()).toHaveLength(stories.length)
  await service.app.pool.query(await readFile(MIGRATION, 'utf8'))
  expect(await verified()).toEqual([])
})
