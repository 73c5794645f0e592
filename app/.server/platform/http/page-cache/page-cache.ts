import { LRUCache } from 'lru-cache'
import type { AppContext } from '#app/.server/app-context.ts'
import { cachedAddress, type SizeKeyOf } from './cache-key.ts'
import { type StoredResponse, sizeOf, storeResponse } from './cached-response.ts'
import type { PageLife } from './page-life.ts'

/**
 * Makes the answer to a GET of a path of this shop; sets in `life` until when it stays true. `signal`
 * ends what is still running when the page took too long: no visitor's connection can end it.
 */
export type Render = (path: string, life: PageLife, signal: AbortSignal) => Promise<Response>

type Entry = {
  answer: StoredResponse
  /** `revisions.total()` when the rendering began: what changed since may be missing. */
  total: number
  /** Milliseconds since 1970, by the shop's clock. */
  from: number
  until: number
  /** How often it was requested. */
  hits: number
}

type Rendering = { total: number; life: PageLife; done: Promise<StoredResponse> }

/** While changes may be missed, answers are kept so long: as often the database is asked again. */
const unsureMs = 1000
/** An answer that is not whole by then is given up: the slowest page takes a second. */
const renderDeadlineMs = 30_000
/** After a change so many of the answers last requested are made again, unless nobody did twice. */
const maxWarmed = 100
const minHitsToWarm = 2

/**
 * Answers to public addresses, as bytes ready to send, until something they show changes or their
 * time is over (docs/decisions/025-page-cache.md). What is not sure to be as new as the last change
 * this process can know of is made again. `maxBytes`: those asked for longest ago are dropped first.
 */
export function openPageCache(
  app: AppContext,
  render: Render,
  maxBytes: number,
  sizeKeyOf: SizeKeyOf = () => undefined,
) {
  const { revisions } = app
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    // The feed of a large catalog takes many megabytes: it does not push out the pages.
    maxEntrySize: Math.max(1, Math.ceil(maxBytes / 4)),
    sizeCalculation: ({ answer }, path) => sizeOf(answer) + path.length,
  })
  const rendering = new Map<string, Rendering>()
  let warming = false

  const isTrue = ({ total, from, until }: Entry): boolean => {
    if (total !== revisions.total()) return false
    const now = app.now().getTime()
    // A clock that was set back proves nothing of the time since.
    if (now < from || now >= until) return false
    return revisions.isSure() || now - from < unsureMs
  }

  const renderOnce = async (path: string): Promise<StoredResponse> => {
    const total = revisions.total()
    const running = rendering.get(path)
    // One that began before a change is not for those who ask after it.
    if (running?.total === total) {
      const wasSure = revisions.isSure()
      const response = await running.done
      // It may have read its price before one that this process does not know of.
      return wasSure || !running.life.showsCurrentPrice ? response : renderAndKeep(path, total, {})
    }
    const life: PageLife = {}
    const mine = { total, life, done: renderAndKeep(path, total, life) }
    rendering.set(path, mine)
    const forget = () => {
      if (rendering.get(path) === mine) rendering.delete(path)
    }
    mine.done.then(forget, forget)
    return mine.done
  }

  const renderAndKeep = async (
    path: string,
    total: number,
    life: PageLife,
  ): Promise<StoredResponse> => {
    const from = app.now().getTime()
    const misses = revisions.misses()
    const response = await withinDeadline(async (signal) =>
      storeResponse(await render(path, life, signal)),
    )
    const isShared = response.status === 200 && !response.isPrivate && life.until !== undefined
    const isProven = revisions.isSure() || !life.showsCurrentPrice
    if (isShared && isProven && maxBytes > 0 && total === revisions.total()) {
      const hits = entries.peek(path)?.hits ?? 0
      // What was not read may have changed: then the page is asked for again as if that were unsure.
      const longest = misses === revisions.misses() ? Number.POSITIVE_INFINITY : from + unsureMs
      const until = Math.min(life.until ?? from, longest)
      entries.set(path, { answer: response, total, from, until, hits })
    }
    return response
  }

  /** Makes what is requested most again, one by one, while nobody waits for anything else. */
  const warm = async () => {
    if (warming) return
    warming = true
    try {
      const wanted = [...entries.entries()]
        .filter(([, { hits }]) => hits >= minHitsToWarm)
        .sort(([, a], [, b]) => b.hits - a.hits)
        .slice(0, maxWarmed)
      for (const [path, entry] of wanted) {
        entry.hits = Math.floor(entry.hits / 2)
        while (rendering.size > 0)
          await Promise.allSettled([...rendering.values()].map((r) => r.done))
        if (app.closing.aborted) return
        const kept = entries.peek(path)
        if (!kept || isTrue(kept)) continue
        const response = await renderOnce(path)
        await Promise.all([response.as('br'), response.as('gzip')])
        await new Promise(setImmediate)
      }
    } catch (error) {
      app.log.error({ err: error }, 'pages could not be made again after a change')
    } finally {
      warming = false
    }
  }
  revisions.onRaise(() => void setImmediate(warm))
  app.cache.pages = () => ({ pages: entries.size, bytes: entries.calculatedSize })

  return {
    /** The address under which an answer to this one is kept, or null: then it is not. */
    addressOf: (url: string): string | null =>
      entries.has(url) ? url : cachedAddress(url, sizeKeyOf),
    /** The answer that is kept and true, or null. */
    find(path: string): StoredResponse | null {
      const entry = entries.get(path)
      if (!entry || !isTrue(entry)) return null
      entry.hits += 1
      return entry.answer
    },
    /** The answer, made once for all who ask in the meantime. */
    make: renderOnce,
  }
}

async function withinDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`a page was not made within ${renderDeadlineMs / 1000} seconds`)
    late.reject(error)
    controller.abort(error)
  }, renderDeadlineMs)
  timer.unref()
  try {
    return await Promise.race([work(controller.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export type PageCache = ReturnType<typeof openPageCache>
