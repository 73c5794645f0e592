import dns from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Where a call may lead. What the server's environment names may be anywhere. What an owner enters, or a
 * service answers, leads to public addresses alone, and to the hosts and networks of the list
 * (ALLOW_PRIVATE_ADDRESSES) [SSRF-01].
 */
export type Reach = 'anywhere' | readonly string[]

/** Holds neither the name nor the address: it is shown to staff and logged. */
export class AddressRefused extends Error {
  readonly code = 'EPRIVATE'
  constructor() {
    super('leads into a private network, which ALLOW_PRIVATE_ADDRESSES does not name')
  }
}

function networks(family: 'ipv4' | 'ipv6', ...written: string[]): BlockList {
  const list = new BlockList()
  for (const network of written) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Source: IANA, IPv4 Special-Purpose Address Registry (RFC 6890); multicast and class E below it. */
const special4 = networks(
  'ipv4',
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
)
/** The one part of IPv6 that is given out to the internet (RFC 4291), and what is special within it. */
const global6 = networks('ipv6', '2000::/3')
const special6 = networks('ipv6', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')
/** RFC 6052: the last 32 bits are the IPv4 address that a translator connects to. */
const nat64 = networks('ipv6', '64:ff9b::/96')

/** An IPv4-mapped address, or one with a zone, is none. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special4.check(address)
  if (isIP(address) !== 6 || address.includes('%')) return false
  if (nat64.check(address, 'ipv6')) {
    return isPublicAddress(ipaddr.IPv6.parse(address).toByteArray().slice(12).join('.'))
  }
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** `nas.example`, `192.168.1.10` or `10.1.0.0/16`. */
export function isHostOrNetwork(entry: string): boolean {
  return ipaddr.isValidCIDR(entry) || isIP(entry) !== 0 || /^[a-z\d_-]+(\.[a-z\d_-]+)*$/.test(entry)
}

function mayReach(reach: Reach, host: string, address: string): boolean {
  if (reach === 'anywhere' || isPublicAddress(address)) return true
  const name = host.toLowerCase().replace(/\.$/, '')
  return reach.some((entry) => entry === name || isWithin(entry, address))
}

function isWithin(entry: string, address: string): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const network = isIP(entry) ? `${entry}/${isIP(entry) === 4 ? 32 : 128}` : entry
  if (!ipaddr.isValidCIDR(network)) return false
  const isSameFamily = network.includes(':') === (family === 'ipv6')
  return isSameFamily && networks(family, network).check(address, family)
}

/**
 * Resolves a name for the connection itself, so that a name cannot lead elsewhere between a check and
 * the call (DNS rebinding). Addresses that are not allowed are left out.
 */
export function lookupWithin(reach: Reach): LookupFunction {
  return (host, options, callback) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const allowed = found.filter(({ address }) => mayReach(reach, host, address))
      const [first] = allowed
      if (!first) return callback(new AddressRefused(), [])
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

/** A host that is an address is connected to without a lookup. Throws AddressRefused. */
export function assertHostAllowed(reach: Reach, host: string): void {
  if (isIP(host) && !mayReach(reach, host, host)) throw new AddressRefused()
}

/** A connection without encryption, which the caller begins. */
export async function connectWithin(
  reach: Reach,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<Socket> {
  assertHostAllowed(reach, host)
  const socket = connect({ host, port, lookup: lookupWithin(reach) })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })),
  )
  socket.once('error', reject)
  socket.once('connect', () => {
    socket.setTimeout(0).removeAllListeners('timeout').off('error', reject)
    resolve(socket)
  })
  return promise
}
