import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { checksum, type TableSum } from './table-rows.ts'

/** What kind of obstacle it is, for the exit code of the command. */
export type Obstacle = 'not there' | 'damaged' | 'cannot be written' | 'busy' | 'refused'

/** Why a backup could not be written or restored: sentences for the owner, with what to do. */
export class BackupError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle, message: string, options?: ErrorOptions) {
    super(message, options)
    this.obstacle = obstacle
  }
}

/**
 * A backup: lines of JSON, compressed by gzip. The first line is the header; then for each table a
 * line that names it and one for each row (table-rows.ts); the last line has the sum of each table
 * and of everything before it, so that a file which ends too early can never pass for whole.
 */
export const backupFormat = { format: 'four-nines backup', version: 1 } as const

const name = z.string().min(1)

const backupHeader = z.object({
  format: z.literal(backupFormat.format),
  version: z.literal(backupFormat.version),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Where the data were, without a password. */
  from: z.string(),
  /** Those that had run: how the tables are made again. */
  migrations: z.array(z.object({ name, checksum: name })).min(1),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  /** The shop's secret if it was generated; null if it is a setting, kept elsewhere. */
  secret: z.string().nullable(),
  /** By it a secret is known again, and not guessed. */
  secretMark: name,
})
export type BackupHeader = z.infer<typeof backupHeader>

const tableSum = z.object({ rows: z.int().min(0), sha256: name })
const lastLine = z.object({ end: z.object({ tables: z.record(name, tableSum), sha256: name }) })
const tableLine = z.object({ table: name })

export type BackupContents = { header: BackupHeader; tables: Map<string, TableSum> }

/** A backup by its path, or in memory what was decrypted of the file at that path. */
export type BackupSource = string | { file: string; bytes: Uint8Array }

/** What a reader does with the lines of a table, some at a time, in order. */
export type TakeLines = (table: string, lines: readonly string[], header: BackupHeader) => unknown

const linesAtOnce = 500
/** Lines may be as long as a picture. */
const charactersAtOnce = 8_000_000

/**
 * What no backup of a shop reaches, and a file that was made to fill the memory does: the longest line
 * is that of a picture of 40 MB, and texts of a shop are packed to a tenth or so.
 */
const [maxLineCharacters, minSuspectCharacters, maxRatio] = [64_000_000, 256_000_000, 200]

/** The values of a row, of one line. Throws where it is none: a file may be made by anybody. */
export function valuesOf(line: string): (string | null)[] {
  try {
    return row.parse(JSON.parse(line))
  } catch (error) {
    const message = 'The backup is damaged (a row makes no sense); take another backup'
    throw new BackupError('damaged', message, { cause: error })
  }
}

const row = z.array(z.string().nullable())

/** The text of a backup from its parts. */
export async function* backupText(
  header: BackupHeader,
  lines: (table: string) => AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  const whole = createHash('sha256')
  const counted = (text: string) => {
    whole.update(text)
    return text
  }
  yield counted(`${JSON.stringify(header)}\n`)
  const tables: Record<string, TableSum> = {}
  for (const { name: table } of header.tables) {
    yield counted(`${JSON.stringify({ table })}\n`)
    const all = checksum()
    for await (const some of lines(table)) {
      all.add(some)
      yield counted(`${some.join('\n')}\n`)
    }
    tables[table] = all.sum()
  }
  yield `${JSON.stringify({ end: { tables, sha256: whole.digest('hex') } })}\n`
}

/**
 * Reads a backup to its end and proves it whole. Throws a BackupError where it is not; by then
 * `take` may have been given some of it.
 */
