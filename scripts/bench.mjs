/** `npm run bench`: the measurements of bench/, printed as one table. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, root } from './bootstrap.mjs'
import { ensureChromium } from './chromium.mjs'

ensureInstalled()
ensureBuilt()
const { status } = spawnSync(
  nodeBinary(),
  [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: environment({ CHROMIUM_PATH: ensureChromium() }),
  },
)
process.exit(status ?? 1)
