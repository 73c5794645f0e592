import { readFileSync } from 'node:fs'
import { startServer } from './server.ts'

/** Milliseconds from `npm start` to the first page answered, npm's own time included. */
export async function startToFirstPage(
  settings: Parameters<typeof startServer>[1],
): Promise<number> {
  const begun = performance.now()
  const server = await startServer(['npm', 'start'], settings)
  const elapsed = performance.now() - begun
  await server.stop()
  return elapsed
}

/** Resident bytes of the server process alone, ten seconds after its first page (Linux). */
export async function restingMemory(dataDir: string): Promise<number> {
  const server = await startServer([process.execPath, 'scripts/serve.ts'], dataDir)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const pages = Number(readFileSync(`/proc/${server.pid}/statm`, 'utf8').split(' ')[1])
  await server.stop()
  return pages * 4096
}
