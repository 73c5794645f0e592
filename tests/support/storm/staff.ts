import { pino } from 'pino'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { parsePerGram } from '#app/domain/gold-price/rates.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import type { Answer, ShopProcesses } from './processes.ts'

/** The first start of a shop: its database, its first price, and an admin who is signed in. */
export async function firstStart(
  settings: Record<string, string>,
  perGram: string,
): Promise<string> {
  const config = readConfig({ ...settings, GOLD_SOURCES: 'none' })
  const { context, close } = await createApp(config, { log: pino({ level: 'silent' }) })
  try {
    const rate = parsePerGram(perGram)
    if (rate === null) throw new Error(`${perGram} is no price`)
    await setManualGoldPrice(context, { perGram: rate, typedAgain: rate, by: 'a test' })
    return await signedInCookie(context, await firstAdmin(context))
  } finally {
    await close()
  }
}

/** What staff do, by the forms of the admin area. */
export function staffOf(shops: ShopProcesses, cookie: string) {
  const submit = (path: string, fields: Record<string, string>): Promise<Answer> =>
    shops.post(path, () => ({
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
    }))
  return {
    async setsPrice(perGram: string, correction: boolean): Promise<void> {
      const { status, text } = await submit('/admin/dashboard/gold-price', {
        action: 'save',
        perGram,
        ...(correction ? { voidsEarlier: 'yes' } : {}),
      })
      if (status !== 200) throw new Error(`the price was not set: ${status} ${text.slice(0, 300)}`)
    },

    /** Refused by 409 where the order has moved on. */
    async cancels(orderId: string): Promise<void> {
      const path = `/admin/dashboard/orders/${orderId}`
      const { text: page } = await shops.get(path, { Cookie: cookie })
      // Without a form there is nothing to cancel any more; what is posted is refused.
      const revision = /name="revision" value="(\d+)"/.exec(page)?.[1] ?? '0'
      const fields = { action: 'cancel', revision, reason: 'The buyer asked for it.' }
      const { status, text } = await submit(path, fields)
      if (status !== 200 && status !== 409) {
        throw new Error(`not canceled: ${status} ${text.slice(0, 300)}`)
      }
    },
  }
}
