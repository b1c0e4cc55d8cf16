import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { madeUpLeague } from './made-up-league.ts'
import { type Season, SeasonFileError } from './match.ts'
import { joinSeasons, readSeasonFile } from './season-file.ts'

/** The seasons of the files as one; without a file the made-up league of the seed. Throws SeasonFileError. */
export async function loadSeason(files: readonly string[], seed: string): Promise<Season> {
  if (files.length === 0)
    return readSeasonFile(madeUpLeague(seed), `made-up league (invented clubs and results, seed ${seed})`)
  return joinSeasons(await Promise.all(files.map(loadFile)))
}

async function loadFile(path: string): Promise<Season> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new SeasonFileError(`${path}: ${error.message}`)
  })
  return readSeasonFile(decode(bytes), basename(path))
}

/** Most files are ASCII; some older ones write accents in Latin-1, which is not valid UTF-8. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
