import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrorCode } from './error-code.ts'

/**
 * Makes a folder, and those above it that are missing. Node's own way to do so never ends where a file system says of a
 * name that cannot be made that nothing is there, as below `/proc`; this one throws that.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path)
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await makeOne(path)
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST') || !(await stat(path)).isDirectory()) throw error
  }
}
