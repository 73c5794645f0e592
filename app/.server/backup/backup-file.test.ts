import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  BackupError,
  type BackupHeader,
  backupFormat,
  backupText,
  readBackup,
} from './backup-file.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-backup-'))
  file = join(folder, 'shop.gz')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const header = (tables: string[]): BackupHeader => ({
  ...backupFormat,
  createdAt: '2026-03-11T16:00:00.000Z',
  from: 'a test',
  migrations: [{ name: '0001_text.sql', checksum: 'c' }],
  tables: tables.map((name) => ({ name, columns: ['a', 'b'] })),
  secret: null,
  secretMark: 'm',
})

type Rows = Record<string, (string | null)[][]>

async function textOf(all: Rows, more: Partial<BackupHeader> = {}): Promise<string> {
  let text = ''
  const lines = async function* (table: string) {
    const some = (all[table] ?? []).map((row) => JSON.stringify(row))
    for (let at = 0; at < some.length; at += 3) yield some.slice(at, at + 3)
  }
  for await (const part of backupText({ ...header(Object.keys(all)), ...more }, lines)) text += part
  return text
}

async function rowsIn(path: string): Promise<Rows> {
  const read: Rows = {}
  const { header: about } = await readBackup(path, (table, lines) => {
    read[table] = [...(read[table] ?? []), ...lines.map((line) => JSON.parse(line))]
  })
  return Object.fromEntries(about.tables.map(({ name }) => [name, read[name] ?? []]))
}

const some: Rows = {
  orders: [
    ['1', 'a'],
    ['2', null],
  ],
  empty: [],
  mails: [['x', 'Grüße\u2028\r\n"<b>\\N\t💍']],
}

async function refusal(): Promise<BackupError> {
  const problem = await readBackup(file).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(problem instanceof BackupError)) throw new Error(`not refused: ${problem}`)
  return problem
}

describe('the file of a backup', () => {
  it('gives back any texts, whatever marks of new lines they hold [OPS-08]', async () => {
    const value = fc.option(fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()))
    const table = fc.array(fc.tuple(value, value))
    await fc.assert(
      fc.asyncProperty(fc.record({ orders: table, mails: table }), async (all) => {
        await writeFile(file, gzipSync(await textOf(all)))
        expect(await rowsIn(file)).toEqual(all)
      }),
      { numRuns: 10, examples: [[{ orders: [], mails: some.mails as [string, string][] }]] },
    )
  })

  it('cut off anywhere, even to nothing, is refused [OPS-08]', async () => {
    const bytes = gzipSync(await textOf(some))
    for (let length = 0; length < bytes.length; length += length > bytes.length - 12 ? 1 : 5) {
      await writeFile(file, bytes.subarray(0, length))
      expect((await refusal()).obstacle, `cut to ${length} bytes`).toBe('damaged')
    }
    // Packed again after it was cut, so that only its own end shows it.
    const lines = gunzipSync(bytes).toString().split('\n')
    for (let length = 1; length < lines.length - 1; length += 1) {
      await writeFile(file, gzipSync(`${lines.slice(0, length).join('\n')}\n`))
      expect((await refusal()).message).toContain('it ends too early')
    }
  })

  it('with any byte altered is refused, or still reads the same [OPS-08]', async () => {
    const bytes = gzipSync(await textOf(some))
    let refused = 0
    let tried = 0
    // Every byte of both ends, and of what is between them every fourth.
    for (let at = 0; at < bytes.length; at += at < 12 || at > bytes.length - 12 ? 1 : 4) {
      tried += 1
      const altered = Buffer.from(bytes)
      altered.writeUInt8((altered[at] ?? 0) ^ 0x40, at)
      await writeFile(file, altered)
      // The time and the system in the header of gzip mean nothing here.
      const read = await rowsIn(file).catch((error) => {
        expect(error, `byte ${at}`).toBeInstanceOf(BackupError)
        refused += 1
        return some
      })
      expect(read).toEqual(some)
    }
    expect(refused).toBeGreaterThan(tried - 10)
  })

  it('with a row gone, added, altered or moved is refused [OPS-08]', async () => {
    const text = await textOf(some)
    for (const altered of [
      text.replace('["2",null]\n', ''),
      text.replace('["2",null]\n', '["2",null]\n["3",null]\n'),
      text.replace('["2",null]', '["2",""]'),
      text.replace('["1","a"]\n["2",null]', '["2",null]\n["1","a"]'),
      text.replace('a test', 'another'),
    ]) {
      expect(altered).not.toBe(text)
      await writeFile(file, gzipSync(altered))
      expect((await refusal()).message).toMatch(/is damaged \(its check sums do not agree\)/)
    }
    await writeFile(file, gzipSync(`${text}["4","5"]\n`))
    expect((await refusal()).message).toContain('something follows its end')
  })

  it('of a newer version is refused with what to do [OPS-08]', async () => {
    const text = await textOf(some, { version: 2 as 1 })
    await writeFile(file, gzipSync(text))
    const { obstacle, message } = await refusal()
    expect(obstacle).toBe('refused')
    expect(message).toContain('by a newer version of the shop; update the shop')
  })

  it('differs from other files, and from none [OPS-08]', async () => {
    for (const [other, sentence] of [
      [Buffer.from('a shopping list'), 'is no backup of this shop'],
      [gzipSync('a shopping list\n'), 'is damaged (a line makes no sense)'],
      [gzipSync('{"format":"other","version":1}\n'), 'is no backup of this shop'],
      [Buffer.alloc(0), 'is damaged'],
    ] as const) {
      await writeFile(file, other)
      expect((await refusal()).message).toContain(sentence)
    }
    await rm(file)
    expect(await refusal()).toMatchObject({
      obstacle: 'not there',
      message: `There is no file ${file}`,
    })
    file = folder
    expect(await refusal()).toMatchObject({ obstacle: 'not there', message: `${file} is a folder` })
  })

  it('holds its rows as anybody could read them without the shop [OPS-08]', async () => {
    await writeFile(file, gzipSync(await textOf(some)))
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n')
    expect(lines.slice(1, 4)).toEqual(['{"table":"orders"}', '["1","a"]', '["2",null]'])
  })
})
