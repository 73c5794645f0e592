import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { readLimits } from '#app/.server/platform/http/limits/read-limits.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
const lines: string[] = []
beforeAll(async () => {
  shop = await openBuiltShop(
    { TRUST_PROXY: '1', PUBLIC_URL: 'http://shop.test' },
    pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  )
})
afterAll(() => shop.close())

const from = (network: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': network, ...headers },
})
const form = (text: string) => ({
  method: 'POST',
  body: text,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

describe('bodies [LIMIT-01]', () => {
  it('of a sign-in are refused beyond 16 kB, without being parsed or logged as a failure', async () => {
    const before = lines.length
    for (const path of ['/admin/login', '/admin/login.data', '/admin/setup/x']) {
      const response = await fetch(shop.url + path, form(`email=${'a'.repeat(20_000)}`))
      expect(response.status, path).toBe(413)
      expect(await response.json()).toMatchObject({ error: { code: 'too_large' } })
    }
    expect((await fetch(`${shop.url}/admin/login`, form('email=a'))).status).toBe(400)
    expect(lines.slice(before).filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('of what staff alone may post are not read before it is known who posts', async () => {
    const large = { ...form('x'.repeat(500_000)), redirect: 'manual' as const }
    const response = await fetch(`${shop.url}/admin/products/new`, large)
    expect(response.status).not.toBe(413)
    expect(response.status).toBeLessThan(500)
  })

  it('of a cart may have its fifty lines', async () => {
    const lines = Array.from({ length: 50 }, () => ({
      productId: 'x'.repeat(60),
      size: '€'.repeat(60),
      quantity: 1,
    }))
    const body = JSON.stringify({ lines }, null, 4)
    expect(Buffer.byteLength(body)).toBeGreaterThan(16 * 1024)
    const response = await fetch(`${shop.url}/api/quote`, { method: 'POST', body })
    expect(response.status).toBe(200)
  })

  it('without an end are cut off', async () => {
    const { port } = new URL(shop.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /admin/login HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n',
    )
    let sent = 0
    const flood = setInterval(() => {
      if (!socket.writable) return
      socket.write(`1000\r\n${'a'.repeat(4096)}\r\n`)
      sent += 4096
    }, 5)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(flood)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(sent).toBeLessThan(1_000_000)
  })
})

describe('pages that are rendered [LIMIT-02]', () => {
  it('are refused to a network that has asked for ever other searches, in plain words', async () => {
    const search = (word: number | string, network = '203.0.113.7') =>
      fetch(`${shop.url}/products?q=${word}`, from(network, { accept: 'text/html' }))
    for (let word = 0; word < readLimits.search; word += 1) {
      const { status, body } = await search(word)
      await body?.cancel()
      expect(status).toBe(200)
    }
    const refused = await search('one-more')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Too many pages were requested from your network')
    // What is kept in memory is given to everybody, as it is to the others.
    expect((await search(1)).status).toBe(200)
    expect((await search('one-more', '203.0.113.8')).status).toBe(200)
  })
})

it('logs once that X-Forwarded-For arrives and nobody is trusted to send it [LIMIT-05]', async () => {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const own = await openBuiltShop({}, log)
  await fetch(`${own.url}/healthz`)
  expect(logged.filter((line) => line.includes('TRUST_PROXY'))).toEqual([])
  for (let times = 0; times < 3; times += 1) await fetch(`${own.url}/healthz`, from('203.0.113.7'))
  expect(logged.filter((line) => line.includes('TRUST_PROXY is 0'))).toHaveLength(1)
  await own.close()
})

it('logs a write from another site, and once that there were too many of one kind [SEC-09]', async () => {
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  )
  const own = await openBuiltShop({}, log)
  const post = (headers: Record<string, string> = {}) =>
    fetch(`${own.url}/api/reports`, { method: 'POST', headers, body: '[]' })
  expect((await post({ Origin: 'https://evil.example' })).status).toBe(403)
  const refused = () => logged.filter(({ msg }) => msg === 'refused').map(({ code }) => code)
  expect(refused()).toEqual(['wrong_origin'])
  const before = logged.length
  for (let n = 0; n < limits.report.points + 3; n += 1) await post()
  const counted = logged.slice(before).filter(({ code }) => code === 'too_many_requests')
  expect(counted).toMatchObject([{ msg: 'refused', limit: 'report' }])
  await own.close()
})

describe('reports', () => {
  it('are sent to an address of the shop, and forms to no other [REPORT-01, SEC-01]', async () => {
    const { headers } = await fetch(`${shop.url}/product/7`)
    expect(headers.get('reporting-endpoints')).toBe('default="/api/reports"')
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toContain('report-uri /api/reports')
    expect(policy).toContain('report-to default')
    expect(policy).toContain("form-action 'self'")
  })

  it('are taken in both forms, limited in size and number, and nothing else is [REPORT-01]', async () => {
    const post = (body: unknown, type: string, network: string) =>
      fetch(`${shop.url}/api/reports`, {
        method: 'POST',
        body: JSON.stringify(body),
        ...from(network, { 'content-type': type }),
      })
    const older = { 'csp-report': { 'effective-directive': 'img-src' } }
    expect((await post(older, 'application/csp-report', '192.0.2.1')).status).toBe(204)
    const newer = [{ type: 'crash', body: null }]
    expect((await post(newer, 'application/reports+json', '192.0.2.1')).status).toBe(204)
    expect((await post({}, 'application/json', '192.0.2.1')).status).toBe(400)
    expect((await post('x'.repeat(20_000), 'application/json', '192.0.2.1')).status).toBe(413)
    const statuses = []
    for (let times = 0; times < 31; times += 1) {
      statuses.push((await post(newer, 'application/reports+json', '192.0.2.2')).status)
    }
    expect(statuses.slice(0, 30).every((status) => status === 204)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  it('of weaknesses find whom to tell in security.txt, valid for less than a year [REPORT-03]', async () => {
    const response = await fetch(`${shop.url}/.well-known/security.txt`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = new Map(
      (await response.text())
        .split('\n')
        .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
    )
    expect(fields.get('Contact')).toMatch(/^mailto:\S+@\S+$/)
    expect(fields.get('Canonical')).toBe('http://shop.test/.well-known/security.txt')
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
  })
})

it('a header of a client that never ends is refused, and memory is spent on none [LIMIT-04]', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`x-${at}`, 'y'.repeat(1000)]),
    )
    httpRequest(`${shop.url}/`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(431)
})
