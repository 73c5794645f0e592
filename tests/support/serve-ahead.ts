/**
 * Serves the built shop in this process as scripts/serve.ts does, by a clock that is MINUTES_AHEAD:
 * what takes hours between one start and the next need not take them in a test.
 */
const { host, listen, createApp, readConfig } = (await import(
  new URL('../../build/server/index.js', import.meta.url).href
)) as typeof import('../../app/.server/main.ts')

const ahead = Number(process.env.MINUTES_AHEAD ?? 0) * 60_000
const config = readConfig()
const open = await createApp(config, { now: () => new Date(Date.now() + ahead) })
const listening = await listen(host(open.context), config.host, config.port)
open.startJobs()
process.stdout.write(`address ${listening.url}\n`)
process.once('SIGTERM', async () => {
  await open.close(listening.close())
  process.exit(0)
})
