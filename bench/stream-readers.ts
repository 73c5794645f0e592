/**
 * Opens streams of the gold price over bare sockets, and tells when the last of them has a price.
 * Started by bench/streams.ts in a separate process, so that neither disturbs the other's clock.
 */
import { connect, type Socket } from 'node:net'
import { clockMs } from './process-figures.ts'

export type Order =
  | { open: number; host: string; port: number; path: string; reading: boolean }
  | { await: string }
export type Report =
  | { opened: number; refused: string[] }
  | { waiting: true }
  | { lastAt: number; missing: number }

/** A price that has not come by then counts as missing. */
const maxWaitMs = 15_000
/** So many connect at once: a listening socket has room for some hundreds that wait. */
const atOnce = 100

const readers: { tail: string; has: (text: string) => void }[] = []

/** A shop may allow each network only so many streams, so they come from many (127.1.0.1 and on). */
const networks = 100

function open(
  order: Extract<Order, { open: number }>,
  index: number,
): Promise<{ socket: Socket; problem: string | null }> {
  return new Promise((resolve) => {
    const socket = connect({
      host: order.host,
      port: order.port,
      localAddress: `127.1.${index % networks}.1`,
    })
    const reader = { tail: '', has: (_text: string) => {} }
    let begun = false
    socket.setEncoding('utf8')
    socket.on('error', (error) => resolve({ socket, problem: error.message }))
    socket.on('close', () => resolve({ socket, problem: 'closed' }))
    socket.on('data', (chunk: string) => {
      // A price may be cut in two by the end of a chunk.
      const text = reader.tail + chunk
      reader.tail = text.slice(-60)
      if (!begun && text.includes('\r\n')) {
        begun = true
        const isOpen = text.startsWith('HTTP/1.1 200')
        resolve({ socket, problem: isOpen ? null : text.slice(0, text.indexOf('\r\n')) })
        if (!order.reading) socket.pause()
        else if (isOpen) readers.push(reader)
      }
      reader.has(text)
    })
    socket.write(
      `GET ${order.path} HTTP/1.1\r\nHost: ${order.host}:${order.port}\r\nAccept: text/event-stream\r\n\r\n`,
    )
  })
}

async function openAll(order: Extract<Order, { open: number }>): Promise<Report> {
  const refused: string[] = []
  for (let from = 0; from < order.open; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, order.open - from) }, (_, index) =>
      open(order, from + index),
    )
    for (const { problem } of await Promise.all(some)) if (problem) refused.push(problem)
  }
  return { opened: order.open - refused.length, refused: [...new Set(refused)] }
}

function awaitPrice(text: string): Promise<Report> {
  return new Promise((resolve) => {
    let missing = readers.length
    let lastAt = Number.NaN
    const tell = () => {
      clearTimeout(timer)
      for (const reader of readers) reader.has = () => {}
      resolve({ lastAt, missing })
    }
    const timer = setTimeout(tell, maxWaitMs)
    for (const reader of readers) {
      reader.has = (seen) => {
        if (!seen.includes(text)) return
        reader.has = () => {}
        missing -= 1
        lastAt = clockMs()
        if (missing === 0) tell()
      }
    }
  })
}

process.on('message', async (order: Order) => {
  if ('open' in order) {
    process.send?.(await openAll(order))
    return
  }
  const seen = awaitPrice(order.await)
  process.send?.({ waiting: true })
  process.send?.(await seen)
})
process.once('disconnect', () => process.exit(0))
