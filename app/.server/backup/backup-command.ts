import { spawn } from 'node:child_process'

/** A slow upload of a large file. */
const timeoutMs = 15 * 60_000
/** Of what it says the end is kept, where the reason of a failure stands. */
const keptCharacters = 2000

export type CommandResult = { exit: number | null; output: string; timedOut: boolean }

/**
 * Runs a command of the owner's in a shell, with more in its environment, and ends it and whatever
 * it started where it takes too long or the shop stops. `exit` is null where a signal ended it.
 */
export function runBackupCommand(
  command: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  limitMs = timeoutMs,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      // A separate process group, so that its children end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    })
    let output = ''
    let timedOut = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-keptCharacters)
      })
    }
    const end = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    }
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, limitMs)
    signal.addEventListener('abort', end)
    child.once('error', reject)
    child.once('close', (exit) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      // No character that a text of PostgreSQL cannot hold.
      resolve({ exit, timedOut, output: output.replaceAll('\0', '').trim() })
    })
    if (signal.aborted) end()
  })
}
