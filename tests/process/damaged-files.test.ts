import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seededDataFolder } from '#tests/support/databases.ts'
import { addressOf, type Program, run, serveCommand, startCommand } from '#tests/support/process.ts'

let folder: string
let program: Program | undefined
beforeEach(async () => {
  folder = await seededDataFolder()
})
afterEach(async () => {
  await program?.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['no PG_VERSION', 'PG_VERSION'],
  ['no pg_control', 'global/pg_control'],
])(
  'a database with %s ends npm start with one sentence, for good [FAULT-03]',
  async (_what, file) => {
    rmSync(join(folder, 'db', file))
    program = run(startCommand, { PORT: '0', DATA_DIR: folder })
    expect((await program.ended).code).toBe(78)
    const said = program.output().trim().split('\n')
    const refusals = said.filter((line) => line.includes('The shop cannot start. DATA_DIR:'))
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toMatch(/Restore a backup \(npm run restore -- FILE\)/)
    expect(program.output()).not.toMatch(/starting it again|at .*\.js:\d/)
  },
)

it('a first start that could make no database leaves no secret, and can be repeated [FAULT-02]', async () => {
  const place = join(folder, 'new')
  mkdirSync(place)
  writeFileSync(join(place, 'db'), 'a file in the place of the folder')
  program = run(serveCommand, { PORT: '0', DATA_DIR: place })
  expect((await program.ended).code).toBe(78)
  expect(existsSync(join(place, 'secret'))).toBe(false)
})

it('what a restore left half made is deleted at the next start [FAULT-04]', async () => {
  const unfinished = join(folder, 'restore.unfinished')
  mkdirSync(join(unfinished, 'db'), { recursive: true })
  writeFileSync(join(unfinished, 'db', 'PG_VERSION'), '18\n')
  program = run(serveCommand, { PORT: '0', DATA_DIR: folder })
  await addressOf(program)
  expect(existsSync(unfinished)).toBe(false)
})

it.skipIf(process.platform === 'win32')(
  'npm start leaves other users of the machine no way into a folder that was open to them [SECRET-04]',
  async () => {
    const paths = () => [
      folder,
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    ]
    for (const path of paths()) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
    program = run(startCommand, { PORT: '0', DATA_DIR: folder })
    await addressOf(program)
    const open = paths().filter((path) => (lstatSync(path).mode & 0o077) !== 0)
    expect(open).toEqual([])
  },
)