export async function readBackup(source: BackupSource, take?: TakeLines): Promise<BackupContents> {
  const file = typeof source === 'string' ? source : source.file
  const whole = createHash('sha256')
  const tables = new Map<string, TableSum>()
  let header: BackupHeader | null = null
  let end: z.infer<typeof lastLine>['end'] | null = null
  let table: { name: string; all: ReturnType<typeof checksum>; lines: string[] } | null = null

  let characters = 0

  const flush = async () => {
    if (!table || !header || table.lines.length === 0) return
    table.all.add(table.lines)
    await take?.(table.name, table.lines, header)
    table.lines = []
    characters = 0
  }
  for await (const line of linesOf(source, file)) {
    if (end) throw damaged(file, 'something follows its end')
    if (!header) {
      header = headerOf(file, line)
    } else if (line.startsWith('[')) {
      if (!table) throw damaged(file, 'a row is outside of every table')
      table.lines.push(line)
      characters += line.length
      if (table.lines.length === linesAtOnce || characters > charactersAtOnce) await flush()
    } else {
      await flush()
      if (table) tables.set(table.name, table.all.sum())
      const mark = parsed(file, line)
      const next = tableLine.safeParse(mark)
      const last = lastLine.safeParse(mark)
      if (next.success && next.data.table !== header.tables[tables.size]?.name)
        throw damaged(file, 'its tables are not those that it names')
      if (next.success) table = { name: next.data.table, all: checksum(), lines: [] }
      else if (last.success) end = last.data.end
      else throw damaged(file, 'a line makes no sense')
    }
    if (!end) whole.update(line).update('\n')
  }
  if (!header || !end) throw damaged(file, 'it ends too early')
  const expected = JSON.stringify(Object.entries(end.tables))
  if (whole.digest('hex') !== end.sha256 || JSON.stringify([...tables]) !== expected) {
    throw damaged(file, 'its check sums do not agree')
  }
  return { header, tables }
}

function headerOf(file: string, line: string): BackupHeader {
  const kind = z.object({ format: z.string(), version: z.int() }).safeParse(parsed(file, line))
  if (!kind.success || kind.data.format !== backupFormat.format) throw notABackup(file)
  if (kind.data.version > backupFormat.version) {
    throw new BackupError(
      'refused',
      `${file} was written by a newer version of the shop; update the shop, then restore it`,
    )
  }
  const header = backupHeader.safeParse(parsed(file, line))
  if (!header.success) throw damaged(file, 'its header makes no sense')
  return header.data
}

function parsed(file: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw damaged(file, 'a line makes no sense', error)
  }
}

/** Split at line feeds alone: rows may hold every other mark of a new line. */
async function* linesOf(source: BackupSource, file: string): AsyncGenerator<string> {
  const packed: Readable =
    typeof source === 'string' ? createReadStream(source) : Readable.from([source.bytes])
  const unpacking = createGunzip()
  const text = packed.pipe(unpacking).setEncoding('utf8')
  packed.once('error', (error) => text.destroy(error))
  let rest = ''
  let isStarted = false
  let characters = 0
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      characters += chunk.length
      if (characters > minSuspectCharacters && characters > maxRatio * unpacking.bytesWritten)
        throw damaged(file, 'it unpacks to more than any shop has')
      const [first = '', ...lines] = chunk.split('\n')
      rest += first
      if (rest.length > maxLineCharacters) throw damaged(file, 'a line is longer than any picture')
      for (const next of lines) {
        isStarted = true
        yield rest
        rest = next
      }
    }
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error
    throw unreadable(file, error, isStarted)
  } finally {
    packed.destroy()
    text.destroy()
  }
  if (rest !== '') throw damaged(file, 'it ends too early')
}

function unreadable(file: string, error: Error, isStarted: boolean): Error {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new BackupError('not there', `There is no file ${file}`)
  if (code === 'EISDIR') return new BackupError('not there', `${file} is a folder`)
  if (code === 'EACCES') {
    return new BackupError('not there', `${file} may not be read by this user`)
  }
  if (code === 'Z_BUF_ERROR') return damaged(file, 'it ends too early', error)
  if (!code.startsWith('Z_')) return error
  return isStarted ? damaged(file, 'it cannot be unpacked', error) : notABackup(file)
}

function notABackup(file: string): BackupError {
  return new BackupError('damaged', `${file} is no backup of this shop`)
}

function damaged(file: string, how: string, cause?: unknown): BackupError {
  return new BackupError('damaged', `${file} is damaged (${how}); take another backup`, { cause })
}
