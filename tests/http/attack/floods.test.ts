import { rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { maxOpenPages } from '#app/.server/gold-price/gold-price-stream.ts'
import { seededDataFolder } from '#tests/support/databases.ts'
import { addressOf, freePort, type Program, run, serveCommand } from '#tests/support/process.ts'
import { ask } from './raw-request.ts'
import {
  answered,
  megabytesOf,
  openLine,
  openStream,
  processorSecondsOf,
  sells,
} from './shop-process.ts'

/** A shop in a process of its own, behind a proxy that it trusts. */
let folder: string
let shop: Program
let url: string
let port: number
/** Begun first, since they take as long as the shop has patience. */
let slow: { socket: Socket; text: () => string; closed: Promise<number> }[]

beforeAll(async () => {
  folder = await seededDataFolder()
  port = await freePort()
  shop = run(serveCommand, {
    DATA_DIR: folder,
    PORT: String(port),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  })
  url = await addressOf(shop)
  await ask(url, '/')
  slow = Array.from({ length: 100 }, (_, at) => slowSender(at % 2 === 0))
})
afterAll(async () => {
  for (const { socket } of slow ?? []) socket.destroy()
  await shop?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** One byte of a header, or of a body, every two seconds. */
function slowSender(inHeaders: boolean) {
  const start = Date.now()
  const head = 'POST /admin/login HTTP/1.1\r\nHost: shop.test\r\n'
  const { socket, text } = open(
    inHeaders
      ? head
      : `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n`,
  )
  // Once what arrived has been read: writing to a connection that the shop has closed destroys the
  // socket with its answer unread.
  const trickle = setInterval(() => setImmediate(() => socket.writable && socket.write('x')), 2000)
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(trickle)
      resolve(Date.now() - start)
    })
  })
  return { socket, text, closed }
}

const open = (sent: string) => openLine(port, sent)

const closed = (socket: Socket) =>
  socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve))

const isConnected = (socket: Socket) =>
  socket.connecting ? new Promise((resolve) => socket.once('connect', resolve)) : Promise.resolve()

/** For what comes about in any case, sooner or later. */
const patient = { timeout: 60_000, interval: 100 }

const onLinux = process.platform === 'linux'

it.runIf(onLinux)('bodies without an end are cut off, and cost no memory [ATTACK-03]', async () => {
  const before = megabytesOf(shop)
  const paths = ['/admin/login', '/api/quote', '/api/create-checkout-session', '/api/reports']
  const floods = Array.from({ length: 40 }, (_, at) => {
    const { socket, text } = open(
      `POST ${paths[at % paths.length]} HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 203.0.113.${at}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const piece = `4000\r\n${'a'.repeat(0x4000)}\r\n`
    const pour = () => {
      while (socket.writable && socket.write(piece)) {
        // As fast as it is taken.
      }
    }
    socket.on('drain', pour)
    pour()
    return { socket, text }
  })
  await Promise.all(floods.map(({ socket }) => closed(socket)))
  await sells(shop, url)
  for (const { text } of floods) expect(text()).toMatch(/^(HTTP\/1\.1 413 |$)/)
  // A connection that was reset may have lost its answer.
  expect(floods.filter(({ text }) => text() !== '')).not.toEqual([])
  expect(megabytesOf(shop) - before).toBeLessThan(150)
})

it.each([
  ['a form of a thousand parts', '/admin/login', 'multipart/form-data; boundary=x', parts(150)],
  ['a form whose part never ends', '/admin/login', 'multipart/form-data; boundary=x', '--x\r\n'],
  ['a form without its boundary', '/admin/login', 'multipart/form-data', parts(3)],
  ['brackets in brackets', '/api/quote', 'application/json', '['.repeat(60_000)],
  ['brackets in braces', '/api/reports', 'application/json', '{"a":'.repeat(3000)],
  [
    'one name five thousand times',
    '/admin/login',
    'application/x-www-form-urlencoded',
    'a&'.repeat(5000),
  ],
  [
    'a name of prototypes',
    '/api/quote',
    'application/json',
    '{"__proto__":{"lines":[]},"constructor":1}',
  ],
  ['bytes that are no text', '/api/quote', 'application/json', '\u0000\ufffd\ud800'],
])('%s is refused by a 4xx, at once [ATTACK-03]', async (_what, path, type, body) => {
  const headers = { 'content-type': type, 'x-forwarded-for': '203.0.113.200' }
  const begun = processorSecondsOf(shop)
  const { status } = await ask(url, path, { method: 'POST', headers, body })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  // Of the processor: whatever else the machine does, the shop hardly worked on it.
  if (onLinux) expect(processorSecondsOf(shop) - begun).toBeLessThan(2)
})

function parts(count: number): string {
  const part = (at: number) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\nv\r\n`
  return `${Array.from({ length: count }, (_, at) => part(at)).join('')}--x--\r\n`
}

it('floods of headers are refused, and cookies without number are none [ATTACK-03]', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => `X-${at}: y`).join('\r\n')
  const flood = open(`GET / HTTP/1.1\r\nHost: shop.test\r\n${many}\r\n\r\n`)
  await closed(flood.socket)
  expect(flood.text()).toMatch(/^HTTP\/1\.1 431 /)
  const cookies = Array.from({ length: 700 }, (_, at) => `c${at}=${at}`).join('; ')
  const headers = { cookie: cookies, 'x-forwarded-for': '203.0.113.200' }
  expect((await ask(url, '/admin/dashboard', { headers })).status).toBe(302)
  await sells(shop, url)
})

it('hundreds of readers who read nothing hold nobody up [ATTACK-04]', async () => {
  const readers = Array.from({ length: 300 }, (_, at) => {
    const { socket } = open(
      `GET /products HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 203.0.113.${at % 200}\r\n\r\n`.repeat(
        20,
      ),
    )
    socket.pause()
    return socket
  })
  await Promise.all(readers.map(isConnected))
  await sells(shop, url)
  for (const socket of readers) socket.destroy()
})

it('one network may follow the price with 300 pages, and others still do; all end [ATTACK-04, STREAM-01]', async () => {
  const greedy = Array.from({ length: maxOpenPages.ofOneNetwork + 50 }, () =>
    openStream(port, '203.0.113.9'),
  )
  const others = Array.from({ length: 100 }, (_, at) => openStream(port, `198.51.100.${at}`))
  await vi.waitFor(() => {
    expect(answered(greedy, '200')).toBe(maxOpenPages.ofOneNetwork)
    expect(answered(greedy, '429')).toBe(50)
    expect(answered(others, '200')).toBe(100)
  }, patient)
  await sells(shop, url)
  for (const { socket } of [...greedy, ...others]) socket.destroy()
  // Their places are free again.
  await vi.waitFor(async () => {
    const again = openStream(port, '203.0.113.9')
    await vi.waitFor(() => expect(again.text()).not.toBe(''), patient)
    again.socket.destroy()
    expect(again.text()).toMatch(/^HTTP\/1\.1 200 /)
  }, patient)
})

it('slow senders are given up within half a minute, in headers and in bodies [ATTACK-04, LIMIT-04]', async () => {
  await sells(shop, url)
  const lasted = await Promise.all(slow.map((each) => each.closed))
  // Node looks for them every half minute at the latest; a busy machine notices a little later.
  expect(Math.max(...lasted)).toBeLessThan(55_000)
  for (const { text } of slow) expect(text()).toMatch(/^HTTP\/1\.1 408 /)
})
