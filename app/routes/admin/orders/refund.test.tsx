import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { creditNotePage } from '#app/.server/refunds/queries/credit-note.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as one from './detail.tsx'

type Options = NonNullable<Parameters<typeof renderAdminPage>[2]>

const screen = (app: AppContext, id: string, options: Options = {}) =>
  renderAdminPage(app, one, {
    path: '/admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
    ...options,
  })

const sum = { of: 'sum', sum: '$1,023.11', reason: 'Scratched', note: 'Sorry.', 'quantity-0': '0' }

onBothDatabases('a refund on the order’s screen', (open) => {
  it('marks a sum that is too large, and too many pieces, at their fields [REFUND-02, REFUND-09]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, revision } = await paidOrder(shop)
    const ask = (form: Record<string, string>) =>
      screen(shop, id, { form: { ...sum, action: 'preview', revision: String(revision), ...form } })
    const large = await ask({ sum: '2596.01' })
    expect(large.status).toBe(409)
    expect(large.answer).toMatchObject({
      refused: {
        errors: { sum: '$2,596.01 is more than the $2,596.00 that can still be refunded.' },
      },
    })
    expect(large.html).toMatch(
      /name="sum"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="sum"/,
    )
    const many = await ask({ of: 'lines', 'quantity-0': '9' })
    expect(many.status).toBe(409)
    expect(many.answer).toMatchObject({
      refused: { errors: { 'quantity-0': expect.stringContaining('can still be refunded.') } },
    })
    expect((await ask({ sum: '0' })).answer).toMatchObject({
      refused: { errors: { sum: 'Please enter an amount above zero.' } },
    })
  })

  it('is shown, then confirmed, and done once; mail, history and credit note say so [REFUND-01, REFUND-03, REFUND-09, TESTPAY-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, token, revision } = await paidOrder(shop)
    const first = await screen(shop, id)
    expect(first.words).toContain('Full amount: $2,596.00')
    const shown = await screen(shop, id, {
      form: { ...sum, action: 'preview', revision: String(revision) },
    })
    expect(shown.words).toContain(
      '$1,023.11 will be refunded as a test, without real money: goods $1,023.11. After that, $1,572.89 of the payment remains.',
    )
    expect((await storedOrder(shop, id)).balance.refunded).toBe(0)
    const { confirm } = shown.answer as { confirm: Record<string, string> }
    for (const _time of [1, 2]) {
      const done = await screen(shop, id, { form: { ...confirm, action: 'refund' } })
      expect(done.answer).toEqual({ done: '$1,023.11 was refunded to the buyer.' })
    }
    expect((await storedOrder(shop, id)).balance.refunded).toBe(102311)
    const after = await screen(shop, id)
    expect(after.words).toMatch(/Refunded \$1,023\.11/)
    expect(after.words).toMatch(/refunded \$1,023\.11 Scratched/)
    expect(after.html).toContain(`/order/${token}/credit-note/CN-TEST-2026-0001`)
    await sendEmail(shop)
    const email = (await orderEmails(shop, id)).find(({ kind }) => kind === 'order-refunded-buyer')
    expect(email?.text).toMatch(/\$1,023\.11 for order .* 5–10 business days/)
    expect(email?.text).toContain('Sorry.')
    expect(email?.text).toContain(`/order/${token}/credit-note/CN-TEST-2026-0001`)
    expect(await creditNotePage(shop, token, 'CN-TEST-2026-0001')).toMatchObject({
      total: 102311,
      lines: [],
      note: 'Sorry.',
    })
    expect(await creditNotePage(shop, token, 'CN-TEST-2026-0002')).toBeNull()
    expect(await creditNotePage(shop, 'another-token-of-nobody', 'CN-TEST-2026-0001')).toBeNull()
  })

  it('keeps what was typed where it is refused, and asks who it is above $500 [REFUND-03, REFUND-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, revision } = await paidOrder(shop)
    const form = { ...sum, action: 'preview', revision: String(revision) }
    for (const [wrong, sentence] of [
      [{ sum: '12,5x' }, 'Please enter an amount in dollars and cents, such as 25.00.'],
      [{ sum: '0.001' }, 'Please enter an amount in dollars and cents, such as 25.00.'],
      [{ sum: '0' }, 'Please enter an amount above zero.'],
      [{ sum: '2596.01' }, '$2,596.01 is more than the $2,596.00'],
      [{ reason: ' ' }, 'Please give a reason. It’s saved in the history.'],
      [{ of: '' }, 'Please choose what to refund.'],
    ] as const) {
      const { words, html, status } = await screen(shop, id, { form: { ...form, ...wrong } })
      expect(words).toContain(sentence)
      expect(html).toContain('Sorry.')
      expect(status).toBeGreaterThanOrEqual(400)
    }
    const shown = await screen(shop, id, { form })
    const { confirm } = shown.answer as { confirm: Record<string, string> }
    const stale = new Date(shop.now().getTime() - 11 * 60_000)
    const refused = await screen(shop, id, {
      form: { ...confirm, action: 'refund' },
      factorAt: stale,
    })
    expect(refused.answer).toMatchObject({ refused: { code: 'fresh_factor_needed' } })
    // What must be confirmed stays on the screen.
    expect(refused.words).toContain('Refund $1,023.11')
    expect((await storedOrder(shop, id)).balance.refunded).toBe(0)
  })

  it('is not for the bench [REFUND-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, revision } = await paidOrder(shop)
    expect((await screen(shop, id, { role: 'bench' })).words).not.toContain('Refund…')
    const form = { ...sum, action: 'preview', revision: String(revision) }
    expect((await screen(shop, id, { form, role: 'bench' })).status).toBe(403)
    expect((await screen(shop, id, { form, role: 'manager' })).status).toBe(200)
  })
})
