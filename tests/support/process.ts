import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sharedFolder } from './once-per-run.ts'

export type Program = {
  child: ChildProcess
  /** Everything written so far, both streams. */
  output(): string
  /** Resolves with the match once the output has it; rejects when the program ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Stops it by its own process id and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A real program in a process of its own, with its settings from the environment alone. */
export function run(
  command: readonly [string, ...string[]],
  settings: Record<string, string> = {},
  cwd = process.cwd(),
): Program {
  const [program, ...more] = command
  const args = program === process.execPath ? [quickStart, ...more] : more
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  const certificates = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(npm_config_|NODE_EXTRA|SSL_)/i.test(name)),
  )
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      LANG,
      ...certificates,
      HOST: '127.0.0.1',
      GOLD_SOURCES: 'none',
      ...compileCache(),
      ...settings,
    },
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    child,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)
          if (!match) return
          listeners.delete(look)
          resolve(match)
        }
        listeners.add(look)
        look()
        ended.then(() => reject(new Error(`ended without saying ${pattern}:\n${output}`)))
      }),
    ended,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** The programs of a run compile what they load once: a start takes a fifth less of the processor. */
export function compileCache(): Record<string, string> {
  const folder = sharedFolder()
  return folder ? { NODE_COMPILE_CACHE: join(folder, 'compiled') } : {}
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('none')),
      )
    })
  })
}

/** The database inside compiles once, not again for speed: a start takes a quarter less of the processor. */
export const quickStart = '--liftoff-only'

export const serveCommand = [process.execPath, 'scripts/serve.ts'] as const
export const startCommand = [process.execPath, 'scripts/start.mjs'] as const

/** The address a started shop prints. */
export async function addressOf(program: Program): Promise<string> {
  const match = await program.says(/address\s+(http:\/\/\S+)/)
  return match[1] ?? ''
}
