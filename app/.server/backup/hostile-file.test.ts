import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { databaseMessage, rows } from '../platform/db/database.ts'
import { migrationFiles } from '../platform/db/migrate.ts'
import {
  BackupError,
  type BackupHeader,
  backupFormat,
  backupText,
  readBackup,
} from './backup-file.ts'
import { picturesTable, restorePictures } from './pictures.ts'
import { restoreRows } from './restore-rows.ts'
import { swapSchema } from './swap-schema.ts'
import { takeBackup } from './take-backup.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-hostile-'))
  file = join(folder, 'shop.gz')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const header = (tables: BackupHeader['tables']): BackupHeader => ({
  ...backupFormat,
  createdAt: '2026-03-11T16:00:00.000Z',
  from: 'a test',
  migrations: [{ name: '0001_text.sql', checksum: 'c' }],
  tables,
  secret: null,
  secretMark: 'm',
})

/** A file whose check sums agree with the rows it has. */
async function written(about: BackupHeader, tables: ReadonlyMap<string, readonly string[]>) {
  let text = ''
  const lines = async function* (name: string) {
    const found = tables.get(name) ?? []
    if (found.length > 0) yield found
  }
  for await (const part of backupText(about, lines)) text += part
  await writeFile(file, gzipSync(text))
}

const begun = `${JSON.stringify(header([{ name: 'orders', columns: ['id'] }]))}\n{"table":"orders"}\n`

async function stream(parts: Iterable<string>) {
  await pipeline(Readable.from(parts), createGzip({ level: 1 }), createWriteStream(file))
}
function* bomb() {
  yield begun
  const line = `["${'0'.repeat(100_000)}"]\n`
  for (let count = 0; count < 4000; count += 1) yield line
}
function* hugeLine() {
  yield begun
  yield '["'
  for (let count = 0; count < 200; count += 1) yield 'x'.repeat(1_000_000)
}
function* endlessTables() {
  yield begun
  for (let count = 0; count < 200_000; count += 1) yield `{"table":"t${count}"}\n`
}

/** How reading the file ends in a process with so little memory that it could not hold the file. */
function readWithLittleMemory() {
  const program = `
    const { readBackup } = await import(${JSON.stringify(import.meta.resolve('./backup-file.ts'))})
    await readBackup(${JSON.stringify(file)}).then(
      () => process.stdout.write('read'),
      (error) => process.stdout.write(error.constructor.name + ': ' + error.message))`
  const args = ['--max-old-space-size=160', '--input-type=module', '-e', program]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stdout }
}

describe('a file that was made to harm a restore', () => {
  it.each([
    ['unpacks without end', bomb, 'it unpacks to more than any shop has'],
    ['has one endless line', hugeLine, 'a line is longer than any picture'],
    ['has endless tables', endlessTables, 'its tables are not those that it names'],
  ])(
    'and %s ends in a sentence, in little memory [BACKUP-11]',
    async (_what, parts, how) => {
      await stream(parts())
      expect(readWithLittleMemory()).toEqual({
        status: 0,
        stdout: `BackupError: ${file} is damaged (${how}); take another backup`,
      })
    },
    60_000,
  )

  it('and names files elsewhere, or gives pictures as what they are not, stores none of it [BACKUP-11]', async () => {
    const about = header([picturesTable])
    const stored: string[] = []
    const media = {
      description: 'a test',
      read: async () => null,
      list: async () => [],
      remove: async () => {},
      store: async (name: string) => {
        stored.push(name)
      },
    }
    const restored = async (line: string) => {
      await written(about, new Map([[picturesTable.name, [line]]]))
      return restorePictures(file, await readBackup(file), media)
    }
    for (const name of ['../../secret', '/etc/passwd', '..\\secret', 'db/PG_VERSION', 'a\0.webp'])
      expect(await restored(JSON.stringify([name, 'AAAA'])), name).toBe(0)
    for (const line of [
      '[1,2]',
      '[["a"],"b"]',
      '[{"length":9}]',
      '["0123456789abcdef-master.webp",7]',
      '[1',
    ])
      await expect(restored(line), line).rejects.toThrow(
        /^The backup is damaged \(a row makes no sense\)/,
      )
    expect(stored).toEqual([])
    expect(await restored('["0123456789abcdef-master.webp","AAAA"]')).toBe(1)
    expect(stored).toEqual(['0123456789abcdef-master.webp'])
  })
})

onBothDatabases('rows that are no rows', (open) => {
  const altered = (change: (values: (string | null)[]) => unknown[]) => (line: string) =>
    JSON.stringify(change(JSON.parse(line)))
  it.each<[string, (line: string) => string]>([
    ['of another kind', () => '[7]'],
    ['with values of other types', altered((values) => values.map(() => ({ a: [1] })))],
    ['with texts where numbers are', altered((values) => values.map(() => 'x'))],
    ['too short', altered((values) => values.slice(0, 2))],
    ['nested deep', () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('%s end in a sentence, and the shop stays as it was [BACKUP-11]', async (_what, change) => {
    const db = await open()
    const origin = { secret: null, secretMark: 'm', now: new Date('2026-03-11T16:00:00Z') }
    const [first = '', ...lines] = gunzipSync(await takeBackup(db, origin))
      .toString()
      .split('\n')
    const tables = new Map<string, string[]>()
    let table = ''
    for (const line of lines) {
      if (line.startsWith('{"table"')) table = (JSON.parse(line) as { table: string }).table
      else if (line.startsWith('[')) tables.set(table, [...(tables.get(table) ?? []), line])
    }
    const changed = (tables.get('products') ?? []).map(change)
    await written(JSON.parse(first), tables.set('products', changed))
    const contents = await readBackup(file)
    const failure: unknown = await swapSchema(db, 'before_restore_hostile', async (connection) => {
      await restoreRows(connection, file, contents, await migrationFiles())
    }).catch((error: unknown) => error)
    // As scripts/backup-exit.ts says it.
    const said = failure instanceof BackupError ? failure.message : databaseMessage(failure)
    expect(said).toMatch(/^.{10,200}$/)
    expect(await rows(db.orm, sql`select count(*)::int as n from products`)).toEqual([{ n: 8 }])
  })
})
