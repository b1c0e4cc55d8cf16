import { defineConfig } from 'vitest/config'

/** The tests of the core alone, for mutation testing and coverage: they need no database and run in seconds. */
export default defineConfig({
  test: {
    include: ['src/core/**/*.test.ts'],
    setupFiles: ['test/helpers/few-runs.ts'],
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', ['text', { skipFull: true }]],
      thresholds: { lines: 95 },
    },
  },
})
