/** `npm run test-engines`: the journeys of tests/engines/ in every engine that is installed; further arguments go to Playwright. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'
import { missingEngines } from './engines.mjs'

ensureInstalled()
ensureBuilt()
for (const line of missingEngines()) print(line)
const { status } = spawnSync(
  nodeBinary(),
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=tests/engines/playwright.config.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: environment({ NODE_ENV: 'test' }) },
)
process.exit(status ?? 1)
