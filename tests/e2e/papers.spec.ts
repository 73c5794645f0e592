import type { Page } from '@playwright/test'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, payment } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'

test.slow()

test('buyer and staff open the papers of an order from its page [PAPER-03, PAPER-04, PAPER-06]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await paidOrder(shop.app)
  await applyPaymentEvent(shop.app, {
    ...payment(order, { id: 'refund', amount: cents(12345) }),
    ...{ type: 'refunded', reference: `pay-${order.id}`, occurredAt: shop.app.now() },
  })
  const read = async (name: string) => {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(href ?? '')
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    })
    return readPdf(await answer.body())
  }
  const total = formatCents(cents(order.totalCents))

  await page.goto(`/order/${order.token}`)
  expect((await read('Receipt R-TEST-00001 (PDF)')).words).toContain(`Total ${total}`)
  const statement = await read('Statement of value for your insurer (PDF)')
  expect(statement.words).toContain('Credited since')
  await look(page, 'order')
  await page.getByRole('link', { name: 'Credit note CN-TEST-' }).click()
  const note = await read('Save as PDF')
  expect(note.title).toMatch(/^Credit note CN-TEST-\d{4}-0001$/)
  expect(note.words).toContain('Credited $123.45')
  await look(page, 'credit-note')

  await giveSession(page, shop, await firstAdmin(shop.app))
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  for (const name of ['Receipt R-TEST-00001 (PDF)', 'Statement of value (PDF)']) {
    expect((await read(name)).words).toContain('Ada Buyer')
  }
  await look(page, 'admin')
  await page.context().clearCookies()
  const address = `/admin/dashboard/orders/${order.id}/documents/receipt.pdf`
  const refused = await page.request.get(address, { maxRedirects: 0 })
  expect(refused.status()).toBe(302)
})

async function look(page: Page, name: string) {
  await expectLooksRight(page, `papers-${name}`, { widths: [360, 1440], height: 900 })
}
