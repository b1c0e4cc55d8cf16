import type { World } from '../world/world.ts'
import type { Reading } from './tally.ts'

/** What a connection says, and how it understands the answers. */
export interface Script {
  /** The next request, as it goes over the wire. */
  next(): string
  read(status: number, body: string): Reading
  /** Whether it may end here: every bet that it placed is settled. */
  readonly isAtRest: boolean
}

export type Job = 'bets' | 'validate' | 'batch'

/** `name` makes the ids of its bets differ from those of every other script. */
export function scriptOf(job: Job, world: World, name: string): Script {
  switch (job) {
    case 'bets':
      return new BetScript(world, name)
    case 'validate':
      return new ValidateScript(world, name)
    case 'batch':
      return new BatchScript(world, name)
  }
}

const BATCH_ITEMS = 200
const STAKE = 10

/** Places bets of players drawn at random, each to be settled next: half placements, half settlements. */
export class Bettor {
  readonly #name: string
  readonly #playersPerTenant: number
  #bets = Math.floor(Math.random() * 2)
  #open: { readonly userId: string; readonly externalBetId: string } | null = null

  constructor(world: World, name: string) {
    this.#name = name
    this.#playersPerTenant = world.playersPerTenant
  }

  get hasOpenBet(): boolean {
    return this.#open !== null
  }

  placement() {
    const userId = `player-${Math.floor(Math.random() * this.#playersPerTenant)}`
    this.#open = { userId, externalBetId: `${this.#name}-${this.#bets}` }
    this.#bets += 1
    return { ...this.#open, status: 'placed', stakeAmount: STAKE, odds: 2 }
  }

  /** Won and lost in turn, beginning with either, so that balances stay where they are. */
  settlement() {
    const bet = this.#open
    this.#open = null
    if (this.#bets % 2 === 0) return { ...bet, status: 'settled-lost' }
    return { ...bet, status: 'settled-won', settlementAmount: 2 * STAKE }
  }
}

class BetScript implements Script {
  readonly #post: Post
  readonly #bettor: Bettor

  constructor(world: World, name: string) {
    this.#post = postOf(world, '/v1/bets')
    this.#bettor = new Bettor(world, name)
  }

  get isAtRest(): boolean {
    return !this.#bettor.hasOpenBet
  }

  next = (): string => this.#post(this.#bettor.hasOpenBet ? this.#bettor.settlement() : this.#bettor.placement())

  read(status: number, body: string): Reading {
    const answer = JSON.parse(body)
    return readingOf(status === 200 && answer.status === 'accepted' && answer.duplicate === false)
  }
}

class ValidateScript implements Script {
  readonly isAtRest = true
  readonly #post: Post
  readonly #bettor: Bettor

  constructor(world: World, name: string) {
    this.#post = postOf(world, '/v1/bets/validate')
    this.#bettor = new Bettor(world, name)
  }

  next = (): string => this.#post(this.#bettor.placement())

  read = (status: number, body: string): Reading =>
    readingOf(status === 200 && JSON.parse(body).validationResult.status === 'accepted')
}

class BatchScript implements Script {
  readonly #post: Post
  readonly #bettors: readonly Bettor[]

  constructor(world: World, name: string) {
    this.#post = postOf(world, '/v1/bets/batch')
    this.#bettors = Array.from({ length: BATCH_ITEMS }, (_, i) => new Bettor(world, `${name}-${i}`))
  }

  get isAtRest(): boolean {
    return !this.#bettors.some((bettor) => bettor.hasOpenBet)
  }

  next(): string {
    const bets = this.#bettors.map((bettor) => (bettor.hasOpenBet ? bettor.settlement() : bettor.placement()))
    return this.#post({ bets })
  }

  read(status: number, body: string): Reading {
    const accepted: number = status === 200 ? JSON.parse(body).summary.accepted : 0
    return { accepted, refused: BATCH_ITEMS - accepted }
  }
}

const readingOf = (accepted: boolean): Reading => ({ accepted: Number(accepted), refused: Number(!accepted) })

type Post = (body: object) => string

/** Each script speaks for one of the tenants. */
function postOf({ serverKeys }: World, path: string): Post {
  const key = serverKeys[Math.floor(Math.random() * serverKeys.length)]
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: `
  return (body) => {
    const json = JSON.stringify(body)
    return `${head}${json.length}\r\n\r\n${json}`
  }
}
