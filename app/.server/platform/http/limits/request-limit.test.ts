import type { IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { openRequestLimit, requestLimit } from './request-limit.ts'

function limitOf(webProcesses = 1) {
  let now = Date.parse('2026-03-11T16:00:00Z')
  const config = { trustProxy: 1, webProcesses }
  const lines: { limit: string; network: string; refused: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const closing = new AbortController()
  const app = { now: () => new Date(now), config, log, closing: closing.signal }
  const limit = openRequestLimit(app)
  const from = (address: string) =>
    limit({
      socket: { remoteAddress: '127.0.0.1' },
      headers: { 'x-forwarded-for': address },
    } as unknown as IncomingMessage)
  return {
    from,
    lines,
    close: () => closing.abort(),
    howMany(address: string) {
      for (let count = 0; count < 10_000; count += 1) if (from(address) !== null) return count
      return Number.POSITIVE_INFINITY
    },
    passes(seconds: number) {
      now += seconds * 1000
    },
  }
}

it('lets one network make so many requests in a minute, and then says when to ask again [LIMIT-07]', () => {
  const { from, howMany, passes } = limitOf()
  expect(howMany('203.0.113.7')).toBe(requestLimit.points)
  passes(59)
  expect(from('203.0.113.7')).toBe(1)
  expect(from('203.0.113.8')).toBeNull()
  passes(1)
  expect(from('203.0.113.7')).toBeNull()
})

it('counts all addresses of an IPv6 network together, whatever port a proxy writes [LIMIT-07]', () => {
  const { from, howMany } = limitOf()
  expect(howMany('2001:db8::1')).toBe(requestLimit.points)
  expect(from('2001:db8::2')).not.toBeNull()
  expect(from('[2001:db8::3]:4711')).not.toBeNull()
  expect(howMany('198.51.100.1:1')).toBe(requestLimit.points)
  expect(from('198.51.100.1:2')).not.toBeNull()
})

it('counts nobody where visitors cannot be told apart, and shares among processes [LIMIT-07]', () => {
  expect(limitOf().howMany('10.0.0.7')).toBe(Number.POSITIVE_INFINITY)
  expect(limitOf(4).howMany('203.0.113.7')).toBe(requestLimit.points / 4)
})

it('a clock that was set back locks nobody out for longer [LIMIT-07]', () => {
  const { from, howMany, passes } = limitOf()
  howMany('203.0.113.7')
  passes(-3600)
  expect(from('203.0.113.7')).toBeNull()
})

it('leaves a line a network a minute in the log, with the number of its refusals [LIMIT-08]', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { from, howMany, lines, close } = limitOf()
    const told = () =>
      lines.splice(0).map(({ limit, network, refused }) => [limit, network, refused])
    howMany('203.0.113.7')
    howMany('2001:db8::1')
    for (let more = 0; more < 500; more += 1) from('203.0.113.7')
    expect(lines).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(told()).toEqual([
      ['requests', '203.0.113.7', 501],
      ['requests', '2001:db8:0:0::/64', 1],
    ])
    vi.advanceTimersByTime(120_000)
    expect(told()).toEqual([])
    from('203.0.113.7')
    close()
    expect(told()).toEqual([['requests', '203.0.113.7', 1]])
  } finally {
    vi.useRealTimers()
  }
})

it('a flood from very many networks fills no log [LIMIT-08]', () => {
  const { howMany, lines, close } = limitOf(6000)
  for (let network = 0; network < 300; network += 1)
    howMany(`203.0.${network >> 8}.${network & 255}`)
  close()
  expect(lines).toHaveLength(201)
  expect(lines.at(-1)).toMatchObject({ network: 'others', refused: 100 })
})
