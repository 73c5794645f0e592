import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * The address a request came from. Proxies in front may name it only as far as TRUST_PROXY counts
 * them: with one proxy the last entry of X-Forwarded-For is used, with two the last but one. Anything
 * further left was written by the client.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const direct = socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return direct
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const named = forwarded.split(',').map((entry) => entry.trim())
  return addressIn(named.at(-trustedProxies) ?? '') ?? direct
}

/**
 * The IP address of an entry that some proxies write with a port or in quotes (RFC 7239, 6): a port
 * must not make each connection a new visitor. Null where the entry is no address.
 */
function addressIn(entry: string): string | null {
  const bare = entry.replace(/^"(.*)"$/, '$1')
  const [, address = bare] =
    /^\[([^\]]+)\](?::\d+)?$/.exec(bare) ?? /^([\d.]+):\d+$/.exec(bare) ?? []
  return ipaddr.isValid(address) ? address : null
}

/**
 * Whom a limit counts: an IPv4 address, or of an IPv6 address its first 64 bits, which is the least
 * a subscriber is given (RFC 6177); who may choose among the rest could have a new count with each request.
 * What is no address is left as it is.
 */
export function rateLimitKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  if (known instanceof ipaddr.IPv4) return known.toString()
  const network = known.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Ranges that nobody comes from on the internet: a proxy does, or a container's gateway. */
const within = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * The network whose connections, pages and open orders are counted together; null for this machine
 * and private networks, where there is a proxy that is not trusted to tell visitors apart: the limit of
 * one visitor would otherwise be that of the whole shop.
 */
export function networkOf(address: string): string | null {
  if (ipaddr.isValid(address) && within.includes(ipaddr.process(address).range())) return null
  return rateLimitKey(address)
}
