import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addressOf, freePort, type Program, run } from '#tests/support/process.ts'

let folder: string
let program: Program
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-clone-'))
})
afterEach(async () => {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything git would give a newcomer, and nothing that is ignored. */
function copyOfTheRepository(): string {
  const clone = join(folder, 'clone')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'])
    .toString()
    .split('\0')
    .filter(Boolean)
  for (const file of new Set(files)) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(file, join(clone, file))
  }
  return clone
}

/**
 * All packages but one, as links, so that npm has little to fetch; nothing says that they are installed.
 * Where files cannot be linked, npm installs all.
 */
function packagesBut(name: string, clone: string): void {
  const packages = join(clone, 'node_modules')
  try {
    execFileSync('cp', ['-al', resolve('node_modules'), packages], { stdio: 'ignore' })
  } catch {
    rmSync(packages, { recursive: true, force: true })
    return
  }
  for (const gone of [name, '.four-nines-installed', '.package-lock.json'])
    rmSync(join(packages, gone), { recursive: true, force: true })
}

/** The bundler hands over the build of this folder; by its stamp it must be of the same files. */
function bundlerAtHand(clone: string): void {
  const bundler = join(clone, 'node_modules/@react-router/dev/bin.cjs')
  // A link to that of this folder.
  rmSync(bundler)
  const built = JSON.stringify(resolve('build'))
  writeFileSync(bundler, `require('node:fs').cpSync(${built}, 'build', { recursive: true })`)
}

const builtFrom = (folder: string) =>
  readFileSync(join(folder, 'build', '.built-from'), 'utf8').split('\n')[0]

/** Without what npm and these tests put in front: the Node that the machine happens to have. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

it('on a fresh clone npm installs, reads the settings, builds, makes and seeds the database, serves the shop, and stops when told [OPS-01, OPS-05, OPS-10, OPS-11]', async () => {
  const clone = copyOfTheRepository()
  packagesBut('hono', clone)
  const npm = (args: [string, ...string[]], settings: Record<string, string> = {}) => {
    program = run(['npm', ...args], { PATH, ...settings }, clone)
    return program
  }
  const check = npm(['run', 'launch-check'])
  expect((await check.ended).code).toBe(1)
  expect(check.output()).toMatch(/Installing packages/)
  expect(check.output()).toMatch(/SMTP_URL is not set/)
  const requirements = npm(['run', 'requirements'])
  expect((await requirements.ended).code).toBe(0)
  expect(requirements.output()).toMatch(/\d+ of \d+ requirements are named by a test/)

  const wrong = npm(['start'], { LOG_LEVEL: 'verbose' })
  expect((await wrong.ended).code).toBe(78)
  expect(wrong.output()).toMatch(/The shop cannot start\. LOG_LEVEL must be/)
  expect(wrong.output()).not.toMatch(/Building the shop/)

  bundlerAtHand(clone)
  npm(['start'], { PORT: String(await freePort()) })
  const address = await addressOf(program)
  expect(program.output()).toMatch(/Building the shop/)
  expect(builtFrom(clone)).toBe(builtFrom('.'))
  const page = await (await fetch(`${address}/products`)).text()
  const ids = new Set([...page.matchAll(/href="\/product\/(\d+)"/g)].map((match) => match[1]))
  expect(ids.size).toBe(8)
  // The signal goes to npm; the shop behind it must not be left running.
  await program.stop('SIGTERM')
  await expect(fetch(address)).rejects.toThrow()
}, 480_000)
