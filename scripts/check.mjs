/** `npm run check`: format, lint, import rules, unused code, types, unit tests; under a minute. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'
import { staticChecks } from './static-checks.mjs'

ensureInstalled()

const unitTests = [
  'Unit tests',
  'node_modules/vitest/vitest.mjs',
  ['run', 'app/domain', 'app/contracts', 'app/ui', 'content', 'scripts'],
]

for (const [title, script, args] of [...staticChecks, unitTests]) {
  print(`${title}…`)
  const { status } = spawnSync(nodeBinary(), [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  if (status !== 0) process.exit(status ?? 1)
}
