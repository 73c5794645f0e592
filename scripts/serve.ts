/**
 * Serves the built shop in this process. Started by scripts/start.mjs, which starts it again should
 * it be killed; ends cleanly on SIGTERM and SIGINT [OPS-05], and when its starter is gone.
 */
const { ConfigError, host, listen, createApp, readConfig, startBanner } = (await import(
  // The path is put together so that types come from the source, not from the build.
  new URL('../build/server/index.js', import.meta.url).href
)) as typeof import('../app/.server/main.ts')

/** What hangs when the shop stops is left behind after this [OPS-05, FAULT-06]. */
const maxStopMs = 9500

/** sysexits.h EX_CONFIG: starting again would not help. */
const wrongConfiguration = 78

try {
  const config = readConfig()
  const open = await createApp(config)
  const { context } = open
  const listening = await listen(host(context), config.host, config.port).catch(async (error) => {
    await open.close()
    throw error
  })
  if (!config.publicUrl)
    context.publicUrl = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listening.port}`
  open.startJobs()
  process.stdout.write(`${await startBanner(context)}\n`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      process.stderr.write('  The shop did not end in time, and was ended.\n')
      process.exit(1)
    }, maxStopMs).unref()
    await open.close(listening.close())
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`\n  The shop cannot start. ${error.message}\n\n`)
    process.exit(wrongConfiguration)
  }
  throw error
}
