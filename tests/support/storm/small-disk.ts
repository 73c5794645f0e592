import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const megabytes = 400

/**
 * A disk of its own for a database, small enough to be filled: a file system in memory. Null where
 * this user may not mount one, as in most containers; then disks do not fill.
 */
export function smallDisk(): { folder: string; remove(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-disk-'))
  try {
    const size = `size=${megabytes}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  return {
    folder,
    remove() {
      // Lazily: a process that was just killed may still be at a file.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes until nothing more can be written; what it returns makes room again. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const name = join(folder, 'filling')
  const file = await open(name, 'w')
  const megabyte = Buffer.alloc(1024 * 1024)
  for (let bytes = megabyte.length; bytes >= 512; ) {
    await file.write(megabyte, 0, bytes).catch(() => {
      bytes = Math.floor(bytes / 2)
    })
  }
  return async () => {
    await file.close()
    await rm(name)
  }
}
