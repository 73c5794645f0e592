/**
 * Addresses whose next part is a key: anyone who reads it can open the page. The one list from which
 * the log, robots.txt, what browsers fetch ahead, Referrer-Policy and the proxies' logs follow [SEC-07].
 */
export const keyAddresses = [
  '/order/delay/',
  '/order/',
  '/pay/',
  '/find-order/',
  '/price-alert/end/',
  '/price-alert/',
  '/newsletter/leave/',
  '/newsletter/',
  '/cart-reminder/end/',
  '/cart-reminder/',
  '/test-payment/',
  '/certificate/',
  '/trade-ins/',
  '/admin/setup/',
  '/admin/invitation/',
  '/admin/email/cancel/',
  '/admin/email/',
  '/admin/password/',
] as const

const alternatives = keyAddresses.map((prefix) => prefix.slice(1, -1)).join('|')
const key = new RegExp(`(/(?:${alternatives})/)[^/?#\\s"'.]+`, 'gi')

/** The text with `…` in place of every key in an address. */
export function withoutKeys(text: string): string {
  return text.replace(key, '$1…')
}

/** Whether the address of this path is a key, or is for staff: no other site learns of it. */
export function isPrivatePath(path: string): boolean {
  const lower = path.toLowerCase()
  return lower.startsWith('/admin') || keyAddresses.some((prefix) => lower.startsWith(prefix))
}
