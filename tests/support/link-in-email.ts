import { expect } from '@playwright/test'
import type { TestShop } from './built-shop.ts'
import type { EmailServer } from './email-server.ts'

/** A link in the last email, once `count` emails have arrived, with this shop's origin. `path`: what its address has in it. */
export async function linkInEmail(
  shop: Pick<TestShop, 'url'>,
  { delivered }: Pick<EmailServer, 'delivered'>,
  path: RegExp,
  count = 1,
): Promise<string> {
  await expect.poll(() => delivered.length, { timeout: 30_000 }).toBe(count)
  const found = path.exec(delivered.at(-1)?.words ?? '')?.[0]
  if (found === undefined) throw new Error(`no such link in email ${count}`)
  return new URL(found.replace(/^https?:\/\/[^/]+/, ''), shop.url).href
}
