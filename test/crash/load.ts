import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Chance } from '../simulation/chance.ts'
import type { Bettor } from './bettor.ts'
import type { Scene } from './scene.ts'
import type { StubbornClient } from './stubborn-client.ts'

const SEATS = 32
/** Between two kills at least so many requests are acknowledged, so that each of them strikes under load. */
const ACKNOWLEDGED_MIN = 100

type NewBettor = (name: string, number: number) => Bettor

/** Users come and go, each for so many turns, until it is told to stop; then each has its last request answered. */
export class Load {
  readonly bettors: Bettor[] = []
  readonly done: Promise<unknown>
  #stopped = false

  constructor(newBettor: NewBettor, turns: number) {
    const seats = Array.from({ length: SEATS }, (_, seat) => this.#fill(seat, newBettor, turns))
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

  async #fill(seat: number, newBettor: NewBettor, turns: number): Promise<void> {
    for (let guest = 1; !this.#stopped; guest += 1) {
      const bettor = newBettor(`user-${seat}-${guest}`, guest * SEATS + seat)
      this.bettors.push(bettor)
      for (let turn = 0; turn < turns && !bettor.isOver && !this.#stopped; turn += 1) await bettor.play()
    }
  }
}

/** Kills so many times under a load, and then has it come to its end; gives who was killed. */
export async function killUnderLoad(
  scene: Scene,
  { client, load, chance, rounds }: { client: StubbornClient; load: Load; chance: Chance; rounds: number },
): Promise<readonly string[]> {
  const kills: string[] = []
  // Half of the blows fall at any moment, half just when an answer has come in: what it promises must be on disk.
  const anyMoment = (strike: () => void) => wait(chance.whole(0, 500)).then(strike)
  const afterAnAnswer = (strike: () => void) => client.strikeAfter(chance.whole(1, 50), strike)
  while (kills.length < rounds && load.isRunning) {
    const enough = client.acknowledged + ACKNOWLEDGED_MIN
    await expect.poll(() => client.acknowledged >= enough || !load.isRunning, { timeout: 60_000 }).toBe(true)
    kills.push(await scene.kill(chance, chance.happens(0.5) ? anyMoment : afterAnAnswer))
  }
  load.stop()
  // Where only the database was killed, keys of requests that it took with it are held for a minute, or until the next start.
  await scene.killNode()
  await load.done
  return kills
}
