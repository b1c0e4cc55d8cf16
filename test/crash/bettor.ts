import { deepStrictEqual } from 'node:assert'
import type { Chance } from '../simulation/chance.ts'
import { type Acknowledged, Outrage, type Sent, type StubbornClient } from './stubborn-client.ts'

// A user with books of its own, kept by nothing but the answers that were acknowledged. All amounts are in cents.

export const TIER = { ownStake: 2000, bonus: 8000, target: 15_000, minBets: 2, funded: 50_000 }

export interface Program {
  readonly id: string
  readonly kind: 'challenge' | 'funded'
  status: string
  balance: number
  reserved: number
  accepted: number
}

interface Bet {
  readonly id: string
  readonly program: Program
  readonly stake: number
  /** In hundredths. */
  readonly odds: number
  /** What its settlement put into the balance; null while it is open. */
  gain: number | null
}

interface Turn {
  readonly sent: Sent
  /** Checks the answer and enters it into the books. */
  readonly enter: (answer: Acknowledged) => void
}

/** Half up to the cent. */
const payout = (stake: number, odds: number): number => Math.floor((stake * odds + 50) / 100)

export class Bettor {
  readonly userId: string
  readonly #client: StubbornClient
  readonly #tierId: string
  readonly #chance: Chance
  /** Every acknowledged request with its answer, in order. */
  readonly log: { readonly sent: Sent; readonly answer: Acknowledged }[] = []
  readonly programs: Program[] = []
  #bets: Bet[] = []
  #numbered = 0
  /** Has cancelled, and cannot buy again today. */
  isOver = false

  constructor(userId: string, client: StubbornClient, tierId: string, chance: Chance) {
    this.userId = userId
    this.#client = client
    this.#tierId = tierId
    this.#chance = chance
  }

  /** Sends one request until it is acknowledged; now and then one that was acknowledged before. */
  async play(): Promise<void> {
    const before = this.#chance.happens(0.1) ? this.#chance.pickOrNone(this.log) : undefined
    if (before) return this.#repeat(before)
    const { sent, enter } = this.#next()
    const answer = await this.#client.post(sent)
    this.log.push({ sent, answer })
    enter(answer)
  }

  /** The program that runs or awaits a choice. */
  get program(): Program | undefined {
    const last = this.programs.at(-1)
    return last?.status === 'active' || last?.status === 'passed_pending_choice' ? last : undefined
  }

