import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const unset = (publicUrl: string) => ({ publicUrl, config: { publicUrl: null } })
const set = (publicUrl: string) => ({ publicUrl, config: { publicUrl } })
const from = (origin: string | null, more: Record<string, string> = {}) =>
  new Request('http://x/', { headers: { ...(origin ? { origin } : {}), ...more } })

it.each([
  ['the shop’s own', 'https://shop.example', set('https://shop.example'), true],
  ['another', 'https://evil.example', set('https://shop.example'), false],
  ['the same host over http', 'http://shop.example', set('https://shop.example'), false],
  ['another port', 'https://shop.example:8443', set('https://shop.example'), false],
  ['a subdomain', 'https://a.shop.example', set('https://shop.example'), false],
  ['none that is known', 'null', set('https://shop.example'), false],
  [
    'this machine, where the address is set',
    'http://127.0.0.1:3000',
    set('http://localhost:3000'),
    false,
  ],
  ['this machine by number', 'http://127.0.0.1:3000', unset('http://localhost:3000'), true],
  ['this machine in version 6', 'http://[::1]:3000', unset('http://localhost:3000'), true],
  [
    'this machine, listening everywhere',
    'http://localhost:3000',
    unset('http://0.0.0.0:3000'),
    true,
  ],
  [
    'another program on this machine',
    'http://localhost:4000',
    unset('http://localhost:3000'),
    false,
  ],
  [
    'another domain’s name for this machine',
    'http://evil.example:3000',
    unset('http://localhost:3000'),
    false,
  ],
])('an origin that is %s is recognized [SEC-02]', (_, origin, shop, allowed) => {
  // A host name that somebody else points here is in the Host header too, and counts for nothing.
  const { host } = URL.canParse(origin) ? new URL(origin) : { host: 'x' }
  expect(isSameOrigin(from(origin, { host }), shop)).toBe(allowed)
})

it('programs that name no origin pass, other sites’ pages do not [SEC-02]', () => {
  const shop = set('https://shop.example')
  expect(isSameOrigin(from(null), shop)).toBe(true)
  for (const site of ['cross-site', 'same-site']) {
    expect(isSameOrigin(from(null, { 'sec-fetch-site': site }), shop)).toBe(false)
  }
})
