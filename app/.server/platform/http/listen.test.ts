import { EventEmitter } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { capConnections, listen } from './listen.ts'

/** Node keeps a connection for another request for five seconds, and one to be sure. */
const shorterThanKept = 4000

it('on closing lets an open answer end, and keeps no connection for another request [OPS-05]', async () => {
  const rest = Promise.withResolvers<void>()
  const listening = await listen(
    { fetch: () => new Response(twoParts(rest.promise)) },
    '127.0.0.1',
    0,
  )
  const agent = new Agent({ keepAlive: true })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: listening.port, host: '127.0.0.1', agent }, resolve).on('error', reject)
  })
  const text = textOf(answer)
  const closed = listening.close().then(() => 'closed')
  rest.resolve()
  expect(await text).toBe('begun and ended')
  expect(await Promise.race([closed, sleep(shorterThanKept, 'kept open')])).toBe('closed')
  agent.destroy()
})

it('answers clients that were connected before it began to close [OPS-05]', async () => {
  const listening = await listen({ fetch: () => new Response('answered') }, '127.0.0.1', 0)
  const socket = connect(listening.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  // The connection is made now, and waits for the server to take it.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const closed = listening.close()
  expect(await textOf(socket)).toContain('answered')
  await closed
})

it('drops connections beyond so many of one network, and takes them again as others end [LIMIT-03]', () => {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 })
  capConnections(server as never, { inAll: 9, ofOneNetwork: 2 })
  expect(server.maxConnections).toBe(9)
  const arrive = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroyed: false,
      destroy() {
        socket.destroyed = true
        socket.emit('close')
      },
    })
    server.emit('connection', socket)
    return socket
  }
  const [first, second, third] = ['203.0.113.7', '203.0.113.7', '203.0.113.7'].map(arrive)
  expect([first, second, third].map((socket) => socket?.destroyed)).toEqual([false, false, true])
  expect(arrive('203.0.113.8').destroyed).toBe(false)
  // A proxy on this machine brings everybody.
  expect(['127.0.0.1', '::1', '127.0.0.1'].map((at) => arrive(at).destroyed)).not.toContain(true)
  first?.destroy()
  expect(arrive('203.0.113.7').destroyed).toBe(false)
  expect(arrive('203.0.113.7').destroyed).toBe(true)
})

it('takes no more connections than there may be in all [LIMIT-03]', async () => {
  const app = {
    fetch: () => new Response('answered'),
    connections: { inAll: 2, ofOneNetwork: 9, idleMs: 60_000 },
  }
  const listening = await listen(app, '127.0.0.1', 0)
  const open = () => connect(listening.port, '127.0.0.1').on('error', () => {})
  const kept = [open(), open()]
  await Promise.all(kept.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  const refused = open()
  await new Promise((resolve) => refused.once('close', resolve))
  expect(kept.map((socket) => socket.destroyed)).toEqual([false, false])
  for (const socket of kept) socket.destroy()
  await listening.close()
})

it('ends a connection whose reader reads nothing, and none that is written to [LIMIT-04]', async () => {
  const endless = new Uint8Array(1024 * 1024)
  const given = Promise.withResolvers<void>()
  const app = {
    fetch: ({ url }: Request) =>
      new Response(
        new ReadableStream<Uint8Array>({
          async pull(controller) {
            if (url.endsWith('/slow')) await sleep(50)
            controller.enqueue(url.endsWith('/slow') ? new Uint8Array(1) : endless)
          },
          cancel() {
            if (url.endsWith('/endless')) given.resolve()
          },
        }),
      ),
    connections: { inAll: 9, ofOneNetwork: 9, idleMs: 2000 },
  }
  const listening = await listen(app, '127.0.0.1', 0)
  const open = (path: string) => {
    const socket = connect(listening.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`)
    return socket
  }
  const idle = open('/endless')
  idle.pause()
  const reader = open('/slow')
  reader.resume()
  await given.promise
  expect(reader.destroyed).toBe(false)
  // What had arrived is read, and then comes the end of it.
  idle.resume()
  await new Promise((resolve) => idle.once('close', resolve))
  reader.destroy()
  await listening.close()
})

function twoParts(rest: Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode('begun '))
      await rest
      controller.enqueue(encoder.encode('and ended'))
      controller.close()
    },
  })
}

async function textOf(answer: Readable): Promise<string> {
  let text = ''
  for await (const chunk of answer) text += chunk
  return text
}
