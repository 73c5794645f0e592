import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
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

/** Without what npm and these tests put in front: the Node that the machine happens to have. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

it('on a fresh clone npm installs, reads the settings, builds, makes and seeds the database, serves the shop, and stops when told [OPS-01, OPS-05, OPS-10, OPS-11]', async () => {
  const clone = copyOfTheRepository()
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

  npm(['start'], { PORT: String(await freePort()) })
  const address = await addressOf(program)
  expect(program.output()).toMatch(/Building the shop/)
  const page = await (await fetch(`${address}/products`)).text()
  const ids = new Set([...page.matchAll(/href="\/product\/(\d+)"/g)].map((match) => match[1]))
  expect(ids.size).toBe(8)
  // The signal goes to npm; the shop behind it must not be left running.
  await program.stop('SIGTERM')
  await expect(fetch(address)).rejects.toThrow()
}, 480_000)
