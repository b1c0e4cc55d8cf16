import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A built file, ready to be sent. */
export interface PageFile {
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  /** Null where it would save next to nothing. */
  readonly gzipped: Buffer | null
}

/** What the builder makes; a file of any other kind is not served. */
const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

const packed = promisify(gzip)

/**
 * The files below a folder by their path in it, with `/` between the parts. They are read once, so that no request ever
 * names a file of the disk. A folder that is not there has none.
 */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>()
  for (const path of await filesBelow(folder)) {
    const type = types[extname(path)]
    if (type !== undefined) files.set(path, await pageFile(join(folder, path), type))
  }
  return files
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function pageFile(path: string, type: string): Promise<PageFile> {
  const body = await readFile(path)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const gzipped = await packed(body, { level: 9 })
  return { type, etag, body, gzipped: gzipped.length < body.length * 0.9 ? gzipped : null }
}
