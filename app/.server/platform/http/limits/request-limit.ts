import type { IncomingMessage } from 'node:http'
import type { AppContext } from '#app/.server/app-context.ts'
import { clientAddress, networkOf } from '../client-address.ts'
import { type NoteRefusal, openRefusalLog } from './refusal-log.ts'

/**
 * How many requests one network may make in a minute, whatever they ask for: pages from memory, files,
 * pictures and feeds included [LIMIT-07]. A first visit takes about 40; an office behind one address
 * stays far below it. What costs more has a lower limit beside this one (read-limits.ts, rate-limits.ts).
 */
export const requestLimit = { points: 6000, seconds: 60 } as const

/** So many addresses are told apart in a minute; beyond that the counts begin again. */
const maxAddresses = 100_000

/** `noteRefusal`: in place of a line in the log. */
type Limit = { points: number; seconds: number; noteRefusal?: NoteRefusal }

type Count = { network: string; requests: number }

/** In how many seconds this network may ask again, or null: its request is answered. */
export type RequestLimit = (request: IncomingMessage) => number | null

/**
 * Counts each request in the same turn of the event loop, since pages from memory take microseconds.
 * The counts are those of one process: connections fall to the processes of a machine evenly.
 */
export function openRequestLimit(
  app: Pick<AppContext, 'now' | 'log' | 'closing'> & { config: Config },
  { points, seconds, noteRefusal }: Limit = requestLimit,
): RequestLimit {
  const { config, now } = app
  const refused = noteRefusal ?? openRefusalLog(app, 'requests')
  const most = Math.ceil(points / config.webProcesses)
  const ofNetworks = new Map<string, Count>()
  /** By address as it is written, so that each is read once a minute; null: it is not counted. */
  const ofAddresses = new Map<string, Count | null>()
  let endsAt = 0

  const countOf = (address: string): Count | null => {
    const known = ofAddresses.get(address)
    if (known !== undefined) return known
    const network = networkOf(address)
    const count = network === null ? null : (ofNetworks.get(network) ?? { network, requests: 0 })
    if (network !== null && count) ofNetworks.set(network, count)
    ofAddresses.set(address, count)
    return count
  }

  return (request) => {
    const time = now().getTime()
    const isOver = time >= endsAt || time < endsAt - seconds * 1000
    if (isOver || ofAddresses.size >= maxAddresses) {
      ofNetworks.clear()
      ofAddresses.clear()
      endsAt = time + seconds * 1000
    }
    const count = countOf(clientAddress(request, config.trustProxy))
    if (!count) return null
    count.requests += 1
    if (count.requests <= most) return null
    refused(count.network)
    return Math.max(1, Math.ceil((endsAt - time) / 1000))
  }
}

type Config = Pick<AppContext['config'], 'trustProxy' | 'webProcesses'>
