import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address a request came from, for limits. Proxies in front may name it only as far as
 * TRUST_PROXY counts them: with one proxy the last entry of X-Forwarded-For is believed, with two
 * the last but one. Anything further left was written by the client.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const direct = getConnInfo(c).remote.address ?? 'unknown'
  if (trustedProxies === 0) return direct
  const named = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return named.at(-trustedProxies) || direct
}
