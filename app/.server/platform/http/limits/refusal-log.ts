import type { AppContext } from '#app/.server/app-context.ts'

const everyMs = 60_000
/** So many networks have a line each; a flood from more must not fill the log as well. */
const maxNetworks = 200

/** Notes a request of this network that was answered 429. */
export type NoteRefusal = (network: string) => void

/**
 * One line a network a minute, with the number of its requests that a limit refused, a minute after the
 * first [LIMIT-08].
 */
export function openRefusalLog(
  { log, closing }: Pick<AppContext, 'log' | 'closing'>,
  limit: string,
): NoteRefusal {
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    for (const [network, refused] of counts) {
      log.warn({ code: 'too_many_requests', limit, network, refused }, 'refused')
    }
    counts.clear()
  }
  closing.addEventListener('abort', write, { once: true })
  return (network) => {
    if (counts.size === 0) timer = setTimeout(write, everyMs).unref()
    const name = counts.has(network) || counts.size < maxNetworks ? network : 'others'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}
