/**
 * Serves the built shop in this process. Started by scripts/start.mjs, which starts it again should
 * it be killed; ends cleanly on SIGTERM and SIGINT [OPS-05], and when its starter is gone.
 */
const { ConfigError, DiskFull, host, listen, createApp, readConfig, startBanner } = (await import(
  // The path is put together so that types come from the source, not from the build.
  new URL('../build/server/index.js', import.meta.url).href
)) as typeof import('../app/.server/main.ts')

/** What hangs when the shop stops is left behind after this [OPS-05, FAULT-06]. */
const maxStopMs = 9500

/** sysexits.h: EX_CONFIG, starting again would not help; EX_TEMPFAIL, it may later. */
const [wrongConfiguration, tryLater] = [78, 75]

/**
 * With WEB_PROCESSES the starter runs several of these on one port. The first runs the jobs, and says
 * how many there will be; the others are told their number and the port.
 */
const number = Number(process.env.WEB_PROCESS_NUMBER ?? 0)
const isFirst = number === 0

try {
  const config = readConfig()
  const open = await createApp(config)
  const { context } = open
  const shared = config.webProcesses > 1
  const listening = await takePort(host(context), config.host, config.port, shared).catch(
    async (error) => {
      await open.close()
      throw error
    },
  )
  if (!config.publicUrl)
    context.publicUrl = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listening.port}`
  // Before the banner, which may wait seconds for the gold price: the shop is already serving.
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
  if (isFirst) {
    open.startJobs()
    const banner = await startBanner(context)
    if (!stopping) {
      process.stdout.write(`${banner}\n`)
      process.send?.({ webProcesses: config.webProcesses, port: listening.port })
    }
  }
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`\n  The shop cannot start. ${error.message}\n\n`)
    process.exit(error instanceof DiskFull ? tryLater : wrongConfiguration)
  }
  throw error
}

/**
 * A port that is shared would be taken beside another shop that shares it as well: at the first start
 * it must be free.
 */
async function takePort(app: ReturnType<typeof host>, name: string, port: number, shared: boolean) {
  if (shared && process.env.WEB_PROCESS_NUMBER === undefined) {
    await (await listen(app, name, port)).close()
  }
  return listen(app, name, port, { shared })
}
