import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailNotSent } from '../../src/app/mail.ts'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { buy, placement, startService, type TestService } from '../helpers/service.ts'

const lines: string[] = []
const telemetry = new Telemetry(makeLog('debug', { write: (line) => void lines.push(line) }))
let service: TestService
beforeAll(async () => {
  service = await startService({ telemetry, edge: () => ({ telemetry }) })
  telemetry.observe(service.app)
  const tenant = await service.seed()
  await buy(tenant, 'anna')
  telemetry.webhookAttempted('pending')
  telemetry.workFailed(new MailNotSent('the mail was not sent: connect ECONNREFUSED'))
  await tenant.api.post('/v1/bets', placement('anna', 'b1'))
  await tenant.api.post('/v1/bets', placement('anna', 'b1'))
  await tenant.api.post('/v1/bets', placement('anna', 'b2', { stakeAmount: 100, odds: 50 }))
  await service.anybody.get('/v1/challenge-tiers', { 'x-api-key': tenant.serverKey.slice(0, -1) })
})
afterAll(() => service.end())

const metrics = (headers = {}): Promise<Response> => fetch(`${service.url}/metrics`, { headers })

test('answers, verdicts, the pipeline and the database are measured', async () => {
  const response = await metrics()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  for (const line of [
    'http_answers_total{operation="recordBet",status="200"} 3',
    'http_answers_total{operation="listChallengeTiers",status="401"} 1',
    'http_answer_seconds_count{operation="recordBet"} 3',
    'bets_decided_total{command="PlaceBet",result="accepted"} 1',
    'bets_decided_total{command="PlaceBet",result="duplicate"} 1',
    'bets_decided_total{command="PlaceBet",result="rejected"} 1',
    'bet_rejections_total{code="odds_limit_exceeded"} 1',
    'domain_events_total{type="ChallengePurchased"} 1',
    'pipeline_batch_commands_sum 4',
    'pipeline_waiting_commands 0',
    'rate_counters_away 0',
    'webhook_attempts_total{result="pending"} 1',
    'mails_failed_total 1',
    'bugs_total 0',
    'inbox_bets_total 0',
    'inbox_waiting_bets 0',
    'inbox_oldest_seconds 0',
    'inbox_failed_bets 0',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text).toMatch(/database_connections\{state="idle"\} \d/)
  expect(text).toMatch(/^process_cpu_seconds_total/m)
})

test('the inbox is told of as it is now, not as it was when somebody looked before', async () => {
  await service.app.pool.query(
    `insert into inbox (tenant_id, event_id, user_id, external_bet_id, received_at, request, failed_at)
     select tenant_id, gen_random_uuid(), 'anna', 'b3', now(), '{}', now() from tenants`,
  )
  expect(await (await metrics()).text()).toContain('\ninbox_failed_bets 1\n')
  await service.app.pool.query('delete from inbox')
  expect(await (await metrics()).text()).toContain('\ninbox_failed_bets 0\n')
})

test('no label names a tenant or a player', async () => {
  expect(await (await metrics()).text()).not.toMatch(/anna|[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test.each([[{ 'x-forwarded-for': '192.0.2.1' }], [{ forwarded: 'for=192.0.2.1' }]])(
  'who comes through a proxy finds nothing there: %o',
  async (headers) => {
    expect((await metrics(headers)).status).toBe(404)
  },
)

test('a request is one line, which names its operation and neither path nor player nor key', () => {
  const line = lines.map((text) => JSON.parse(text)).find(({ operation }) => operation === 'recordBet')
  expect(line).toMatchObject({ method: 'POST', status: 200, caller: 'server_key', msg: 'answered' })
  expect(line.durationMs).toBeGreaterThan(0)
  expect(line.correlationId).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.join('')).not.toMatch(/anna|key-(?!\*)/)
})
