import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, rateLimitKey } from './client-address.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const hex = (value: number) => value.toString(16)

describe('whom a limit counts [SEC-03]', () => {
  it('is an IPv4 address, also where it is written as one of IPv6', () => {
    expect(rateLimitKey('203.0.113.7')).toBe('203.0.113.7')
    expect(rateLimitKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(rateLimitKey('::FFFF:203.0.113.8')).toBe('203.0.113.8')
  })

  it('is one and the same for all addresses of an IPv6 subscriber, and not for another’s', () => {
    fc.assert(
      fc.property(
        fc.tuple(group, group, group, group),
        fc.array(group, { minLength: 8, maxLength: 8 }),
        (network, hosts) => {
          const of = (host: number[]) => rateLimitKey([...network, ...host].map(hex).join(':'))
          expect(of(hosts.slice(0, 4))).toBe(of(hosts.slice(4)))
          expect(of(hosts.slice(0, 4))).toBe(`${network.map(hex).join(':')}::/64`)
          const neighbor = [...network.slice(0, 3), network[3] ^ 1]
          expect(rateLimitKey([...neighbor, 0, 0, 0, 1].map(hex).join(':'))).not.toBe(
            of([0, 0, 0, 1]),
          )
        },
      ),
    )
  })

  it('is the same however an address is written', () => {
    expect(rateLimitKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(rateLimitKey('2001:0DB8:0000:0000:0000:0000:0000:0002')).toBe('2001:db8:0:0::/64')
    expect(rateLimitKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(rateLimitKey('::1')).toBe('0:0:0:0::/64')
  })

  it('is what is there, where that is no address', () => {
    for (const odd of ['unknown', '', 'not:an:address', '_hidden']) {
      expect(rateLimitKey(odd)).toBe(odd)
    }
  })
})

it('visitors who come by way of this machine or a private network cannot be told apart [LIMIT-02, LIMIT-03]', () => {
  const inside = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '172.17.0.1', '192.168.1.9']
  for (const address of [...inside, 'fd00::1', 'fe80::1', '100.64.0.1']) {
    expect(networkOf(address), address).toBeNull()
  }
  for (const address of ['203.0.113.7', '8.8.8.8', '172.32.0.1', '2606:4700::1', 'unknown']) {
    expect(networkOf(address), address).toBe(rateLimitKey(address))
  }
})

it('an entry of a proxy is read without its port, and one that is no address names the proxy [LIMIT-07]', () => {
  const socket = { remoteAddress: '10.0.0.9' } as Parameters<typeof clientAddress>[0]['socket']
  const of = (entry: string) =>
    clientAddress({ socket, headers: { 'x-forwarded-for': `1.2.3.4, ${entry}` } }, 1)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
      expect(of(`203.0.113.7:${port}`)).toBe('203.0.113.7')
      expect(of(`[2001:db8::1]:${port}`)).toBe('2001:db8::1')
    }),
  )
  expect(of('"[2001:db8::1]:443"')).toBe('2001:db8::1')
  expect(of('[2001:db8::1]')).toBe('2001:db8::1')
  expect(of('2001:db8::1')).toBe('2001:db8::1')
  for (const odd of [
    'unknown',
    '_hidden',
    '',
    '203.0.113.7:80:80',
    'a.example:80',
    '1.2.3.4.5:1',
  ]) {
    expect(of(odd), odd).toBe('10.0.0.9')
  }
})
