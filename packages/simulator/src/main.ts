import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Api, openTenant } from './api.ts'
import { Chronicle } from './chronicle.ts'
import { drawCurves } from './curves.ts'
import { type Launched, launchService } from './launch.ts'
import { type Options, readOptions, UsageError } from './options.ts'
import { createTiers } from './plan.ts'
import { describeProgress, playSeason, seasonEnd } from './play.ts'
import { castPlayers } from './players/roster.ts'
import { ProgressLine } from './progress-line.ts'
import { proveBooks } from './proof.ts'
import { Random } from './random.ts'
import { complaints, formatReport, type Outcome } from './report.ts'
import { matchDays } from './season/calendar.ts'
import { loadSeason } from './season/load-season.ts'
import { type Season, SeasonFileError } from './season/match.ts'

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const season = await loadSeason(options.files, options.seed)
  const launched = options.url === undefined ? await launch() : undefined
  try {
    const outcome = await run(options, season, await connect(options, launched))
    console.log(`\n${formatReport(outcome)}\n`)
    await writePicture(options, outcome)
    return judge(outcome)
  } finally {
    await launched?.stop()
  }
}

async function launch(): Promise<Launched> {
  console.log('Starting a service with an empty database ...')
  const launched = await launchService()
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => void launched.stop().then(() => process.exit(128 + number)))
  }
  return launched
}

/** A tenant of this run's own, or the one that the server key belongs to. */
async function connect(options: Options, launched: Launched | undefined): Promise<Api> {
  const url = launched?.url ?? options.url ?? ''
  const run = `s${Date.now().toString(36)}`
  const superAdminKey = launched?.superAdminKey ?? options.superAdminKey
  const serverKey = options.serverKey ?? (await openTenant(url, superAdminKey ?? '', `Season ${run}`))
  return new Api(url, serverKey, run)
}

async function run(options: Options, season: Season, api: Api): Promise<Outcome> {
  const begin = Date.now()
  const tiers = await createTiers(api)
  const days = matchDays(season, await api.now())
  const random = new Random(options.seed)
  const review = { isAutomatic: false }
  const players = castPlayers(options.players, api.run, random, review)
  const chronicle = new Chronicle()
  console.log(`${season.title}: ${season.matches.length} matches on ${days.length} days, ${players.length} players`)
  const line = new ProgressLine(process.stdout)
  await playSeason({
    ...{ api, tiers, days, players, random, chronicle, review },
    onDay: (day) => line.update(describeProgress(day, days, chronicle), day.nth === days.length - 1),
  })
  console.log('Comparing every balance and verifying the ledger ...')
  const finding = await proveBooks(players, { api, chronicle, at: seasonEnd(days, tiers) })
  const ledger = await api.verifyLedger()
  const seconds = (Date.now() - begin) / 1000
  const { requests } = api.client
  return { season, matchDays: days.length, seed: options.seed, players, chronicle, finding, ledger, requests, seconds }
}

async function writePicture({ picture }: Options, { season, players, seed }: Outcome): Promise<void> {
  const note = `${season.title} · ${players.length} players, seed ${seed} · balance in EUR, days since the purchase`
  await mkdir(dirname(resolve(picture)), { recursive: true })
  await writeFile(picture, drawCurves(players, 'One season, nine balances', note))
  console.log(`Balance curves: ${picture}`)
}

function judge(outcome: Outcome): number {
  const found = complaints(outcome)
  if (found.length === 0) {
    console.log('The season holds: the ledger verifies, every balance agrees to the cent, every state was seen.')
    return 0
  }
  console.error(`The season does NOT hold:\n${found.map((complaint) => `  - ${complaint}`).join('\n')}`)
  return 1
}

try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof UsageError || error instanceof SeasonFileError) console.error(error.message)
  else console.error(error instanceof Error ? `The season was broken off: ${error.message}` : error)
  process.exitCode = 1
}
