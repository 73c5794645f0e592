import { goldPriceEvent, type ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import {
  afterEvent,
  afterResponse,
  fetchGoldPrice,
  readGoldPriceResponse,
} from '#app/contracts/gold-price/read-gold-price.ts'

/** How often the price is requested beside the stream [GOLD-05]. */
export const refreshEveryMs = 120_000
const streamAddress = '/api/gold-price/stream'

type Stream = Pick<EventSource, 'addEventListener' | 'close'>

/** The parts of a browser that following needs; tests hand in their own. */
export type BrowserParts = {
  fetch: (address: string) => Promise<Response>
  openStream: (address: string) => Stream
  window: EventTarget
  document: EventTarget & { readonly hidden: boolean; readonly prerendering?: boolean }
}

/**
 * Keeps one price true in an open page. A page that a browser prepares before anyone opens it, for an
 * address half entered for instance, begins when it is opened [FAST-03]. Returns how to stop.
 */
export function followGoldPrice(
  parts: BrowserParts,
  first: ShownGoldPrice,
  show: (price: ShownGoldPrice) => void,
): () => void {
  const { document } = parts
  if (!document.prerendering) return followInOpenPage(parts, first, show)
  let stop = () => {}
  const begin = () => {
    stop = followInOpenPage(parts, first, show)
  }
  document.addEventListener('prerenderingchange', begin, { once: true })
  return () => {
    document.removeEventListener('prerenderingchange', begin)
    stop()
  }
}

/**
 * Asks at once and every two minutes, listens to the stream [LIVE-01] and to the browser's own event
 * [GOLD-07].
 */
function followInOpenPage(
  { fetch, openStream, window, document }: BrowserParts,
  first: ShownGoldPrice,
  show: (price: ShownGoldPrice) => void,
): () => void {
  let shown = first
  let changes = 0
  let stopped = false

  const update = (next: ShownGoldPrice) => {
    if (stopped || next === shown) return
    shown = next
    changes += 1
    show(next)
  }

  const refresh = async () => {
    const before = changes
    const answer = await fetchGoldPrice(fetch)
    // A push that came while this answer was under way is newer than it [LIVE-07].
    if (changes === before) update(afterResponse(shown, answer))
  }

  const onEvent = (event: Event) => update(afterEvent(shown, (event as CustomEvent).detail))

  const onPush = (event: MessageEvent<string>) => {
    const pushed = readPush(event.data)
    if (!pushed) return
    const { pricePerGram, takenAt, source } = pushed.shown
    const isNew =
      pricePerGram !== shown.pricePerGram || takenAt !== shown.takenAt || source !== shown.source
    // Other listeners first; the event alone would leave the change at zero here.
    if (isNew) window.dispatchEvent(new CustomEvent(goldPriceEvent, { detail: pushed.detail }))
    update(pushed.shown)
  }

  // A browser grants a site six connections over HTTP/1.1, for all its windows together: hidden pages
  // close theirs, and get the price at once when they are seen again.
  let stream: Stream | null = null
  const followStream = () => {
    if (document.hidden) {
      stream?.close()
      stream = null
    } else if (!stream) {
      stream = openStream(streamAddress)
      stream.addEventListener(goldPriceEvent, onPush as EventListener)
    }
  }

  void refresh()
  const clock = setInterval(refresh, refreshEveryMs)
  window.addEventListener(goldPriceEvent, onEvent)
  document.addEventListener('visibilitychange', followStream)
  followStream()

  return () => {
    stopped = true
    clearInterval(clock)
    window.removeEventListener(goldPriceEvent, onEvent)
    document.removeEventListener('visibilitychange', followStream)
    stream?.close()
  }
}

type Pushed = {
  shown: ShownGoldPrice
  detail: { pricePerGram: unknown; timestamp: unknown; source: unknown }
}

/** A push that cannot be read changes nothing. */
function readPush(text: string): Pushed | null {
  try {
    const answer: unknown = JSON.parse(text)
    const shown = readGoldPriceResponse(answer)
    const { pricePerGram, timestamp, source } = answer as Record<string, unknown>
    return { shown, detail: { pricePerGram, timestamp, source } }
  } catch {
    return null
  }
}

export function browser(): BrowserParts {
  return {
    fetch: (address) => fetch(address),
    openStream: (address) => new EventSource(address),
    window,
    document,
  }
}
