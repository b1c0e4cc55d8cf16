import { defineConfig } from 'vitest/config'

/** The tests of the core alone, for mutation testing: they need no database and run in seconds. */
export default defineConfig({
  test: {
    include: ['src/core/**/*.test.ts'],
    setupFiles: ['test/helpers/few-runs.ts'],
    testTimeout: 60_000,
  },
})
