import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '#app/.server/config.ts'
import { narrowRights } from './folder-rights.ts'

/** Another process holds the data folder; a running shop can be asked (control-server.ts). */
export class DataFolderInUse extends ConfigError {}

/** No room for the database; there may be some at a later start. */
export class DiskFull extends ConfigError {}

export type DataFolderLock = { release(): void }

type Holder = { pid: number; host: string; since: string }

/** A new database takes about 40 MB, and each stretch of its write-ahead log 16 MB. */
const leastFreeMegabytes = 64

/**
 * Makes the data folder and keeps every other process out of it (two on one embedded database would
 * destroy it), and every other user of the machine. Throws DataFolderInUse, which names the holder, DiskFull, or a ConfigError that says
 * what is wrong with the folder.
 *
 * The lock is the operating system's own, on the file `lock`, taken through SQLite, which knows how
 * on each system. It ends with its process, however that ends: nothing stale can stay behind, no
 * process id is relied on, and containers that share a folder see each other. Who holds it
 * is beside it in `lock-holder.json`, for the message only.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const holderFile = join(dataDir, 'lock-holder.json')
  attempt(dataDir, () => makeFolder(dataDir))
  const lock = attempt(dataDir, () => takeLock(dataDir, holderFile))
  try {
    attempt(dataDir, () => {
      narrowRights(dataDir)
      refuseFullDisk(dataDir)
      const holder: Holder = {
        pid: process.pid,
        host: hostname(),
        since: new Date().toISOString(),
      }
      writeFileSync(holderFile, `${JSON.stringify(holder)}\n`)
    })
  } catch (error) {
    lock.close()
    throw error
  }
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

/** With `recursive` Node's mkdir tries for ever where the parent takes no folder, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

function takeLock(dataDir: string, holderFile: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (sqliteCode(error) !== busy) throw error
    throw new DataFolderInUse(
      `DATA_DIR: ${dataDir} is in use by ${nameOf(holderFile)}; stop it, or give this one another DATA_DIR`,
      { cause: error },
    )
  }
}

function nameOf(holderFile: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(holderFile, 'utf8')) as Holder
    const where = host === hostname() ? '' : ` on ${host}`
    return `process ${pid}${where} since ${since}`
  } catch {
    return 'another process, which has only just begun'
  }
}

function refuseFullDisk(dataDir: string): void {
  const { bavail, bsize, blocks } = statfsSync(dataDir)
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000)
  // Some network and virtual file systems do not report their size.
  if (blocks > 0 && freeMegabytes < leastFreeMegabytes) throw full(dataDir, freeMegabytes)
}

function full(dataDir: string, freeMegabytes: number): DiskFull {
  return new DiskFull(
    `DATA_DIR: the disk of ${dataDir} is full (${freeMegabytes} MB free, ${leastFreeMegabytes} needed); free some space, or set DATA_DIR to a folder on another disk`,
  )
}

/** Result codes of SQLite: https://www.sqlite.org/rescode.html */
const [busy, readOnly, ioError, diskFull, cannotOpen] = [5, 8, 10, 13, 14]

function sqliteCode(error: unknown): number | null {
  // The low byte of an extended code is the kind.
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}

/** Turns what the system says about the folder into a sentence with its remedy. */
function attempt<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const kind = sqliteCode(error)
    if (code === 'ENOSPC' || code === 'EDQUOT' || kind === diskFull) throw full(dataDir, 0)
    if (kind === ioError) {
      throw new ConfigError(
        `DATA_DIR: files in ${dataDir} cannot be locked; set DATA_DIR to a folder on a disk of this machine`,
        { cause: error },
      )
    }
    const refused =
      (typeof code === 'string' && /^E(ACCES|PERM|ROFS|NOTDIR|EXIST|ISDIR|NOENT)$/.test(code)) ||
      kind === cannotOpen ||
      kind === readOnly
    if (!refused) throw error
    throw new ConfigError(
      `DATA_DIR: ${dataDir} cannot be written to; set DATA_DIR to a folder that this user may write to`,
      { cause: error },
    )
  }
}
