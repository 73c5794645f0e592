import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openReadLimits, readLimits } from './read-limits.ts'

const open = (webProcesses = 1, log = pino({ level: 'silent' }), closing = new AbortController()) =>
  openReadLimits({ config: { webProcesses }, log, closing: closing.signal })

async function howMany(limits: ReturnType<typeof open>, address: string, url: string) {
  for (let count = 0; count < 2000; count += 1) {
    if ((await limits.retryAfter(address, url)) !== null) return count
  }
  return Number.POSITIVE_INFINITY
}

it('lets one network have so many pages rendered in a minute, and fewer searches [LIMIT-02]', async () => {
  const limits = open()
  expect(await howMany(limits, '203.0.113.7', '/order/x')).toBe(readLimits.render)
  expect(await limits.retryAfter('203.0.113.7', '/')).toBeGreaterThan(0)
  // The same subscriber under another address of an IPv6 network; and somebody else.
  expect(await howMany(limits, '2001:db8::1', '/products?q=fir')).toBe(readLimits.search)
  expect(await limits.retryAfter('2001:db8::2', '/products.data?page=2&q=fir')).not.toBeNull()
  expect(await limits.retryAfter('2001:db8::2', '/products?q=')).toBeNull()
  // However the name of the parameter is written.
  expect(await limits.retryAfter('2001:db8::2', '/products?%71=fir')).not.toBeNull()
  expect(await limits.retryAfter('198.51.100.1', '/')).toBeNull()
})

it('counts nobody where visitors cannot be told apart, and shares among processes [LIMIT-02]', async () => {
  expect(await howMany(open(), '127.0.0.1', '/')).toBe(Number.POSITIVE_INFINITY)
  expect(await howMany(open(4), '203.0.113.7', '/')).toBe(readLimits.render / 4)
})

it('counts a PDF as five pages [LIMIT-09]', async () => {
  const receipt = '/order/x/documents/receipt.pdf'
  expect(await howMany(open(), '203.0.113.7', receipt)).toBe(readLimits.render / 5)
})

it('counts the list of routes by the paths that are asked for [LIMIT-07]', async () => {
  const paths = `/__manifest?paths=${'/a'.repeat(3700)}&version=x`
  expect(await howMany(open(), '203.0.113.7', paths)).toBe(Math.floor(readLimits.render / 30))
  const one = '/__manifest?paths=/products&version=x'
  expect(await howMany(open(), '203.0.113.7', one)).toBe(readLimits.render)
})

it('refusals leave one line a network in the log, with their number [LIMIT-08]', () => {
  const lines: object[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const closing = new AbortController()
  const limits = open(1, log, closing)
  const request = new Request('http://shop.example/products')
  for (let time = 0; time < 300; time += 1) {
    const response = limits.refuse(request, { address: '203.0.113.7', seconds: 12 })
    expect(response.headers.get('Retry-After')).toBe('12')
  }
  closing.abort()
  expect(lines).toMatchObject([
    { code: 'too_many_requests', limit: 'reads', network: '203.0.113.7', refused: 300 },
  ])
})
