/**
 * `npm start`: installs, builds what has changed, then serves; starts the server again should it be
 * killed or crash [OPS-01, OPS-04]. Plain JavaScript, for the Node the machine happens to have.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'

/** As scripts/serve.ts has them. */
const [wrongConfiguration, tryLater] = [78, 75]
const maxPauseMs = 30_000
/** The server ends itself before that (scripts/serve.ts). */
const maxStopMs = 12_000

ensureInstalled()
ensureBuilt(checkSettings)
// What the shop writes from here on is its user's alone [SECRET-04].
process.umask(0o077)

let stopping = false
let exitCode = 0
/** The shop was up once: what keeps it from starting again may pass, such as a full disk. */
let hasServed = false
/** The server processes by their number; one, unless WEB_PROCESSES says more. */
const children = new Map()
/** Numbers of the processes that were started; each is restarted automatically when it ends. */
const begun = new Set([0])

/** A wrong setting is reported before the half minute of a build; the server reads them again. */
function checkSettings() {
  const { status } = spawnSync(nodeBinary(), [join(root, 'scripts', 'check-settings.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs the process of that number, again whenever it ends unexpectedly. */
function serve(number, more = {}, pauseMs = 500) {
  const startedAt = Date.now()
  const child = spawn(
    nodeBinary(),
    [
      '--disable-warning=ExperimentalWarning',
      // Megabytes of each half of the space for young objects, 16 unless told: what a server takes
      // under load beyond what it takes at rest was mostly this. `npm run bench -- pages memory`
      '--max-semi-space-size=8',
      join(root, 'scripts', 'serve.ts'),
    ],
    {
      cwd: root,
      // The channel tells the server when this process is gone, so that none is left behind.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: environment({
        NODE_ENV: 'production',
        // What Node compiled once: the next start takes a third less to load it.
        NODE_COMPILE_CACHE: join(root, 'build', 'compiled'),
        ...more,
      }),
    },
  )
  children.set(number, child)
  // The first one has read the settings: how many there will be, and on which port.
  child.on('message', ({ webProcesses, port }) => {
    if (stopping) return
    hasServed = true
    for (let other = 1; other < webProcesses; other += 1) {
      if (!begun.has(other)) {
        begun.add(other)
        serve(other, { WEB_PROCESS_NUMBER: String(other), PORT: String(port) })
      }
    }
    if (webProcesses > 1) more = { WEB_PROCESS_NUMBER: '0', PORT: String(port) }
  })
  child.on('exit', (code, signal) => {
    children.delete(number)
    const isFinal = code === 0 || code === wrongConfiguration || (code === tryLater && !hasServed)
    if (stopping || (number === 0 && isFinal)) {
      if (number === 0) exitCode = code ?? 0
      stopping || stop()
      if (children.size === 0) process.exit(exitCode)
      return
    }
    const next = Date.now() - startedAt > 60_000 ? 500 : pauseMs
    print(`The server ended unexpectedly (${signal ?? `code ${code}`}); starting it again…`)
    setTimeout(() => stopping || serve(number, more, Math.min(next * 2, maxPauseMs)), next)
  })
}

function stop() {
  if (stopping) return
  stopping = true
  // Between two tries there is no server to wait for.
  if (children.size === 0) process.exit(exitCode)
  for (const child of children.values()) child.kill('SIGTERM')
  // One that is frozen hears nothing else.
  setTimeout(() => {
    for (const child of children.values()) child.kill('SIGKILL')
  }, maxStopMs)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)

// A signal to npm ends the shell that npm put in between, and is not passed on by it.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && stop(), 250)
}

serve(0)