  async #repeat({ sent, answer }: Bettor['log'][number]): Promise<void> {
    const again = await this.#client.post(sent)
    if (sent.key !== null) return deepStrictEqual(again, { ...answer, replayed: true })
    const { correlationId: _, ...body } = answer.body
    const { correlationId: __, ...same } = again.body
    deepStrictEqual(same, { ...body, duplicate: true })
  }

  #next(): Turn {
    const { program } = this
    if (program === undefined) return this.#purchase()
    const open = this.#bets.filter(({ gain }) => gain === null)
    if (program.status === 'passed_pending_choice') {
      const late = open.length > 0 && this.#chance.happens(0.3) ? open[0] : undefined
      return late ? this.#settle(late) : this.#choose(program)
    }
    if (program.balance < 1000 || this.#chance.happens(0.01)) return this.#cancelOrBet(program)
    const settled = this.#bets.filter(({ gain }) => gain !== null)
    const [first] = settled
    if (first && this.#chance.happens(0.08)) return this.#void(first)
    const oldest = open[0]
    return oldest && (open.length > 2 || this.#chance.happens(0.5)) ? this.#settle(oldest) : this.#place(program)
  }

  #purchase(): Turn {
    const body = { userId: this.userId, challengeTierId: this.#tierId }
    return {
      sent: { path: '/v1/challenges/purchase', body, key: this.#number('buy') },
      enter: ({ status, body: { challenge } }) => {
        this.#expect(status === 201 && challenge.currentBalance === 100, 'a purchase')
        const balance = TIER.ownStake + TIER.bonus
        this.#open({ id: challenge.id, kind: 'challenge', status: 'active', balance, reserved: 0, accepted: 0 })
      },
    }
  }

  #place(program: Program): Turn {
    // Some are too high: what is rejected is stored and answered as well.
    const stake = this.#chance.whole(100, Math.floor(program.balance * 0.3))
    const bet: Bet = { id: this.#number('bet'), program, stake, odds: this.#chance.whole(150, 400), gain: null }
    const body = { status: 'placed', stakeAmount: stake / 100, odds: bet.odds / 100 }
    return this.#report(bet, body, (result) => {
      this.#expect(result !== 'flagged', 'a placement')
      if (result !== 'accepted') return
      program.reserved += stake
      program.accepted += 1
      this.#bets.push(bet)
    })
  }

  #settle(bet: Bet): Turn {
    const { program, stake, odds } = bet
    const how = this.#chance.weighted([
      [5, 'settled-won'],
      [4, 'settled-lost'],
      [1, 'voided'],
    ] as const)
    const amount = payout(stake, odds)
    const body = { status: how, ...(how === 'settled-won' && { settlementAmount: amount / 100 }) }
    return this.#report(bet, body, (result) => {
      const isLate = program.status !== 'active'
      const isVoid = how === 'voided'
      this.#expect(result === (isLate && !isVoid ? 'flagged' : 'accepted'), 'a settlement')
      if (isLate || isVoid) this.#bets = this.#bets.filter((each) => each !== bet)
      if (isLate) return
      program.reserved -= stake
      if (isVoid) return
      bet.gain = how === 'settled-won' ? amount - stake : -stake
      program.balance += bet.gain
    })
  }

  /** Takes a settlement back. */
  #void(bet: Bet): Turn {
    return this.#report(bet, { status: 'voided' }, (result) => {
      this.#expect(result === 'accepted', 'a void')
      bet.program.balance -= bet.gain ?? 0
      this.#bets = this.#bets.filter((each) => each !== bet)
    })
  }

  #report(bet: Bet, body: object, enter: (result: string) => void): Turn {
    return {
      sent: { path: '/v1/bets', body: { userId: this.userId, externalBetId: bet.id, ...body }, key: null },
      enter: (answer) => {
        this.#expect(answer.status === 200, `${bet.id}`)
        enter(answer.body.status)
        const { program } = bet
        if (program.kind === 'funded' || program.status !== 'active') return
        if (program.balance >= TIER.target && program.accepted >= TIER.minBets) program.status = 'passed_pending_choice'
      },
    }
  }

  #choose(program: Program): Turn {
    const how = this.#chance.weighted([
      [4, 'continue'],
      [5, 'refund-stake'],
      [1, 'cancel'],
    ] as const)
    if (how === 'cancel') return this.#cancel(program)
    const path = `/v1/users/${this.userId}/challenge/${how}`
    const body = how === 'continue' ? {} : { confirm: true }
    return {
      sent: { path, body, key: this.#number(how) },
      enter: ({ status, body: answer }) => {
        this.#expect(status === 200, how)
        this.#close(program, how === 'continue' ? 'completed' : 'refunded')
        if (how === 'refund-stake') return this.#expect(answer.ownStake === 20 && answer.bonusAmount === 80, how)
        const { fundedAccountId: id } = answer
        this.#open({ id, kind: 'funded', status: 'active', balance: TIER.funded, reserved: 0, accepted: 0 })
      },
    }
  }

  /** A funded account cannot be cancelled: it bets on. */
  #cancelOrBet = (program: Program): Turn =>
    program.kind === 'challenge' ? this.#cancel(program) : this.#place(program)

  #cancel(program: Program): Turn {
    const path = `/v1/users/${this.userId}/challenge/cancel`
    return {
      sent: { path, body: { confirm: true }, key: this.#number('cancel') },
      enter: ({ status, body }) => {
        this.#expect(status === 200 && body.cancelled === true, 'a cancellation')
        this.#close(program, 'cancelled')
        this.isOver = true
      },
    }
  }

  #open(program: Program): void {
    this.programs.push(program)
    this.#bets = []
  }

  #close(program: Program, status: string): void {
    program.status = status
    this.#bets = []
  }

  #number(what: string): string {
    this.#numbered += 1
    return `${this.userId}-${what}-${this.#numbered}`
  }

  #expect(is: boolean, what: string): void {
    if (!is) throw new Outrage(`${this.userId}: ${what} was answered ${JSON.stringify(this.log.at(-1))}`)
  }
}
