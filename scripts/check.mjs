/** `npm run check`: format, lint with import walls, types, unit tests; under a minute. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, nodeBinary, root, say } from './bootstrap.mjs'

ensureInstalled()

const steps = [
  [
    'Format, lint and import walls',
    'node_modules/@biomejs/biome/bin/biome',
    ['check', '--error-on-warnings', '.'],
  ],
  ['Route types', 'node_modules/@react-router/dev/bin.cjs', ['typegen']],
  ['Types', 'node_modules/typescript/bin/tsc', ['--noEmit']],
  [
    'Unit tests',
    'node_modules/vitest/vitest.mjs',
    ['run', 'app/domain', 'app/forms', 'app/ui', 'content', 'scripts'],
  ],
]

for (const [title, script, args] of steps) {
  say(`${title} …`)
  const { status } = spawnSync(nodeBinary(), [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  if (status !== 0) process.exit(status ?? 1)
}
