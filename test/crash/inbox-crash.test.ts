import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Chance } from '../simulation/chance.ts'
import { Scene } from './scene.ts'
import { StubbornClient } from './stubborn-client.ts'
import { TIER } from './tier.ts'

// A failure names its seed. CRASH_INBOX_ROUNDS=... kills more often.
const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1_000_000))
const ROUNDS = Number(process.env.CRASH_INBOX_ROUNDS ?? 6)
const SEATS = 16

let scene: Scene
beforeEach(async () => {
  scene = await Scene.open()
})
afterEach(() => scene.close())

/** A user who places 1.00 at 2.00, loses it and wins the next, and remembers what was acknowledged. */
class QueueingBettor {
  readonly ids: string[] = []
  readonly name: string
  readonly #client: StubbornClient

  constructor(name: string, client: StubbornClient) {
    this.name = name
    this.#client = client
  }

  async play(isOver: () => boolean): Promise<void> {
    for (let bet = 0; !isOver(); bet += 1) {
      const about = { userId: this.name, externalBetId: `${this.name}-${bet}` }
      await this.#report({ ...about, status: 'placed', stakeAmount: 1, odds: 2 })
      const end = bet % 2 === 0 ? { status: 'settled-lost' } : { status: 'settled-won', settlementAmount: 2 }
      await this.#report({ ...about, ...end })
    }
  }

  async #report(body: object): Promise<void> {
    const { status, body: answer } = await this.#client.post({ path: '/v1/bets', body, key: null })
    expect({ status, queued: answer.status }).toEqual({ status: 202, queued: 'queued' })
    this.ids.push(answer.betEventId)
  }

  /** The ids of the stored events in the order in which they were decided. */
  async stored(): Promise<readonly string[]> {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await this.#client.get(
        `/v1/admin/bet-events?limit=500&userId=${this.name}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      ids.unshift(...page.betEvents.map(({ id }: { id: string }) => id).reverse())
      cursor = page.nextCursor
    }
    return ids
  }

  async balance(): Promise<number> {
    return (await this.#client.get(`/v1/users/${this.name}/progress`)).currentBalance
  }
}

test(
  `${ROUNDS} times kill -9 under queued bets: what was acknowledged is decided, once and in order (seed ${SEED})`,
  async () => {
    const { serverKey, tierId } = await scene.makeTenant(TIER)
    const client = new StubbornClient(() => scene.url, serverKey)
    const chance = new Chance(SEED)
    const bettors = Array.from({ length: SEATS }, (_, seat) => new QueueingBettor(`user-${seat}`, client))
    for (const { name } of bettors) {
      await client.post({ path: '/v1/challenges/purchase', body: { userId: name, challengeTierId: tierId }, key: name })
    }
    const changed = await fetch(`${scene.url}/v1/admin/integration-mode`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-api-key': serverKey },
      body: JSON.stringify({ mode: 'async' }),
    })
    expect(changed.status).toBe(200)

    let isOver = false
    const playing = Promise.all(bettors.map((bettor) => bettor.play(() => isOver)))
    playing.catch(() => {
      isOver = true
    })
    for (let kills = 0; kills < ROUNDS && !isOver; kills += 1) {
      const enough = client.acknowledged + 200
      await expect.poll(() => client.acknowledged >= enough || isOver, { timeout: 60_000 }).toBe(true)
      await scene.kill(chance, (strike) =>
        chance.happens(0.5) ? wait(chance.whole(0, 300)).then(strike) : client.strikeAfter(chance.whole(1, 50), strike),
      )
    }
    isOver = true
    await playing

    const patient = { timeout: 60_000, interval: 200 }
    for (const bettor of bettors) {
      await expect.poll(() => bettor.stored(), patient).toEqual(bettor.ids)
      expect(await bettor.balance()).toBe((TIER.ownStake + TIER.bonus) / 100 - ((bettor.ids.length / 2) % 2))
    }
    const { body } = await client.post({ path: '/v1/admin/ledger/verify', body: {}, key: null })
    expect(body.mismatches).toEqual([])
  },
  60_000 + ROUNDS * 20_000,
)
