import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Chance } from '../simulation/chance.ts'
import { Bettor } from './bettor.ts'
import { judge } from './judge.ts'
import { Scene } from './scene.ts'
import { StubbornClient } from './stubborn-client.ts'

// A failure names its seed: with CRASH_SEED=... every user wants the same again. CRASH_ROUNDS=... kills more often.
const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1_000_000))
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 20)
const SEATS = 32
const TURNS = 30
/** Between two kills at least so many requests are acknowledged, so that each of them strikes under load. */
const ACKNOWLEDGED_MIN = 100

let scene: Scene
beforeEach(async () => {
  scene = await Scene.open()
})
afterEach(() => scene.close())

type NewBettor = (name: string, number: number) => Bettor

/** Users come and go until it is told to stop; then each has its last request answered. */
class Load {
  readonly bettors: Bettor[] = []
  readonly done: Promise<unknown>
  #stopped = false

  constructor(newBettor: NewBettor) {
    const seats = Array.from({ length: SEATS }, (_, seat) => this.#fill(seat, newBettor))
    this.done = Promise.all(seats).finally(() => this.stop())
    // Whoever waits for `done` hears of it; until then it is no unhandled rejection.
    this.done.catch(() => {})
  }

  get isRunning(): boolean {
    return !this.#stopped
  }

  stop(): void {
    this.#stopped = true
  }

  async #fill(seat: number, newBettor: NewBettor): Promise<void> {
    for (let guest = 1; !this.#stopped; guest += 1) {
      const bettor = newBettor(`user-${seat}-${guest}`, guest * SEATS + seat)
      this.bettors.push(bettor)
      for (let turn = 0; turn < TURNS && !bettor.isOver && !this.#stopped; turn += 1) await bettor.play()
    }
  }
}

test(
  `${ROUNDS} times kill -9 under load: what was acknowledged is there, and nothing twice (seed ${SEED})`,
  async () => {
    const { serverKey, tierId } = await scene.makeTenant()
    const client = new StubbornClient(() => scene.url, serverKey)
    const chance = new Chance(SEED)
    const load = new Load((name, number) => new Bettor(name, client, tierId, new Chance(SEED + number)))
    const kills: string[] = []
    // Half of the blows fall at any moment, half just when an answer has come in: what it promises must be on disk.
    const anyMoment = (strike: () => void) => wait(chance.whole(0, 500)).then(strike)
    const afterAnAnswer = (strike: () => void) => client.strikeAfter(chance.whole(1, 50), strike)
    while (kills.length < ROUNDS && load.isRunning) {
      const enough = client.acknowledged + ACKNOWLEDGED_MIN
      await expect.poll(() => client.acknowledged >= enough || !load.isRunning, { timeout: 60_000 }).toBe(true)
      kills.push(await scene.kill(chance, chance.happens(0.5) ? anyMoment : afterAnAnswer))
    }
    load.stop()
    await load.done

    expect(new Set(kills).size).toBeGreaterThan(1)
    expect(client.resent).toBeGreaterThan(kills.length)
    for (const bettor of load.bettors) await judge(client, bettor)
    const { body } = await client.post({ path: '/v1/admin/ledger/verify', body: {}, key: null })
    expect(body.mismatches).toEqual([])
    expect(await scene.verifyLedger()).toMatchObject({ code: 0, said: expect.stringContaining('The ledger adds up.') })
  },
  ROUNDS * 15_000,
)
