import { startServer } from './server.ts'

const seconds = 8
const atOnce = 8

/**
 * Product pages answered a second by one server process, which is one core: every page is read from
 * the database and rendered again. The asking process has the other core.
 */
export async function renderedPagesPerSecond(dataDir: string): Promise<number> {
  const server = await startServer([process.execPath, 'scripts/serve.ts'], dataDir)
  const ask = async (until: number) => {
    let answered = 0
    while (performance.now() < until) {
      const response = await fetch(`${server.url}/product/7`)
      const page = await response.text()
      if (!response.ok || !page.includes('</html>')) throw new Error('not a whole page')
      answered += 1
    }
    return answered
  }
  const crowd = (forSeconds: number) =>
    Promise.all(Array.from({ length: atOnce }, () => ask(performance.now() + forSeconds * 1000)))
  await crowd(2) // warm
  const counts = await crowd(seconds)
  await server.stop()
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
