import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

export type Running = { url: string; pid: number; stop(): Promise<void> }

/** Starts a command that serves the shop, told its data folder or more settings, on a free port. */
export async function startServer(
  command: readonly [string, ...string[]],
  settings: string | Record<string, string>,
): Promise<Running> {
  const port = await freePort()
  const [program, ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      GOLD_SOURCES: 'none',
      LOG_LEVEL: 'error',
      ...(typeof settings === 'string' ? { DATA_DIR: settings } : settings),
    },
  })
  child.stderr.pipe(process.stderr, { end: false })
  // npm ends before the server it started. Its error output closes when the last of them has ended.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null)
      throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
