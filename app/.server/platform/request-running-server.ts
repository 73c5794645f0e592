import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderInUse } from './db/data-folder.ts'

/** A shop that is only just starting holds the data folder some seconds before it can be asked. */
const timeoutMs = 15_000

/**
 * For commands: does work that needs the database, or, where another process holds the data folder,
 * has that one asked. `ask` answers null while nobody can be reached.
 */
export async function orAskRunningServer<T>(
  work: () => Promise<T>,
  ask: () => Promise<T | null>,
): Promise<T> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      const answer = await ask()
      if (answer !== null) return answer
      if (performance.now() > until) throw error
      await sleep(250)
    }
  }
}
