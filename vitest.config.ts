import { configDefaults, defineConfig } from 'vitest/config'
import { BROWSER_TESTS, hasChromium } from './test/helpers/browser-tests.ts'
import { hasPython, PYTHON_TESTS } from './test/helpers/documented-receiver.ts'
import { hasRedis, REDIS_TESTS } from './test/helpers/redis-tests.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'packages/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(hasRedis() ? [] : [REDIS_TESTS]),
      ...(hasPython() ? [] : [PYTHON_TESTS]),
      ...(hasChromium() ? [] : [BROWSER_TESTS]),
    ],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As patient as a test itself: a condition that is waited for comes late on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'text'],
    },
  },
})
