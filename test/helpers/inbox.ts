import { expect } from 'vitest'
import type { RunningApp } from '../../src/app/create-app.ts'

/** Resolves when every queued bet has been decided. */
export const emptied = ({ inboxStanding }: Pick<RunningApp, 'inboxStanding'>): Promise<void> =>
  expect.poll(async () => (await inboxStanding()).waiting, { timeout: 30_000, interval: 20 }).toBe(0)
