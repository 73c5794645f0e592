import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#app/.server/config.ts'
import { lockDataFolder } from './data-folder.ts'

let parent: string
let folder: string
const children: ReturnType<typeof spawn>[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'four-nines-folder-'))
  folder = join(parent, 'data')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(parent, { recursive: true, force: true })
})

/** Another process that takes the lock and keeps it until it is killed. */
async function holder() {
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))})
    globalThis.keptFromGarbageCollection = lockDataFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  if (!child.stdout) throw new Error('no output')
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('held')
  return child
}

const refusal = () => {
  try {
    lockDataFolder(folder).release()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return null
}

describe('the data folder', () => {
  it('is made, and is free again once released', () => {
    lockDataFolder(folder).release()
    lockDataFolder(folder).release()
  })

  it('refuses a second holder in the same process', () => {
    const lock = lockDataFolder(folder)
    expect(refusal()).toMatch(`is in use by process ${process.pid} since 2`)
    lock.release()
    expect(refusal()).toBeNull()
  })

  it('refuses a second process in one sentence with the holder and the remedy', async () => {
    const child = await holder()
    expect(refusal()).toMatch(
      new RegExp(
        `^DATA_DIR: ${folder} is in use by process ${child.pid} since \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z; stop it, or give this one another DATA_DIR$`,
      ),
    )
  })

  it('is taken over from a holder that was killed [OPS-04]', async () => {
    const child = await holder()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(refusal()).toBeNull()
  })

  it('does not believe a process id that now belongs to another process', async () => {
    lockDataFolder(folder).release()
    // Left by a killed holder; its number has been given to this very process since.
    const left = { pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' }
    await writeFile(join(folder, 'lock-holder.json'), JSON.stringify(left))
    expect(refusal()).toBeNull()
  })

  it('says so when it cannot be written to [OPS-02]', async () => {
    await writeFile(join(parent, 'file'), '')
    folder = join(parent, 'file', 'data')
    expect(refusal()).toBe(
      `DATA_DIR: ${folder} cannot be written to; set DATA_DIR to a folder that this user may write to`,
    )
  })

  it.skipIf(process.platform !== 'linux')('says so when the disk is full [OPS-02]', async () => {
    lockDataFolder(folder).release()
    // A file that every write to fails as on a full disk.
    await symlink('/dev/full', join(folder, 'lock-holder.json'))
    const message = refusal()
    expect(message).toMatch(/^DATA_DIR: the disk of .* is full/)
    expect(message).toMatch(/free some space, or set DATA_DIR to a folder on another disk$/)
    await rm(join(folder, 'lock-holder.json'))
    expect(refusal()).toBeNull()
  })

  describe.skipIf(process.platform === 'win32')('and other users of the machine', () => {
    /** A folder from before, open to all: a database, a secret, pictures, and links out of it. */
    async function openFolder() {
      await mkdir(join(folder, 'db', 'base', '1'), { recursive: true })
      await mkdir(join(folder, 'media'))
      await mkdir(join(parent, 'elsewhere'))
      const files = ['secret', 'db/PG_VERSION', 'db/base/1/1247', 'media/a-master.webp']
      for (const file of files) await writeFile(join(folder, file), 'of a shop that sold')
      await writeFile(join(parent, 'elsewhere', 'of another program'), '')
      await symlink(join(parent, 'elsewhere', 'of another program'), join(folder, 'link'))
      openUp(folder)
      openUp(join(parent, 'elsewhere'))
    }
    function openUp(path: string) {
      chmodSync(path, 0o777)
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const below = join(path, entry.name)
        if (entry.isDirectory()) openUp(below)
        else if (entry.isFile()) chmodSync(below, 0o666)
      }
    }
    const modesIn = (top: string) =>
      ['', ...readdirSync(top, { recursive: true, encoding: 'utf8' })]
        .map((path) => lstatSync(join(top, path)))
        .filter((found) => !found.isSymbolicLink())
        .map(
          (found) =>
            `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`,
        )
    const narrow = new Set(['folder 700', 'file 600'])

    it('takes from them every right to it, whatever it was before [SECRET-04]', async () => {
      await openFolder()
      const before = modesIn(folder)
      expect(new Set(before)).toEqual(new Set(['folder 777', 'file 666']))
      lockDataFolder(folder).release()
      expect(new Set(modesIn(folder))).toEqual(narrow)
      expect(modesIn(join(parent, 'elsewhere'))).toEqual(['folder 777', 'file 666'])
    })

    it('narrows the files of the database also where the folder was narrow [SECRET-04]', async () => {
      await openFolder()
      await chmod(folder, 0o700)
      await chmod(join(folder, 'db'), 0o700)
      lockDataFolder(folder).release()
      expect(new Set(modesIn(folder))).toEqual(narrow)
    })

    it('does not look at each picture again where others are kept out [SECRET-04]', async () => {
      await openFolder()
      lockDataFolder(folder).release()
      await chmod(join(folder, 'media', 'a-master.webp'), 0o666)
      lockDataFolder(folder).release()
      expect(modesIn(join(folder, 'media'))).toEqual(['folder 700', 'file 666'])
    })

    it.skipIf(process.getuid?.() !== 0)(
      'refuses a folder whose rights it cannot narrow [SECRET-04]',
      async () => {
        // The folder of one user, open to the other that the shop runs as.
        await openFolder()
        await chmod(parent, 0o755)
        const program = `
          const { lockDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))})
          try { lockDataFolder(${JSON.stringify(folder)}) } catch (error) { process.stdout.write(error.message) }`
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          stdio: ['ignore', 'pipe', 'inherit'],
          uid: 65_534,
          gid: 65_534,
        })
        children.push(child)
        let said = ''
        child.stdout?.on('data', (text) => {
          said += text
        })
        await once(child, 'close')
        expect(said).toBe(
          `DATA_DIR: other users of this machine can open ${folder}, and its rights cannot be narrowed, since it belongs to the user 0; make it a folder of the user that the shop runs as (chown), with mode 0700, on a disk that keeps rights`,
        )
        expect(existsSync(join(folder, 'lock-holder.json'))).toBe(false)
      },
    )
  })
})
