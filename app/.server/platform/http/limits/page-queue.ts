import { createContext, type MiddlewareFunction } from 'react-router'
import { AppError } from '#app/.server/platform/errors.ts'
import { refusal } from '../error-page.ts'

/**
 * How many pages are rendered at once. Each takes the processor for some milliseconds, and whatever
 * else a request does comes between two of them: the fewer at once, the sooner a checkout is done.
 */
const atOnce = 8
/** Beyond them so many wait, so long; the rest is asked to come again. */
const maxWaiting = 200
const maxWaitMs = 5000
const retryAfterSeconds = 5
/** Work that is not done by then loses its turn, so that pages that hang do not stop the others. */
const maxRunMs = 30_000

type Limits = { atOnce: number; maxWaiting: number; maxWaitMs: number; maxRunMs?: number }

/**
 * Runs work in turns. Returns null without having begun it where the queue is full or too slow, and
 * null as well where it was begun and took too long.
 */
export function openPageQueue(limits: Limits = { atOnce, maxWaiting, maxWaitMs }) {
  const waiting: ((goAhead: boolean) => void)[] = []
  let running = 0

  const turn = (): Promise<boolean> => {
    if (running < limits.atOnce) {
      running += 1
      return Promise.resolve(true)
    }
    if (waiting.length >= limits.maxWaiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      const goOn = (goAhead: boolean) => {
        clearTimeout(timer)
        resolve(goAhead)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(goOn), 1)
        resolve(false)
      }, limits.maxWaitMs)
      waiting.push(goOn)
    })
  }

  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (!(await turn())) return null
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, limits.maxRunMs ?? maxRunMs, null)
      timer.unref()
    })
    try {
      return await Promise.race([work(), tooLong])
    } finally {
      clearTimeout(timer)
      const next = waiting.shift()
      // The place is handed on.
      if (next) next(true)
      else running -= 1
    }
  }
}

/** The queue of one app; server.ts opens it. */
export const pageQueueContext = createContext<ReturnType<typeof openPageQueue>>()

/** A PDF takes the processor for as long as ten pages: they wait for each other, and for no page. */
export const openPdfQueue = () => openPageQueue({ atOnce: 1, maxWaiting: 50, maxWaitMs: 10_000 })
export const pdfQueueContext = createContext<ReturnType<typeof openPageQueue>>()

/** Middleware of PDFs that any visitor may have made [LIMIT-09]. */
export const pdfInTurn: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!new URL(request.url).pathname.endsWith('.pdf')) return next()
  return (await context.get(pdfQueueContext)(next)) ?? tooBusy(request)
}

/** Middleware of what any visitor may read: it is rendered in turn, or refused. */
export const inTurn: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return next()
  return (await context.get(pageQueueContext)(next)) ?? tooBusy(request)
}

/**
 * A page that answers a request, where the request may have it. A read has its turn already (inTurn), and
 * staff wait for no visitor. The page that answers any other form waits; where the form was done it is rendered
 * without a turn anyway, since a refusal would say that it failed [ATTACK-13].
 */
export async function answerInTurn<T>(
  queue: ReturnType<typeof openPageQueue>,
  { request, status }: { request: Request; status: number },
  render: () => Promise<T>,
): Promise<T | null> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead || new URL(request.url).pathname.startsWith('/admin')) return render()
  return (await queue(render)) ?? (status < 400 ? render() : null)
}

export function tooBusy(request: Request): Response {
  const message = 'Many visitors are here right now. Please try again in a few seconds.'
  return refusal(request, new AppError('too_busy', 503, message), {
    'Retry-After': String(retryAfterSeconds),
  })
}
