import { defineConfig } from 'vitest/config'

const commands = process.env.MUTATION_TESTS

/** For Stryker (docs/decisions/014-mutation.md): the domain's tests, or the named ones of app/.server. */
export default defineConfig({
  test: {
    include: commands
      ? commands.split(' ').map((name) => `app/.server/${name}.test.ts`)
      : ['app/domain/**/*.test.ts'],
    testNamePattern: process.env.MUTATION_NAMES ?? '',
    // Commands run on the embedded database alone; the other would take twice as long.
    provide: { postgresUrl: null },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
