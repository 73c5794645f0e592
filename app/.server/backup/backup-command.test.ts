import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { commandEnvironment } from '../config.ts'
import { runBackupCommand } from './backup-command.ts'

const { signal } = new AbortController()
const environment = { PATH: process.env.PATH, BACKUP_FILE: '/somewhere/shop.gz' }

const patient = { timeout: 60_000, interval: 20 }

const exists = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a command of the owner’s is told the file, and its end is kept [BACKUP-06]', async () => {
  const result = await runBackupCommand('echo "took $BACKUP_FILE"; exit 3', environment, signal)
  expect(result).toEqual({ exit: 3, output: 'took /somewhere/shop.gz', timedOut: false })
  const long = await runBackupCommand('seq 1 100000; echo the end >&2', environment, signal)
  expect(long.output.length).toBeLessThanOrEqual(2000)
  expect(long.output).toMatch(/100000|the end/)
  expect(await runBackupCommand('no-such-program-here', environment, signal)).toMatchObject({
    exit: 127,
  })
})

it('one that hangs is ended with whatever it started, and so when the shop stops [BACKUP-06]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-command-'))
  /** It writes down what it started, then waits. */
  const hangs = (name: string) => `sleep 600 & echo $! > ${join(folder, name)}; wait`
  const startedBy = (name: string) => Number(readFileSync(join(folder, name), 'utf8'))
  const hasStarted = (name: string) =>
    vi.waitFor(() => expect(startedBy(name)).toBeGreaterThan(0), patient)
  try {
    const late = runBackupCommand(hangs('late'), environment, signal, 5000)
    await hasStarted('late')
    expect(await late).toMatchObject({ exit: null, timedOut: true })
    const closing = new AbortController()
    const running = runBackupCommand(hangs('stopped'), environment, closing.signal)
    await hasStarted('stopped')
    closing.abort()
    expect(await running).toMatchObject({ exit: null, timedOut: false })
    for (const name of ['late', 'stopped']) {
      await vi.waitFor(() => expect(exists(startedBy(name))).toBe(false), patient)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('it is not told the settings of the shop [BACKUP-06]', () => {
  process.env.SESSION_SECRET = 'a secret of 32 characters or more, for tests'
  try {
    expect(commandEnvironment()).not.toHaveProperty('SESSION_SECRET')
    expect(commandEnvironment().PATH).toBe(process.env.PATH)
  } finally {
    delete process.env.SESSION_SECRET
  }
})
