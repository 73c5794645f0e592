import { goldPriceEvent } from '#app/contracts/gold-price/gold-price.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../platform/errors.ts'
import { goldPriceResponse } from './queries/gold-price.ts'

/** Proxies and browsers drop a connection that is silent for long; most wait 30 s or more. */
const heartbeatMs = 25_000
/** How long a browser waits before it comes back after a lost connection. */
const retryMs = 3_000
/** Chunks a reader may leave unread before it counts as gone: it comes back when it lives. */
const maxUnread = 32
/**
 * How many pages may be open at once in all, and from one network; each holds a connection and some
 * 30 kB. Pages that are refused ask for the price every two minutes, as all do besides.
 */
export const maxOpenPages = { inAll: 10_000, ofOneNetwork: 300 } as const

/** So many pages are written to in a row, which takes some milliseconds; then others get their turn. */
const maxInARow = 100

type OpenPage = {
  network: string | null
  /** The price last sent, by its number. */
  sent: number
  write(chunk: Uint8Array): void
  end(): void
}

const encoder = new TextEncoder()
const stillHere = encoder.encode(': still here\n\n')

/**
 * Server-sent events: `goldPriceUpdated` with the documented answer, at once and at every change,
 * and a comment now and then. Ends when the page goes or the shop closes; nothing of it stays.
 * `network`: whom the page counts for; null where visitors cannot be told apart.
 */
export function goldPriceStream(
  app: AppContext,
  request: Request,
  network: string | null = null,
): Response {
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Asks reverse proxies of the nginx kind to pass each event on as it comes.
    'X-Accel-Buffering': 'no',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const pages = pagesOf(app)
  pages.refuseBeyondLimits(network)
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const { signal } = request
      end = () => {
        if (!pages.remove(page)) return
        signal.removeEventListener('abort', end)
        try {
          controller.close()
        } catch {
          // The reader canceled, and the stream is closed already.
        }
      }
      const page: OpenPage = {
        network,
        sent: 0,
        write(chunk) {
          if ((controller.desiredSize ?? 0) < -maxUnread) end()
          else controller.enqueue(chunk)
        },
        end,
      }
      controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
      pages.add(page)
      signal.addEventListener('abort', end)
      if (signal.aborted || app.closing.aborted) end()
    },
    cancel() {
      end()
    },
  })
  return new Response(body, { headers })
}

/** How many pages follow the price of this process now. */
export function openPages(app: AppContext): number {
  return pagesOf(app).count()
}

const pagesOfApp = new WeakMap<AppContext, ReturnType<typeof makePages>>()

function pagesOf(app: AppContext) {
  const known = pagesOfApp.get(app)
  if (known) return known
  const made = makePages(app)
  pagesOfApp.set(app, made)
  return made
}

/** The open pages of one process: one timer and one message for all of them. */
function makePages(app: AppContext) {
  // Connections fall to the processes of a machine evenly.
  const share = (limit: number) => Math.ceil(limit / app.config.webProcesses)
  const pages = new Set<OpenPage>()
  const ofNetwork = new Map<string, number>()
  let asked = 0
  let answered = 0
  let text = ''
  let message = new Uint8Array()
  /** Counts the messages, so that no page is sent one twice. */
  let number = 0
  let stop: (() => void) | null = null

  const send = (page: OpenPage) => {
    if (page.sent === number) return
    page.sent = number
    page.write(message)
  }
  /** Until `isOver`, as when a later price is on its way to all. */
  const toEach = async (write: (page: OpenPage) => void, isOver = () => false) => {
    let written = 0
    for (const page of [...pages]) {
      if (written > 0 && written % maxInARow === 0) await new Promise(setImmediate)
      if (isOver()) return
      // It may have gone in the meantime.
      if (pages.has(page)) write(page)
      written += 1
    }
  }
  const sendCurrent = async (to: Iterable<OpenPage>) => {
    asked += 1
    const mine = asked
    const current = JSON.stringify(await goldPriceResponse(app))
    // An answer asked for earlier must not overtake a later one with an older price [LIVE-07]; who
    // waited for it is sent the later one.
    if (mine > answered) {
      answered = mine
      if (current !== text) {
        text = current
        message = encoder.encode(`event: ${goldPriceEvent}\ndata: ${text}\n\n`)
        number += 1
        const sending = number
        await toEach(send, () => number > sending)
        return
      }
    }
    for (const page of to) if (pages.has(page)) send(page)
  }

  const begin = () => {
    const unfollow = app.revisions.onRaise((area) => {
      if (area === 'gold_price') void sendCurrent([])
    })
    const timer = setInterval(() => {
      void toEach((page) => page.write(stillHere))
      // Time alone changes the state of a price.
      void sendCurrent([])
    }, heartbeatMs)
    const close = () => {
      for (const page of pages) page.end()
    }
    app.closing.addEventListener('abort', close)
    return () => {
      unfollow()
      clearInterval(timer)
      app.closing.removeEventListener('abort', close)
    }
  }

  return {
    count: () => pages.size,
    refuseBeyondLimits(network: string | null) {
      if (network !== null && (ofNetwork.get(network) ?? 0) >= share(maxOpenPages.ofOneNetwork)) {
        const message = 'Too many pages are open from your network; the price is asked for instead.'
        throw new AppError('too_many_streams', 429, message)
      }
      if (pages.size >= share(maxOpenPages.inAll)) {
        const message = 'Too many pages are open right now; the price is asked for instead.'
        throw new AppError('too_many_streams', 503, message)
      }
    },
    add(page: OpenPage) {
      pages.add(page)
      if (page.network !== null) {
        ofNetwork.set(page.network, (ofNetwork.get(page.network) ?? 0) + 1)
      }
      // Listening begins before the price is read, so that no change falls between the two.
      stop ??= begin()
      void sendCurrent([page])
    },
    remove(page: OpenPage): boolean {
      if (!pages.delete(page)) return false
      if (page.network !== null) {
        const left = (ofNetwork.get(page.network) ?? 1) - 1
        if (left > 0) ofNetwork.set(page.network, left)
        else ofNetwork.delete(page.network)
      }
      if (pages.size === 0) {
        stop?.()
        stop = null
      }
      return true
    },
  }
}
