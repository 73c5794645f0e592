import { goldPriceEvent } from '#app/domain/gold-price/shown.ts'
import { goldAnswer } from './queries/gold-price.ts'
import type { Shop } from '../app-context.ts'

/** Proxies and browsers drop a connection that is silent for long; most wait 30 s or more. */
const heartbeatMs = 25_000
/** How long a browser waits before it comes back after a lost connection. */
const retryMs = 3_000
/** Chunks a reader may leave unread before it counts as gone: it comes back when it lives. */
const mostUnread = 32

/**
 * Server-sent events: `goldPriceUpdated` with the documented answer, at once and at every change,
 * and a comment now and then. Ends when the page goes or the shop closes; nothing of it stays.
 */
export function goldPriceStream(shop: Shop, request: Request): Response {
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Asks reverse proxies of the nginx kind to pass each event on as it comes.
    'X-Accel-Buffering': 'no',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = feed(shop, request.signal, controller)
    },
    cancel() {
      end()
    },
  })
  return new Response(body, { headers })
}

function feed(
  shop: Shop,
  gone: AbortSignal,
  controller: ReadableStreamDefaultController<Uint8Array>,
): () => void {
  const encoder = new TextEncoder()
  let ended = false
  let asked = 0
  let latest = 0
  let lastSent = ''

  const write = (text: string) => {
    if (ended) return
    if ((controller.desiredSize ?? 0) < -mostUnread) return end()
    controller.enqueue(encoder.encode(text))
  }
  const send = async () => {
    asked += 1
    const mine = asked
    const data = await currentAnswer(shop)
    // An answer asked for earlier must not overtake a later one with an older price [LIVE-07].
    if (mine < latest || data === lastSent) return
    latest = mine
    lastSent = data
    write(`event: ${goldPriceEvent}\ndata: ${data}\n\n`)
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  const end = () => {
    if (ended) return
    ended = true
    clearInterval(heartbeat)
    shop.events.off('goldPriceUpdated', send)
    gone.removeEventListener('abort', end)
    shop.closing.removeEventListener('abort', end)
    try {
      controller.close()
    } catch {
      // The reader cancelled, and the stream is closed already.
    }
  }

  write(`retry: ${retryMs}\n\n`)
  // Listening begins before the first answer is read, so that no change falls between the two.
  shop.events.on('goldPriceUpdated', send)
  gone.addEventListener('abort', end)
  shop.closing.addEventListener('abort', end)
  if (gone.aborted || shop.closing.aborted) end()
  else void send()
  return end
}

const asking = new WeakMap<Shop, Promise<string>>()

/**
 * The answer as text. All pages hear of a change in the same turn of the event loop and share one
 * reading of it; whoever hears later reads anew, since there may be a later price.
 */
function currentAnswer(shop: Shop): Promise<string> {
  const shared = asking.get(shop)
  if (shared) return shared
  const answer = goldAnswer(shop).then((current) => JSON.stringify(current))
  asking.set(shop, answer)
  queueMicrotask(() => asking.delete(shop))
  return answer
}
