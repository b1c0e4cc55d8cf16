import type { Pool } from 'pg'
import { systemClock } from '../../src/app/clock.ts'
import { type AppSettings, createApp, type RunningApp } from '../../src/app/create-app.ts'
import { connectPipelined } from '../../src/store/database.ts'

/** The application without HTTP, to make what a bench finds in its database. */
export const startBenchApp = (pool: Pool, url: string, pipeline: AppSettings['pipeline']): RunningApp =>
  createApp({
    pool,
    connect: () => connectPipelined({ url, prepared: true }),
    clock: systemClock,
    sendMail: async () => {},
    pipeline,
    onError: (error) => console.error(error),
  })
