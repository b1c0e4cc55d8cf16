import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundedHistories, worldOf } from '../../../test/helpers/funded-histories.ts'
import { account, eur, gained, given, paid, type World } from '../../../test/helpers/given.ts'
import { decide } from '../decide.ts'
import type { EventId } from '../ids.ts'
import { later } from '../instant.ts'
import { cents } from '../money.ts'
import { isRunningFunded } from '../program.ts'
import type { PayoutCheck } from './conditions/condition.ts'
import { judgePayout } from './judge-payout.ts'

const NO_ID = '00000000-0000-7000-8000-ffff00000000' as EventId

const holdsBy = ({ actual, limit, comparison }: PayoutCheck): boolean =>
  limit === null || (comparison === '<=' ? actual <= limit : comparison === '>=' ? actual >= limit : actual < limit)

test('every condition is listed in the order of refusals, held or not', () =>
  given(account({ fundedMinPayout: eur(8) }))
    .when(...gained('b1', eur(50)), ...paid(eur(20)))
    .then(({ world }) => {
      const { program } = world.player()
      if (!isRunningFunded(program)) throw new Error('the account runs')
      const { checks } = judgePayout(program, eur(31), world.now)
      expect(checks.map(({ code, unit, comparison, holds }) => [code, unit, comparison, holds])).toEqual([
        ['payout_pending', 'count', '<=', true],
        ['first_payout_deadline', 'instant', '<', true],
        ['max_payouts_reached', 'count', '<', true],
        ['payout_cap_reached', 'cents', '<', true],
        ['payout_interval', 'instant', '>=', true],
        ['no_profit', 'cents', '>=', true],
        ['open_bets', 'count', '<=', true],
        ['invalid_amount', 'cents', '>=', true],
        ['insufficient_withdrawable_balance', 'cents', '<=', false],
        ['below_min_payout', 'cents', '>=', true],
      ])
      expect(checks[8]).toMatchObject({ actual: 3100, limit: 3000 })
      expect(checks[9]).toMatchObject({ actual: 2480, limit: 800 })
      expect(checks[1]).toMatchObject({ limit: null })
    }))

test('in any history the trace says what a request is answered, and its numbers say why', () => {
  fc.assert(
    fc.property(fundedHistories, fc.nat(6000), (history, gross) => {
      const world: World = worldOf(history)
      for (const step of history.steps) {
        world.now = later(world.now, step.afterMs)
        world.decide(step.ask(world))
        const { program } = world.player()
        if (!isRunningFunded(program)) return
        const { checks } = judgePayout(program, cents(gross), world.now)
        const failed = checks.filter(({ holds }) => !holds).map(({ code }) => code)
        for (const check of checks) expect(check.holds, check.code).toBe(holdsBy(check))
        const player = { ...world.player(), tenant: world.tenant }
        const { answer } = decide(player, { type: 'RequestPayout', id: NO_ID, grossAmount: cents(gross) }, world.now)
        if (answer.kind === 'refused') expect(answer.reasons).toEqual(failed)
        else expect(failed).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})
