import { and, eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { documentForBuyer } from '#app/.server/emails/commands/document-for-buyer.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { productAttributes } from '#app/.server/platform/db/catalog-schema.ts'
import { emailOutbox, orderLines } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'
import { orderPage } from './queries/order-page.ts'

const measuresOf = async (app: AppContext, { token }: { token: string }) =>
  (await orderPage(app, token))?.summary.lines.map(({ measures }) => measures)

const says = (app: AppContext, names: string[], option: string) =>
  app.db.orm
    .update(productAttributes)
    .set({ option })
    .where(and(eq(productAttributes.productId, '7'), inArray(productAttributes.name, names)))

const sides = ['Height', 'Width', 'Height: Small', 'Width: Small']

onBothDatabases('the measures of a piece', (open) => {
  it('stay with its order as the catalog had them, on page, mail and receipt [ORDER-14]', async () => {
    const { shop } = await sellingShop(await open())
    await says(shop, sides, '18.6 mm')
    const order = await pendingOrder(shop)
    await says(shop, sides, '30 mm')
    expect(await measuresOf(shop, order)).toEqual(['19 × 19 mm'])
    await applyPaymentEvent(shop, payment(order))
    await sendEmail(shop)
    const [email] = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-paid-buyer'))
    expect(email?.text).toMatch(/Small · .* g · 19 × 19 mm\n/)
    expect(email?.html).toContain(' g · 19 × 19 mm</caption>')
    const { token } = order
    const receipt = await documentForBuyer(shop, { token, file: 'receipt.pdf', confirmed: null })
    const { words } = await readPdf(receipt?.pdf ?? new Uint8Array())
    expect(words).toContain('Small, 19 × 19 mm')
    expect(await measuresOf(shop, await pendingOrder(shop))).toEqual(['30 × 30 mm'])
  })

  it('are said of no piece without any, of another weight, made by hand, or ordered before [ORDER-14]', async () => {
    const { shop } = await sellingShop(await open())
    const before = await pendingOrder(shop)
    expect((await measuresOf(shop, before))?.[0]).toMatch(/^\d+ × \d+ mm$/)
    await shop.db.orm.update(orderLines).set({ measures: null })
    expect(await measuresOf(shop, before)).toEqual([undefined])
    await says(shop, sides, 'about an inch')
    expect(await measuresOf(shop, await pendingOrder(shop))).toEqual([undefined])
    const made = await madeOrder(shop)
    expect(await measuresOf(shop, made)).toEqual([undefined])
  })
})
