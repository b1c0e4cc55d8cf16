import { deepStrictEqual, partialDeepStrictEqual } from 'node:assert'
import type { Chance } from '../simulation/chance.ts'
import {
  confirmationOf,
  execute,
  executedOf,
  isLastOf,
  type Payout,
  pendingOf,
  profitOf,
  shownOf,
} from './payout-book.ts'
import { type Acknowledged, Outrage, type Sent, type StubbornClient } from './stubborn-client.ts'
import type { Tier } from './tier.ts'

// A user with books of its own, kept by nothing but the answers that were acknowledged. All amounts are in cents.

/** Where a user bets. */
interface Shop {
  readonly client: StubbornClient
  readonly tierId: string
  readonly tier: Tier
}

export interface Program {
  readonly id: string
  readonly kind: 'challenge' | 'funded'
  readonly tier: Tier
  /** The oldest first. */
  readonly payouts: Payout[]
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
  readonly #shop: Shop
  readonly #chance: Chance
  /** Every acknowledged request with its answer, in order. */
  readonly log: { readonly sent: Sent; readonly answer: Acknowledged }[] = []
  readonly programs: Program[] = []
  #bets: Bet[] = []
  #numbered = 0
  /** Has cancelled, and cannot buy again today. */
  isOver = false
  /** How often a void took away what a payout had been asked for. */
  amountsChanged = 0

  constructor(userId: string, shop: Shop, chance: Chance) {
    this.userId = userId
    this.#shop = shop
    this.#chance = chance
  }

  /** Sends one request until it is acknowledged; now and then one that was acknowledged before. */
  async play(): Promise<void> {
    const before = this.#chance.happens(0.1) ? this.#chance.pickOrNone(this.log) : undefined
    if (before) return this.#repeat(before)
    const { sent, enter } = this.#next()
    const answer = await this.#shop.client.post(sent)
    this.log.push({ sent, answer })
    enter(answer)
  }

  /** The program that runs or awaits a choice. */
  get program(): Program | undefined {
    const last = this.programs.at(-1)
    return last?.status === 'active' || last?.status === 'passed_pending_choice' ? last : undefined
  }

  async #repeat({ sent, answer }: Bettor['log'][number]): Promise<void> {
    const again = await this.#shop.client.post(sent)
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
    const payout = this.#payoutTurn(program)
    if (payout) return payout
    if (program.balance < 1000 || this.#chance.happens(0.01)) return this.#cancelOrBet(program)
    const settled = this.#bets.filter(({ gain }) => gain !== null)
    const [first] = settled
    if (first && this.#chance.happens(pendingOf(program) ? 0.3 : 0.08)) return this.#void(first)
    const oldest = open[0]
    return oldest && (open.length > 2 || this.#chance.happens(0.5)) ? this.#settle(oldest) : this.#place(program)
  }

  #purchase(): Turn {
    const body = { userId: this.userId, challengeTierId: this.#shop.tierId }
    return {
      sent: { path: '/v1/challenges/purchase', body, key: this.#number('buy') },
      enter: ({ status, body: { challenge } }) => {
        this.#expect(status === 201 && challenge.currentBalance === 100, 'a purchase')
        const { ownStake, bonus } = this.#shop.tier
        this.#open(challenge.id, 'challenge', ownStake + bonus)
      },
    }
  }

  #place(program: Program): Turn {
    // Some are too high: what is rejected is stored and answered as well.
    const stake = this.#chance.whole(100, Math.max(100, Math.floor(program.balance * 0.3)))
    const bet: Bet = { id: this.#number('bet'), program, stake, odds: this.#chance.whole(150, 400), gain: null }
    const body = { status: 'placed', stakeAmount: stake / 100, odds: bet.odds / 100 }
    return this.#report(bet, body, (result) => {
      this.#expect(result !== 'flagged', 'a placement')
      this.#expect(result === 'rejected' || pendingOf(program) === undefined, 'a placement while a payout waits')
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
        const { target, minBets } = program.tier
        if (program.balance >= target && program.accepted >= minBets) program.status = 'passed_pending_choice'
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
        this.#open(id, 'funded', this.#shop.tier.funded)
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

  /** Asks for a payout, decides one as the operator, or tries to decide one again. */
  #payoutTurn(program: Program): Turn | undefined {
    if (program.kind === 'challenge') return undefined
    const pending = pendingOf(program)
    if (pending && this.#chance.happens(0.4)) return this.#decide(program, pending)
    const decided = this.#chance.pickOrNone(program.payouts.filter((payout) => payout !== pending))
    if (decided && this.#chance.happens(0.05)) return this.#decideAgain(program, decided)
    return profitOf(program) > 1 && this.#chance.happens(pending ? 0.05 : 0.4) ? this.#withdraw(program) : undefined
  }

  #withdraw(program: Program): Turn {
    const profit = profitOf(program)
    const asked = this.#chance.happens(0.2) ? profit : this.#chance.whole(2, profit)
    const gross = isLastOf(program) ? profit : asked
    const refusal = pendingOf(program) ? 'payout_pending' : isLastOf(program) && program.reserved > 0 && 'open_bets'
    return {
      sent: {
        path: `/v1/users/${this.userId}/withdraw`,
        body: { grossAmount: asked / 100 },
        key: this.#number('withdraw'),
      },
      enter: ({ status, body }) => {
        if (refusal) return this.#expect(status === 400 && body.error === refusal, refusal)
        this.#expect(status === 202, 'a request for a payout')
        const isFirst = executedOf(program).length === 0
        const payout: Payout = {
          id: body.payout.id,
          number: executedOf(program).length + 1,
          ownStakeReturned: isFirst ? program.tier.ownStake : 0,
          gross,
          ...{ status: 'pending', accountClosed: false, balanceAfter: null },
        }
        program.payouts.push(payout)
        partialDeepStrictEqual(body.payout, shownOf(payout, program.tier))
      },
    }
  }

  #decide(program: Program, payout: Payout): Turn {
    const confirms = this.#chance.happens(0.7)
    const outcome = confirms ? confirmationOf(program, payout) : 'rejected'
    return this.#decision(payout, confirms, ({ status, body }) => {
      if (outcome === 'payout_amount_changed') {
        this.#expect(status === 409 && body.error === outcome, outcome)
        payout.gross = profitOf(program)
        this.amountsChanged += 1
        return
      }
      this.#expect(status === 200, 'a decision')
      if (outcome === 'executed') execute(program, payout)
      else payout.status = 'rejected'
      partialDeepStrictEqual(body.payout, shownOf(payout, program.tier))
      if (payout.accountClosed) this.#close(program, 'closed')
    })
  }

  /** A decision is final: whatever is asked for later, the payout is answered as it is. */
  #decideAgain({ tier }: Program, payout: Payout): Turn {
    return this.#decision(payout, this.#chance.happens(0.5), ({ status, body }) => {
      this.#expect(status === 200, 'a second decision')
      partialDeepStrictEqual(body.payout, shownOf(payout, tier))
    })
  }

  #decision({ id }: Payout, confirms: boolean, enter: Turn['enter']): Turn {
    const how = confirms ? 'confirm' : 'reject'
    const body = confirms ? {} : { reason: 'Not now' }
    return { sent: { path: `/v1/admin/payouts/${id}/${how}`, body, key: this.#number(how) }, enter }
  }

  #open(id: string, kind: Program['kind'], balance: number): void {
    const nothing = { payouts: [], reserved: 0, accepted: 0 }
    this.programs.push({ id, kind, tier: this.#shop.tier, status: 'active', balance, ...nothing })
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
