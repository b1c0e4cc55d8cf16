import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceCurve } from '../../src/store/timeline.ts'
import { placing, purchase, seedTenant, startApp, type TestApp, whoOf, winning } from '../helpers/app.ts'

let running: TestApp
beforeAll(async () => {
  running = await startApp()
})
afterAll(() => running.end())

test('a curve that is thinned out keeps its beginning and its end', async () => {
  const { app, pool } = running
  const { tenant, tier } = await seedTenant(app)
  await purchase(app, tenant, tier.id, 'anna')
  const who = whoOf(tenant, 'anna')
  for (const id of ['b1', 'b2', 'b3']) {
    await app.run(who, placing(id, 100, 20_000))
    await app.run(who, winning(id, 200))
  }
  const { id: playerId, program } = (await app.readPlayer(who)).player
  if (program === null) throw new Error('anna has a challenge')
  const curveOf = async (points: number) =>
    (await balanceCurve(pool, tenant.id, playerId, program.id, points)).map(({ balance }) => balance)
  expect(await curveOf(7)).toEqual([10_000, 10_000, 10_100, 10_100, 10_200, 10_200, 10_300])
  expect(await curveOf(3)).toEqual([10_000, 10_000, 10_100, 10_200, 10_300])
  expect(await curveOf(1)).toEqual([10_000, 10_300])
})
