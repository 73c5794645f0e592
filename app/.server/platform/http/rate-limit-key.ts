import { isIPv6 } from 'node:net'

const v4InV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Whom a limit counts: an IPv4 address, or of an IPv6 address its first 64 bits, which is the least
 * a subscriber is given (RFC 6177); who may choose among the rest could begin anew with each request.
 * What is no address, and what a network writes for its own use after a %, is left as it is.
 */
export function rateLimitKey(address: string): string {
  const v4 = v4InV6.exec(address)?.[1]
  if (v4) return v4
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // The URL standard writes an address in one way, with at most one run of zeros left out.
  const [front = '', back = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const given = [...groups(front)]
  const zeros = 8 - given.length - groups(back).length
  const all = [...given, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...groups(back)]
  return `${all.slice(0, 4).join(':')}::/64`
}
