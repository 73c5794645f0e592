import { sql } from 'drizzle-orm'
import { type Orm, rows } from '../platform/db/database.ts'
import { type MediaFiles, masterName, mediaFileName } from '../platform/media-files.ts'
import {
  type BackupContents,
  BackupError,
  type BackupSource,
  readBackup,
  valuesOf,
} from './backup-file.ts'

/**
 * The pictures of the library are in a backup as one more table, the last: of each the kept file,
 * of which all others are made again. No table of the database has a blank in its name.
 */
export const picturesTable = { name: 'files of pictures', columns: ['name', 'base64'] }

export const picturesLine = `${JSON.stringify({ table: picturesTable.name })}\n`

export async function picturesIn(tx: Pick<Orm, 'execute'>): Promise<string[]> {
  const found = await rows<{ id: string }>(tx, sql`select id from media order by id collate "C"`)
  return found.map(({ id }) => id)
}

/** One a line. Of one whose file is lost there is none: the trial of a restore says so. */
export async function* pictureLines(
  media: Pick<MediaFiles, 'read'>,
  ids: readonly string[],
): AsyncGenerator<string[]> {
  for (const id of ids) {
    const name = masterName(id)
    const bytes = await media.read(name)
    if (bytes) yield [JSON.stringify([name, bytes.toString('base64')])]
  }
}

/**
 * Puts the pictures of a backup where the shop keeps them. Their names are of their content, so one
 * that is there already is the same.
 */
export async function restorePictures(
  source: BackupSource,
  { tables }: BackupContents,
  media: MediaFiles,
): Promise<number> {
  if (!tables.has(picturesTable.name)) return 0
  const there = new Set((await media.list()).map(({ name }) => name))
  let count = 0
  await readBackup(source, async (table, lines) => {
    if (table !== picturesTable.name) return
    for (const line of lines) {
      const [name, base64] = valuesOf(line)
      // A name that leads elsewhere is no name of a picture.
      if (!name || !base64 || !mediaFileName.test(name)) continue
      if (!there.has(name)) await media.store(name, Buffer.from(base64, 'base64'))
      count += 1
    }
  })
  return count
}

/** Throws where a backup with pictures has fewer than its library. */
export function checkPictures({ tables }: BackupContents): void {
  const files = tables.get(picturesTable.name)
  const pictures = tables.get('media')?.rows ?? 0
  if (!files || files.rows >= pictures) return
  const missing = pictures - files.rows
  throw new BackupError(
    'damaged',
    `${missing} of ${pictures} images in the library had no file to back up; upload ${missing === 1 ? 'it' : 'them'} again`,
  )
}
