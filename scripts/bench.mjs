/** `npm run bench`: the measurements of bench/, printed as one table. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'
import { ensureChromium } from './chromium.mjs'

const [what] = process.argv.slice(2)

/** Neither pages nor a browser are needed; or pages alone. */
const isOfServer = what === 'money' || what === 'simulate'
const isWithoutBrowser =
  isOfServer || ['pages', 'check', 'storm', 'kills', 'faults', 'draws', 'database'].includes(what)

ensureInstalled()
if (!isOfServer) ensureBuilt()
if (what === 'pages' || what === 'check') installPeers()
const { status } = spawnSync(
  nodeBinary(),
  [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: environment(isWithoutBrowser ? {} : { CHROMIUM_PATH: ensureChromium() }),
  },
)
process.exit(status ?? 1)

/** nginx and wrk, which public pages are measured beside and with; bench/pages.ts tells what is missing. */
function installPeers() {
  const isThere = (name) =>
    ['/usr/sbin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, name)))
  if (isThere('nginx') && isThere('wrk')) return
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  print('Installing nginx and wrk for the measurements (once)…')
  // Debian would start its own server on installing.
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '-q', '--no-install-recommends', 'nginx-light', 'wrk']
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
  spawnSync('apt-get', install, { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (isOurs) rmSync(policy)
}
