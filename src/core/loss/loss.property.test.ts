import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptedBet,
  bet,
  challenge,
  corrected,
  eur,
  lost,
  type Move,
  pct,
  voided,
  World,
  won,
} from '../../../test/helpers/given.ts'
import type { DomainEvent } from '../events.ts'
import { type Instant, later, MINUTE_MS, type UtcDay, utcDay } from '../instant.ts'
import type { Cents } from '../money.ts'
import type { Loss, Program } from '../program.ts'
import { dailyLoss, lossSums, sessionLoss } from './loss.ts'

/** Losses as the rules tell of them: one by one, each at its time. */
class OneByOne {
  losses: Loss[] = []
  sessionSince = Number.NEGATIVE_INFINITY

  add(event: DomainEvent): void {
    if (event.type === 'BetSettled') this.#count(event.eventAt, event.loss)
    if (event.type === 'BetVoided' && event.lossAt !== null) this.#takeBack(event.lossAt, event.loss)
    if (event.type === 'BetCorrected') {
      this.#takeBack(event.settledAt, event.lossBefore)
      this.#count(event.settledAt, event.loss)
    }
    if (event.type === 'CooldownLifted' && event.why === 'time') this.sessionSince = event.at
  }

  dailyLoss = (day: UtcDay): number => this.#sum(day, Number.NEGATIVE_INFINITY)
  sessionLoss = (day: UtcDay): number => this.#sum(day, this.sessionSince)

  #sum = (day: UtcDay, since: number): number =>
    this.losses.reduce((sum, { at, amount }) => (utcDay(at) === day && at >= since ? sum + amount : sum), 0)

  #count(at: Instant, amount: Cents): void {
    if (amount > 0) this.losses.push({ at, amount })
  }

  #takeBack(at: Instant, amount: number): void {
    const i = this.losses.findIndex((loss) => loss.at === at && loss.amount === amount)
    if (i !== -1) this.losses.splice(i, 1)
  }
}

/** What the verification of the ledger compares. */
const sumsOf = (program: Pick<Program, 'losses' | 'sessionSince'>, day: UtcDay): readonly Loss[] =>
  [...lossSums(program)]
    .map(([at, amount]) => ({ at, amount }))
    .filter(({ at }) => utcDay(at) === day)
    .toSorted((one, other) => one.at - other.at)

const runningIn = (world: World): Program => {
  const { program } = world.stored()
  if (program === null) throw new Error('it runs for a year')
  return program
}

const BETS = 16
const nameOf = (i: number): string => `b${i}`

const limits = fc.record({
  dailyDrawdownPercent: fc.constantFrom(null, pct(1.5), pct(3)),
  cooldownHours: fc.constantFrom(null, 1, 2, 12, 24, 30),
})
/** Around the moments at which days, cooldowns and sessions begin and end, in minutes. */
const around = (...hours: readonly number[]): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...hours), fc.integer({ min: -5, max: 5 }))
    .map(([hour, off]) => Math.max(0, 60 * hour + off))
/** Of a moment up to a day and a half ago, or up to five minutes ahead. */
const minutesAgo = fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 5 }), around(1, 2, 12, 24), fc.nat(36 * 60))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('lost', 'lost', 'won'), minutesAgo, part: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('void', 'correct'), which: fc.nat(BETS), part: fc.nat(9) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('wait'), minutes: around(0, 1, 2, 11, 12, 24) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const moveOf = (of: Step, settled: number, now: Instant): Move => {
  if ('minutes' in of) {
    return (world) => {
      world.now = later(now, of.minutes * MINUTE_MS)
      return undefined
    }
  }
  if ('which' in of) {
    const name = nameOf(of.which % Math.max(settled, 1))
    return of.what === 'void' ? voided(name) : corrected(name, 'won', eur(of.part))
  }
  const eventAt = new Date(later(now, -of.minutesAgo * MINUTE_MS))
  const at = eventAt.toISOString().slice(0, -1).replace('T', ' ')
  return of.what === 'lost' ? lost(nameOf(settled), { at }) : won(nameOf(settled), eur(of.part), { at })
}

test('Rules 6.1, 6.2: sums keep apart whatever a session can tell apart, however late a loss is reported', () => {
  fc.assert(
    fc.property(limits, fc.array(step, { maxLength: 30, size: 'max' }), (rules, steps) => {
      const world = new World()
      challenge({ balance: eur(1000), target: eur(100_000), days: 365, limits: rules })(world)
      for (let i = 0; i < BETS; i += 1) acceptedBet(bet(nameOf(i), eur(10)))(world)
      const model = new OneByOne()
      let seen = world.history.length
      let settled = 0
      for (const one of steps) {
        if ('minutesAgo' in one && settled === BETS) continue
        moveOf(one, settled, world.now)(world)
        if ('minutesAgo' in one) settled += 1
        for (const { event } of world.history.slice(seen)) model.add(event)
        seen = world.history.length
        const program = runningIn(world)
        expect(program.losses.every(({ amount }) => amount > 0)).toBe(true)
        for (const day of [utcDay(world.now), program.cooldown?.day ?? utcDay(world.now)]) {
          expect(dailyLoss(program, day)).toBe(model.dailyLoss(day))
          expect(sessionLoss(program, day)).toBe(model.sessionLoss(day))
        }
      }
      const program = runningIn(world)
      const today = utcDay(world.now)
      const sums = sumsOf(program, today)
      expect(sums).toEqual(sumsOf({ ...program, losses: model.losses }, today))
      expect(sessionLoss({ ...program, losses: sums }, today)).toBe(model.sessionLoss(today))
    }),
    { numRuns: 1000 },
  )
})
