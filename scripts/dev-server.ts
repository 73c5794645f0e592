/**
 * The shop under Vite: pages and server code reload as they are edited. The shop itself (database,
 * jobs) is opened once and kept; each reload makes a new host around it.
 */
import { createServer as createHttpServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'

type Main = typeof import('../app/.server/main.ts')

const entry = './app/.server/main.ts'
const http = createHttpServer()
const vite = await createServer({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
})
const load = () => vite.ssrLoadModule(entry) as Promise<Main>

const { ConfigError, createApp, readConfig, startBanner } = await load()
try {
  const config = readConfig()
  const open = await createApp(config)
  let current: { main: Main; fetch: ReturnType<Main['host']>['fetch'] } | undefined

  http.on('request', (request, response) => {
    vite.middlewares(request, response, async () => {
      const main = await load()
      if (current?.main !== main) current = { main, fetch: main.host(open.context).fetch }
      const { fetch } = current
      await getRequestListener(async (incoming, env) => {
        const response = await fetch(incoming, env)
        // Vite writes inline styles and its own scripts into the page.
        response.headers.delete('Content-Security-Policy')
        return response
      })(request, response)
    })
  })
  http.listen(config.port, config.host, async () => {
    open.startJobs()
    process.stdout.write(`${await startBanner(open.context)}\n`)
  })
  const stop = async () => {
    http.closeAllConnections()
    await open.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`\n  The shop cannot start. ${error.message}\n\n`)
  process.exit(78)
}
