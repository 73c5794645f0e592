import type { Stock } from '../inventory/stock.ts'
import type { GoldSize } from './gold-size.ts'

/**
 * Whether buyers may be sent to this payment page [PAY-06, LINK-01]: its host is one of those named,
 * exactly, over https, on the usual port and without a name or password in front of it.
 */
export function isAllowedPaymentLink(link: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, host, username, password } = new URL(link)
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host)
}

/** The sizes as the shop sells them: a link to another host is none, nor one that sells past a count. */
export function withAllowedLinks<Size extends GoldSize & { stock?: Stock }>(
  sizes: readonly Size[],
  hosts: readonly string[],
): Size[] {
  return sizes.map((size) => {
    const { checkoutLink, stock } = size
    const isUsed = checkoutLink !== null && !stock && isAllowedPaymentLink(checkoutLink, hosts)
    return { ...size, checkoutLink: isUsed ? checkoutLink : null }
  })
}
