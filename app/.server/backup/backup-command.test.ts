import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { commandEnvironment } from '../config.ts'
import { runBackupCommand } from './backup-command.ts'

const { signal } = new AbortController()
const environment = { PATH: process.env.PATH, BACKUP_FILE: '/somewhere/shop.gz' }

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
  const hangs = 'sleep 600 & echo $!; wait'
  const late = await runBackupCommand(hangs, environment, signal, 300)
  expect(late).toMatchObject({ exit: null, timedOut: true })
  const closing = new AbortController()
  const running = runBackupCommand(hangs, environment, closing.signal)
  await sleep(300)
  closing.abort()
  const stopped = await running
  expect(stopped).toMatchObject({ exit: null, timedOut: false })
  for (const { output } of [late, stopped]) {
    const until = performance.now() + 5000
    while (exists(Number(output)) && performance.now() < until) await sleep(20)
    expect(exists(Number(output))).toBe(false)
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
