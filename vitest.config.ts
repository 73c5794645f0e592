import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,content,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    environment: 'node',
    // Left alone it keeps one core free, which on a machine with two doubles the time.
    maxWorkers: '100%',
    // Nothing here measures time; a loaded machine only takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['./tests/support/vitest-postgres.ts'],
  },
})
