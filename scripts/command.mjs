/**
 * `npm run admin`, `audit`, `privacy`, `backup` and `restore`, which work beside a running shop [OPS-07, OPS-08], `update`, and
 * `launch-check`, `requirements` and `sbom`, which only read. Plain JavaScript, for the Node the machine
 * happens to have; the work is in the TypeScript file of that name.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  nodeBinary,
  printTo,
  root,
} from './bootstrap.mjs'

const [name, ...args] = process.argv.slice(2)

// What is asked for goes to standard output, alone, so that programs can read it.
printTo(process.stderr)
ensureInstalled()
const usesBuild = ['admin', 'audit', 'backup', 'privacy', 'restore'].includes(name)
// An update is to the program that lies here now; a shop that runs is not given another build.
if (name === 'update') ensureBuilt(checkStopped)
// A build that is there may be serving the shop just now: it is not replaced under it.
if (usesBuild && !existsSync(join(root, 'build', 'server', 'index.js'))) ensureBuilt()

// What commands write is their user's alone [SECRET-04].
process.umask(0o077)
const { status } = spawnSync(
  nodeBinary(),
  ['--disable-warning=ExperimentalWarning', join(root, 'scripts', `${name}.ts`), ...args],
  { cwd: root, stdio: 'inherit', env: environment({ NODE_ENV: 'production' }) },
)
process.exit(status ?? 1)

function checkStopped() {
  const { status } = spawnSync(nodeBinary(), [join(root, 'scripts', 'check-stopped.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  if (status !== 0) process.exit(status ?? 1)
}
