import type { Client } from 'pg'
import type { Logger } from 'pino'

type Heard = (payload: string) => void

/** Between attempts to connect again: doubled each time, up to ten seconds. */
const minWaitMs = 250
const maxWaitMs = 10_000
/** A connection on which nothing is said can be dead for hours unnoticed; so it is asked. */
const heartbeatMs = 20_000

/**
 * One connection that hears NOTIFY on any number of channels. When it is lost it is made again,
 * and each listener is called once with an empty payload, since something may have been missed.
 */
export function openListener(connect: () => Promise<Client>, log: Logger) {
  const channels = new Map<string, Set<Heard>>()
  let client: Client | null = null
  let connecting: Promise<void> | null = null
  let missed = false
  let failures = 0
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const tell = (channel: string, payload: string) => {
    for (const heard of channels.get(channel) ?? []) {
      try {
        heard(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'a listener failed')
      }
    }
  }

  const lost = (which: Client) => {
    if (client !== which) return
    client = null
    missed = true
    clearInterval(heartbeat)
    which.removeAllListeners('notification')
    which.end().catch(() => {})
    later()
  }

  const later = () => {
    if (closed || channels.size === 0) return
    const wait = Math.min(minWaitMs * 2 ** failures, maxWaitMs)
    clearTimeout(retry)
    retry = setTimeout(() => void connected(), wait * (0.75 + Math.random() / 2))
    retry.unref()
  }

  const makeConnection = async () => {
    let made: Client | null = null
    try {
      made = await connect()
      const mine = made
      mine.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
      mine.on('error', () => lost(mine))
      mine.on('end', () => lost(mine))
      for (const channel of channels.keys()) await mine.query(`listen ${quoted(channel)}`)
      if (closed) return void (await endOf(mine))
      client = mine
      failures = 0
      heartbeat = setInterval(() => {
        mine
          .query({ text: 'select 1', query_timeout: 5000 } as { text: string })
          .catch(() => lost(mine))
      }, heartbeatMs)
      heartbeat.unref()
    } catch (error) {
      made?.end().catch(() => {})
      if (failures === 0)
        log.warn({ err: error }, 'the database cannot be listened to; trying again')
      failures += 1
      missed = true
      later()
      return
    }
    if (missed) {
      missed = false
      for (const channel of channels.keys()) tell(channel, '')
    }
  }

  /** Never throws: where no connection comes about, it goes on trying automatically. */
  const connected = (): Promise<void> => {
    if (client || closed) return Promise.resolve()
    connecting ??= makeConnection().finally(() => {
      connecting = null
    })
    return connecting
  }

  const listen = async (channel: string, heard: Heard) => {
    const present = channels.get(channel)
    if (present) present.add(heard)
    else channels.set(channel, new Set([heard]))
    // A connection just being made may have passed this channel by; LISTEN twice does no harm.
    await connected()
    if (!present) await client?.query(`listen ${quoted(channel)}`).catch(() => {})
    return async () => {
      const listeners = channels.get(channel)
      listeners?.delete(heard)
      if (!listeners || listeners.size > 0) return
      channels.delete(channel)
      await client?.query(`unlisten ${quoted(channel)}`).catch(() => {})
    }
  }

  const close = async () => {
    closed = true
    clearTimeout(retry)
    clearInterval(heartbeat)
    const last = client
    client = null
    await connecting
    if (last) await endOf(last)
  }

  return { listen, close }
}

/** How long a server may take to say goodbye: one that is frozen never does. */
const goodbyeMs = 1000

/** Ends a connection, by force where its server does not answer. */
export async function endOf(client: Client): Promise<void> {
  const force = setTimeout(() => client.connection.stream.destroy(), goodbyeMs)
  await client.end().catch(() => {})
  clearTimeout(force)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
