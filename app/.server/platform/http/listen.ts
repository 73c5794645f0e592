import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '#app/.server/config.ts'
import { networkOf } from './client-address.ts'
import { maxBodySeconds } from './limits/body-limit.ts'
import { type App, openServer } from './malformed.ts'

export type Listening = { url: string; port: number; close(): Promise<void> }

/** Open requests may take this long to finish once the shop stops [OPS-05]. */
const graceMs = 8000

/**
 * The most connections of a process at once, in all and from one network [LIMIT-03]: room for every
 * open page there may be (gold-price-stream.ts) and what its browser asks for besides. A proxy connects
 * for everybody: one on this machine, or trusted by TRUST_PROXY, is held to the total alone.
 * `idleMs`: one on which nothing is sent or read for so long is gone [LIMIT-04]; open pages are
 * written to every 25 seconds.
 */
export const maxConnections = { inAll: 12_000, ofOneNetwork: 1000, idleMs: 60_000 }

/** Connections that wait to be taken would be reset by closing the port: they are taken first. */
const takingMs = 100

/**
 * Takes the port; a port in use is one sentence with the remedy, not a stack. `shared`: other
 * processes of this shop listen on it too, and connections fall to them evenly.
 */
export function listen(
  app: App,
  host: string,
  port: number,
  { shared = false }: { shared?: boolean } = {},
): Promise<Listening> {
  const server = openServer(app)
  // A client that sends its headers or body one byte a minute holds nothing for long.
  server.headersTimeout = 15_000
  // Beyond what each route allows (body-limit.ts), which ends a slow body much sooner.
  server.requestTimeout = (maxBodySeconds + 10) * 1000
  const connections = app.connections ?? maxConnections
  server.timeout = connections.idleMs
  capConnections(server, connections)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ConfigError(sentence(error, host, port)))
    })
    server.listen({ port, host, reusePort: shared }, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      const name = host.includes(':') ? `[${host}]` : host
      resolve({ url: `http://${name}:${actual}`, port: actual, close: () => close(server) })
    })
  })
}

export function capConnections(
  server: Pick<Server, 'on' | 'maxConnections'>,
  { inAll, ofOneNetwork }: Omit<typeof maxConnections, 'idleMs'>,
): void {
  server.maxConnections = inAll
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? 'unknown')
    if (network === null) return
    const count = (open.get(network) ?? 0) + 1
    if (count > ofOneNetwork) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

function sentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `PORT ${port} is in use by another program; stop that one, or choose another port: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES') {
    return `PORT ${port} may not be used by this user; choose one above 1023, for example PORT=3000`
  }
  if (error.code === 'ENOTSUP' || error.code === 'EINVAL') {
    return 'WEB_PROCESSES: this system cannot share a port among processes; leave it out'
  }
  return `HOST ${host} cannot be listened on (${error.code ?? error.message}); leave HOST out for localhost`
}

async function close(server: Server): Promise<void> {
  // A connection whose answer or stream ends from now on is not kept for another request, as
  // browsers would have it for the usual five seconds and more.
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 0
  await sleep(takingMs)
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
