import { afterEach, beforeEach, expect, test } from 'vitest'
import { Chance } from '../simulation/chance.ts'
import { Bettor } from './bettor.ts'
import { judge, judgeLedger } from './judge.ts'
import { killUnderLoad, Load } from './load.ts'
import { Scene } from './scene.ts'
import { StubbornClient } from './stubborn-client.ts'
import { TIER } from './tier.ts'

// A failure names its seed: with CRASH_SEED=... every user wants the same again. CRASH_ROUNDS=... kills more often.
const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1_000_000))
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 20)
const TURNS = 30

let scene: Scene
beforeEach(async () => {
  scene = await Scene.open()
})
afterEach(() => scene.close())

test(
  `${ROUNDS} times kill -9 under load: what was acknowledged is there, and nothing twice (seed ${SEED})`,
  async () => {
    const { serverKey, tierId } = await scene.makeTenant(TIER)
    const client = new StubbornClient(() => scene.url, serverKey)
    const shop = { client, tierId, tier: TIER }
    const load = new Load((name, number) => new Bettor(name, shop, new Chance(SEED + number)), TURNS)
    const kills = await killUnderLoad(scene, { client, load, chance: new Chance(SEED), rounds: ROUNDS })

    expect(new Set(kills).size).toBeGreaterThan(1)
    expect(client.resent).toBeGreaterThan(kills.length)
    for (const bettor of load.bettors) await judge(client, bettor)
    await judgeLedger(client, scene)
  },
  ROUNDS * 15_000,
)
