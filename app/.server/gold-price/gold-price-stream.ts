import { goldPriceEvent } from '#app/contracts/gold-price.ts'
import type { AppContext } from '../app-context.ts'
import { goldAnswer } from './queries/gold-price.ts'

/** Proxies and browsers drop a connection that is silent for long; most wait 30 s or more. */
const heartbeatMs = 25_000
/** How long a browser waits before it comes back after a lost connection. */
const retryMs = 3_000
/** Chunks a reader may leave unread before it counts as gone: it comes back when it lives. */
const maxUnread = 32

/**
 * Server-sent events: `goldPriceUpdated` with the documented answer, at once and at every change,
 * and a comment now and then. Ends when the page goes or the shop closes; nothing of it stays.
 */
export function goldPriceStream(app: AppContext, request: Request): Response {
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
      end = feed(app, request.signal, controller)
    },
    cancel() {
      end()
    },
  })
  return new Response(body, { headers })
}

function feed(
  app: AppContext,
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
    if ((controller.desiredSize ?? 0) < -maxUnread) return end()
    controller.enqueue(encoder.encode(text))
  }
  const send = async () => {
    asked += 1
    const mine = asked
    const data = await currentAnswer(app)
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
    app.events.off('goldPriceUpdated', send)
    gone.removeEventListener('abort', end)
    app.closing.removeEventListener('abort', end)
    try {
      controller.close()
    } catch {
      // The reader cancelled, and the stream is closed already.
    }
  }

  write(`retry: ${retryMs}\n\n`)
  // Listening begins before the first answer is read, so that no change falls between the two.
  app.events.on('goldPriceUpdated', send)
  gone.addEventListener('abort', end)
  app.closing.addEventListener('abort', end)
  if (gone.aborted || app.closing.aborted) end()
  else void send()
  return end
}

const asking = new WeakMap<AppContext, Promise<string>>()

/**
 * The answer as text. All pages hear of a change in the same turn of the event loop and share one
 * reading of it; whoever hears later reads again, since there may be a later price.
 */
function currentAnswer(app: AppContext): Promise<string> {
  const shared = asking.get(app)
  if (shared) return shared
  const answer = goldAnswer(app).then((current) => JSON.stringify(current))
  asking.set(app, answer)
  queueMicrotask(() => asking.delete(app))
  return answer
}
