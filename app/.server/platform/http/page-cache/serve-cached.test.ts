import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openRevisions } from '#app/.server/platform/db/revisions/revisions.ts'
import { testShop } from '#tests/support/shop.ts'
import { openPageCache } from './page-cache.ts'
import { serveCached } from './serve-cached.ts'

const page = '<p>Pure gold, cast and finished by hand.</p>'.repeat(100)
const { log } = testShop({ db: null })
const app = testShop({ db: null, revisions: openRevisions(log, { isSure: true }) })
let passed: string[] = []
const cache = openPageCache(
  app,
  async (path, life) => {
    if (path === '/product/gone') return new Response('gone', { status: 404 })
    if (path === '/product/slug') {
      return new Response(null, { status: 302, headers: { Location: '/product/7' } })
    }
    if (path === '/product/broken') throw new Error('broken')
    life.until = app.now().getTime() + 60_000
    return new Response(path === '/.netlify/functions/gold' ? '{"price":1}' : page, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': 'own' },
    })
  },
  1_000_000,
)
const server = createServer(
  { requireHostHeader: false },
  serveCached(cache, (request, response) => {
    passed.push(`${request.method} ${request.url}`)
    response.end('passed')
  }),
)
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => server.close())
beforeEach(() => {
  passed = []
})

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        })
      },
    )
    request.on('error', reject).end()
  })
}

it('sends each encoding with its length and tag, and the headers of the page [CACHE-03]', async () => {
  const read = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
  const tags = new Set<string>()
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    for (const _time of [1, 2]) {
      const { status, headers, body } = await ask('/', { 'Accept-Encoding': encoding })
      expect(status).toBe(200)
      expect(read[encoding](body).toString()).toBe(page)
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(headers).toMatchObject({
        vary: 'Accept-Encoding',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': 'own',
      })
      tags.add(headers.etag ?? '')
    }
  }
  expect(tags.size).toBe(3)
  expect(passed).toEqual([])
})

it('sends what is short as it is [CACHE-03]', async () => {
  const { headers, body } = await ask('/.netlify/functions/gold', { 'Accept-Encoding': 'br' })
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe('{"price":1}')
})

it('answers 304 to who has it already, among a hundred tags, weak ones too [CACHE-03]', async () => {
  const { headers } = await ask('/', { 'Accept-Encoding': 'br' })
  const tag = headers.etag ?? ''
  const many = Array.from({ length: 100 }, (_, at) => `"tag-${at}"`)
  for (const known of [tag, `W/${tag}`, '*', [...many, tag].join(', ')]) {
    for (const method of ['GET', 'HEAD']) {
      const same = await ask('/', { 'Accept-Encoding': 'br', 'If-None-Match': known }, method)
      expect(same.status, known).toBe(304)
      expect(same.body.length).toBe(0)
      expect(same.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding' })
      expect(same.headers['content-encoding']).toBeUndefined()
    }
  }
  for (const known of [many.join(', '), '""', 'nonsense', tag.slice(1)]) {
    expect((await ask('/', { 'Accept-Encoding': 'br', 'If-None-Match': known })).status).toBe(200)
  }
})

it('answers 412 to who wants another one than there is [CACHE-03]', async () => {
  expect((await ask('/', { 'If-Match': '"other"' })).status).toBe(412)
  expect((await ask('/', { 'If-Match': '*' })).status).toBe(200)
})

it('answers HEAD with the headers alone, kept or not [CACHE-03]', async () => {
  for (const path of ['/contact', '/contact']) {
    const { status, headers, body } = await ask(path, {}, 'HEAD')
    expect(status).toBe(200)
    expect(Number(headers['content-length'])).toBe(page.length)
    expect(body.length).toBe(0)
  }
})

it('passes on what is no public page, other methods, and what has no Host [CACHE-04]', async () => {
  await ask('/admin')
  await ask('/', {}, 'POST')
  await ask('/order/abc')
  expect(passed).toEqual(['GET /admin', 'POST /', 'GET /order/abc'])
})

it('answers what is not there from the page, and passes a redirect on that keeps the query [CACHE-04]', async () => {
  expect(await ask('/product/gone')).toMatchObject({ status: 404, body: Buffer.from('gone') })
  expect((await ask('/product/slug')).headers.location).toBe('/product/7')
  expect(passed).toEqual([])
  await ask('/product/slug?utm_source=letter')
  await ask('/product/broken')
  expect(passed).toEqual(['GET /product/slug?utm_source=letter', 'GET /product/broken'])
})

it('answers 20,000 different addresses of one page from one rendering [CACHE-06]', async () => {
  await ask('/our-story')
  for (let at = 0; at < 20_000; at += 1) {
    const address = cache.addressOf(`/our-story?x=${at}`)
    expect(address).toBe('/our-story')
  }
  expect((await ask('/our-story?x=y')).body.toString()).toBe(page)
})
