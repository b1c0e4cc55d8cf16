import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

const PNG = [0x89, 0x50, 0x4e, 0x47]

/** Keeps a picture of the documents where `PICTURES` names a folder; a usual run only looks whether there is one. */
export async function keepPicture(taken: Uint8Array, name: string): Promise<void> {
  expect([...taken.subarray(0, 4)]).toEqual(PNG)
  const folder = process.env.PICTURES
  if (folder !== undefined) await writeFile(join(folder, `${name}.png`), taken)
}
