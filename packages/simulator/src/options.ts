import { parseArgs } from 'node:util'
import { PLAYERS_MIN } from './players/roster.ts'

export interface Options {
  readonly files: readonly string[]
  readonly seed: string
  readonly players: number
  /** A running service; undefined: one is started. */
  readonly url: string | undefined
  readonly serverKey: string | undefined
  readonly superAdminKey: string | undefined
  readonly picture: string
}

/** What the command line can say. Its message ends with the usage. */
export class UsageError extends Error {
  constructor(complaint: string) {
    super(complaint === '' ? USAGE : `${complaint}\n\n${USAGE}`)
  }
}

const USAGE = `Plays seasons of real matches through the service and proves the books.

npm run season -- [FILE...] [options]

  FILE                    season files in the football-data.co.uk layout; none: a made-up league from the seed
  --players N             how many players (300; at least ${PLAYERS_MIN})
  --seed TEXT             the same seed and files give the same season (1)
  --url URL               a running service; none: one is started on data of its own
  --super-admin-key KEY   to open a staging tenant at that service
  --server-key KEY        or: a staging tenant of that service whose plan lifts the rate limits
  --picture FILE          where the balance curves go (out/season.svg)`

/** Throws UsageError with what is wrong, or with the usage alone when that was asked for. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  if (values.help) throw new UsageError('')
  const players = Number(values.players ?? 300)
  if (!Number.isInteger(players) || players < PLAYERS_MIN || players > 100_000) {
    throw new UsageError(`--players is a whole number from ${PLAYERS_MIN} to 100000, not ${values.players}`)
  }
  const hasKey = values['server-key'] !== undefined || values['super-admin-key'] !== undefined
  if (values.url !== undefined && !hasKey) throw new UsageError('--url needs --super-admin-key or --server-key')
  if (values.url === undefined && hasKey) throw new UsageError('a key belongs to a --url')
  return {
    files: positionals,
    seed: values.seed ?? '1',
    players,
    url: values.url,
    serverKey: values['server-key'],
    superAdminKey: values['super-admin-key'],
    picture: values.picture ?? 'out/season.svg',
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        players: { type: 'string' },
        seed: { type: 'string' },
        url: { type: 'string' },
        'server-key': { type: 'string' },
        'super-admin-key': { type: 'string' },
        picture: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
