import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

it('npm start on a fresh clone installs, builds, makes and seeds the database, serves the shop, and stops when told [OPS-01, OPS-05]', async () => {
  const port = await freePort()
  program = run(['npm', 'start'], { PORT: String(port) }, copyOfTheRepository())
  const address = await addressOf(program)
  expect(program.output()).toMatch(/Installing packages/)
  expect(program.output()).toMatch(/Building the shop/)
  const page = await (await fetch(`${address}/products`)).text()
  const ids = new Set([...page.matchAll(/href="\/product\/(\d+)"/g)].map((match) => match[1]))
  expect(ids.size).toBe(8)
  // The signal goes to npm; the shop behind it must not be left running.
  await program.stop('SIGTERM')
  await expect(fetch(address)).rejects.toThrow()
}, 300_000)
