import { afterEach, beforeEach, expect, test } from 'vitest'
import { Chance } from '../simulation/chance.ts'
import { Bettor } from './bettor.ts'
import { judge, judgeLedger, judgePayouts } from './judge.ts'
import { killUnderLoad, Load } from './load.ts'
import { Scene } from './scene.ts'
import { StubbornClient } from './stubborn-client.ts'
import { EASY_TIER } from './tier.ts'

// A failure names its seed. CRASH_PAYOUT_ROUNDS=... kills more often.
const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1_000_000))
const ROUNDS = Number(process.env.CRASH_PAYOUT_ROUNDS ?? 5)
/** Enough for an account or two to be paid out to its end. */
const TURNS = 80

let scene: Scene
beforeEach(async () => {
  scene = await Scene.open()
})
afterEach(() => scene.close())

test(
  `${ROUNDS} times kill -9 under payouts: each is made and told once, or not at all (seed ${SEED})`,
  async () => {
    const { serverKey, tierId } = await scene.makeTenant(EASY_TIER)
    const client = new StubbornClient(() => scene.url, serverKey)
    const shop = { client, tierId, tier: EASY_TIER }
    const load = new Load((name, number) => new Bettor(name, shop, new Chance(SEED + number)), TURNS)
    const kills = await killUnderLoad(scene, { client, load, chance: new Chance(SEED), rounds: ROUNDS })

    expect(client.resent).toBeGreaterThan(kills.length)
    for (const bettor of load.bettors) await judge(client, bettor)
    const seen = await judgePayouts(client, load.bettors)
    expect(seen.executed).toBeGreaterThan(0)
    expect(seen.rejected).toBeGreaterThan(0)
    await judgeLedger(client, scene)
  },
  30_000 + ROUNDS * 15_000,
)
