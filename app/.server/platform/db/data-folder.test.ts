import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
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
    lockDataFolder(${JSON.stringify(folder)})
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
        `^DATA_DIR: ${folder} is in use by process ${child.pid} since \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z; stop it, or give this one a DATA_DIR of its own$`,
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
    const sentence = refusal()
    expect(sentence).toMatch(/^DATA_DIR: the disk of .* is full/)
    expect(sentence).toMatch(/free some space, or set DATA_DIR to a folder on another disk$/)
    await rm(join(folder, 'lock-holder.json'))
    expect(refusal()).toBeNull()
  })
})
