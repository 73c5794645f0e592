import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

/**
 * The slow tests that draw their examples (tests/support/draws.ts), with so many times the examples
 * that `npm test` draws, by the same laws [GATE-02].
 */
export function drawsTable(times: number): string {
  const files = globSync('{app,scripts,tests}/**/*.test.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes('support/draws.ts'),
  )
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...files],
    { stdio: 'inherit', env: { ...process.env, DRAWS: String(times), NODE_ENV: 'test' } },
  )
  if (status !== 0) process.exitCode = 1
  const all = `${files.length} files, ${times} times the examples`
  return status === 0 ? `  ${all}: all hold.` : `  ${all}: NOT all hold.`
}
