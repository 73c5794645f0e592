import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#app/.server/config.ts'

/** Rights of the group and of all other users of the machine. */
const ofOthers = 0o077

/**
 * Takes from other users of the machine every right to the data folder and what is in it: folders
 * become 0700, files 0600 [SECRET-04]. Where the folder keeps others out already, what is below it is
 * out of their reach, so 100,000 pictures are not looked at again; only the database's files are.
 * Windows has no such rights.
 */
export function narrowRights(dataDir: string): void {
  if (process.platform === 'win32') return
  const wasOpen = isOpen(dataDir)
  if (wasOpen) {
    const refused = chmodFailure(dataDir)
    // Disks that keep no rights, such as those formatted for Windows, take the change without effect.
    if (refused || isOpen(dataDir)) throw openToOthers(dataDir, refused)
  }
  for (const entry of entriesOf(dataDir)) {
    const path = join(dataDir, entry.name)
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && leadsToFolder(path))
    if (!isFolder) narrowFile(path, entry)
    else if (wasOpen || isOpen(path) || entry.name === 'db') narrowTree(path)
  }
}

function openToOthers(dataDir: string, cause: unknown): ConfigError {
  const { uid } = statSync(dataDir)
  const owner = uid === process.getuid?.() ? '' : `, since it belongs to the user ${uid}`
  return new ConfigError(
    `DATA_DIR: other users of this machine can open ${dataDir}, and its rights cannot be narrowed${owner}; make it a folder of the user that the shop runs as (chown), with mode 0700, on a disk that keeps rights`,
    { cause },
  )
}

function narrowTree(folder: string): void {
  if (isOpen(folder)) chmodFailure(folder)
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) narrowTree(path)
    else narrowFile(path, entry)
  }
}

function narrowFile(path: string, entry: Dirent): void {
  // A link is left alone: what it leads to is not the shop's.
  if (entry.isFile() && isOpen(path)) chmodFailure(path)
}

/**
 * What is gone by now, or another user's within our folder, is no reason not to start: the folder's
 * own rights keep others out.
 */
function chmodFailure(path: string): unknown {
  try {
    const mode = statSync(path).mode & 0o777
    chmodSync(path, mode & ~ofOthers)
    return null
  } catch (error) {
    return error
  }
}

function isOpen(path: string): boolean {
  try {
    return (statSync(path).mode & ofOthers) !== 0
  } catch {
    return false
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory()
  } catch {
    return false
  }
}
