import { configDefaults, defineConfig } from 'vitest/config'
import { filesLeftOut } from './test/helpers/needed-programs.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'packages/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...filesLeftOut()],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As patient as a test itself: a condition that is waited for comes late on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
  },
})
