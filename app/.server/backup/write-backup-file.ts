import { existsSync } from 'node:fs'
import { link, open, readFile, rename, rm, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type BackupContents, BackupError, readBackup, type TakeLines } from './backup-file.ts'
import { encryptBackup } from './encryption.ts'

/** Throws where there is something by that name already: no backup replaces another. */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw alreadyExists(file)
}

/**
 * Proves a backup whole, encrypts it where a recipient is given, and writes it. Answers what is in it
 * and what the file contains.
 */
export async function saveBackup(
  file: string,
  bytes: Buffer,
  { recipient = null, take }: { recipient?: string | null; take?: TakeLines } = {},
): Promise<{ contents: BackupContents; stored: Buffer }> {
  // Before it is encrypted: afterwards the shop, which has no identity, cannot read it.
  const contents = await readBackup({ file, bytes }, take)
  const stored = recipient ? await encryptBackup(bytes, recipient) : bytes
  await saveFile(file, stored)
  return { contents, stored }
}

/**
 * Writes a file under another name, for its owner alone (it holds addresses and secrets), flushes it
 * to the disk, reads it back, and only then gives it its name. Whatever fails leaves nothing that
 * could be taken for a backup.
 */
export async function saveFile(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (!bytes.equals(await readFile(unfinished))) {
      throw new BackupError('damaged', `${file} does not read back as it was written`)
    }
    await moveIntoPlace(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw asBackupError(file, error)
  }
}

async function moveIntoPlace(unfinished: string, file: string): Promise<void> {
  try {
    // Unlike a rename it fails where another backup took the name in the meantime.
    await link(unfinished, file)
    await unlink(unfinished)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyExists(file)
    // Sticks formatted for Windows know no links.
    refuseExisting(file)
    await rename(unfinished, file)
  }
  const folder = await open(dirname(file), 'r').catch(() => null)
  // Not every system can flush a folder.
  await folder?.sync().catch(() => {})
  await folder?.close()
}

function alreadyExists(file: string): BackupError {
  return new BackupError(
    'cannot be written',
    `${file} is there already, and stays as it is; give the new backup another name`,
  )
}

function asBackupError(file: string, error: unknown): unknown {
  const why = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'there is no such folder',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'nothing can be written there',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EFBIG: 'the disk takes no file as large',
    EIO: 'the disk failed',
    ENAMETOOLONG: 'the name is too long',
  }[codeOf(error)]
  if (!why) return error
  return new BackupError('cannot be written', `${file} cannot be written: ${why}`, {
    cause: error,
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
