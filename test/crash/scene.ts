import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { postmasterOf, processesOf, ServiceProcess, SUPER_ADMIN_KEY } from '../helpers/service-process.ts'
import type { Chance } from '../simulation/chance.ts'
import type { Acknowledged } from './stubborn-client.ts'
import type { Tier } from './tier.ts'

/** The service on a data directory of its own, and those who kill it. */
export class Scene {
  readonly dataDir: string
  #service: ServiceProcess

  private constructor(dataDir: string, service: ServiceProcess) {
    this.dataDir = dataDir
    this.#service = service
  }

  static async open(): Promise<Scene> {
    const dataDir = await mkdtemp(join(tmpdir(), 'crash-'))
    return new Scene(dataDir, await ServiceProcess.start({ dataDir }))
  }

  get url(): string {
    return this.#service.url
  }

  /**
   * `kill -9` of node, of the database, or of both, when `moment` says so; node is started again, and the database comes
   * back by itself.
   */
  async kill(chance: Chance, moment: (strike: () => void) => Promise<void>): Promise<string> {
    const victim = chance.weighted([
      [5, 'node'],
      [5, 'the database'],
      [1, 'both'],
    ] as const)
    const postmaster = await postmasterOf(this.dataDir)
    await moment(() => {
      if (victim !== 'node' && postmaster !== null) killIfThere(postmaster)
      if (victim !== 'the database') this.#service.kill('SIGKILL')
    })
    if (victim !== 'the database') await this.#restart()
    return victim
  }

  async killNode(): Promise<void> {
    this.#service.kill('SIGKILL')
    await this.#restart()
  }

  async #restart(): Promise<void> {
    await this.#service.exited
    this.#service = await ServiceProcess.start({ dataDir: this.dataDir })
  }

  /** A tenant whose plan lifts the limits of requests, with a tier on sale; gives its server key. */
  async makeTenant(sold: Tier): Promise<{ readonly serverKey: string; readonly tierId: string }> {
    const lifted = 1_000_000
    const categories = [
      'bets',
      'users',
      'challenges',
      'reconciliation',
      'admin',
      'default',
      'tenant',
      'betEventsPerUser',
    ]
    const rateLimits = Object.fromEntries(categories.map((category) => [category, lifted]))
    const { serverKey } = await this.#made('/v1/super-admin/tenants', {
      name: 'Crash',
      environment: 'staging',
      rateLimits,
    })
    const ruleset = async (phase: string): Promise<string> =>
      (await this.#made('/v1/admin/rulesets', { name: phase, phase, maxStakePercent: 25 }, serverKey)).ruleset.id
    const tier = {
      name: 'Crash',
      ownStake: sold.ownStake / 100,
      bonusAmount: sold.bonus / 100,
      targetBalance: sold.target / 100,
      minBetsRequired: sold.minBets,
      fundedAccountBalance: sold.funded / 100,
      durationDays: 30,
      profitSplitPercent: sold.split,
      fundedMaxPayouts: sold.maxPayouts,
      fundedMandatoryPayoutPercent: null,
      challengeRulesetId: await ruleset('challenge'),
      fundedRulesetId: await ruleset('funded'),
    }
    return { serverKey, tierId: (await this.#made('/v1/admin/challenge-tiers', tier, serverKey)).challengeTier.id }
  }

  /** `npm run verify-ledger` beside the running service: its exit code and what it said. */
  async verifyLedger(): Promise<{ readonly code: number; readonly said: string }> {
    const child = spawn('npm', ['run', '-s', 'verify-ledger'], {
      env: { ...process.env, DATA_DIR: this.dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    const [code] = await once(child, 'close')
    return { code, said }
  }

  /** Stops the service in order, whatever it went through, and finds nothing left of it. */
  async close(): Promise<void> {
    this.#service.kill('SIGTERM')
    expect(await this.#service.exited).toEqual([0, null])
    await expect.poll(() => processesOf(this.dataDir), { timeout: 10_000 }).toEqual([])
    await rm(this.dataDir, { recursive: true })
  }

  async #made(path: string, body: object, serverKey?: string): Promise<Acknowledged['body']> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(serverKey === undefined ? { 'x-super-admin-key': SUPER_ADMIN_KEY } : { 'x-api-key': serverKey }),
      },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.status !== 201) throw new Error(`${path} was answered ${JSON.stringify(answer)}`)
    return answer
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had ended before: a kill a moment ago, from which the database has not come back yet.
  }
}
