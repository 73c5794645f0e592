/**
 * `npm start`: installs, builds what has changed, then serves; starts the server again should it be
 * killed or crash [OPS-01, OPS-04]. Plain JavaScript, for the Node the machine happens to have.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'

const wrongConfiguration = 78
const maxPauseMs = 30_000
/** The server ends itself before that (scripts/serve.ts). */
const maxStopMs = 12_000

ensureInstalled()
ensureBuilt(checkSettings)

let stopping = false
let child
let pauseMs = 500

/** A wrong setting is reported before the half minute of a build; the server reads them again. */
function checkSettings() {
  const { status } = spawnSync(nodeBinary(), [join(root, 'scripts', 'check-settings.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  if (status !== 0) process.exit(status ?? 1)
}

function serve() {
  const startedAt = Date.now()
  child = spawn(
    nodeBinary(),
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'serve.ts')],
    {
      cwd: root,
      // The channel tells the server when this process is gone, so that none is left behind.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: environment({ NODE_ENV: 'production' }),
    },
  )
  child.on('exit', (code, signal) => {
    if (stopping || code === 0 || code === wrongConfiguration) process.exit(code ?? 0)
    if (Date.now() - startedAt > 60_000) pauseMs = 500
    print(`The server ended unexpectedly (${signal ?? `code ${code}`}); starting it again …`)
    setTimeout(serve, pauseMs)
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  })
}

function stop() {
  if (stopping) return
  stopping = true
  // Between two tries there is no server to wait for.
  if (!child || child.exitCode !== null || child.signalCode !== null) process.exit(0)
  child.kill('SIGTERM')
  // One that is frozen hears nothing else.
  setTimeout(() => child.kill('SIGKILL'), maxStopMs)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)

// A signal to npm ends the shell that npm put in between, and is not passed on by it.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && stop(), 250)
}

serve()
