import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { waitingEditOf } from '#app/.server/order-edits/queries/waiting-edit.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { salesFigures } from '#app/.server/orders/queries/sales-figures.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import * as orderPage from '#app/routes/shop/order.tsx'
import * as payPage from '#app/routes/shop/pay.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, storedOrder } from '#tests/support/orders.ts'
import { renderPage } from '#tests/support/page.tsx'
import { readPdf } from '#tests/support/pdf.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { paysByLink } from '#tests/support/staff-orders.ts'
import * as editScreen from './edit.tsx'

type Options = NonNullable<Parameters<typeof renderAdminPage>[2]>

const screen = (app: AppContext, id: string, options: Options = {}) =>
  renderAdminPage(app, editScreen, {
    path: '/admin/dashboard/orders/:id/edit',
    address: `/admin/dashboard/orders/${id}/edit`,
    ...options,
  })
const order = (app: AppContext, id: string) =>
  renderAdminPage(app, orderScreen, {
    path: '/admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
  })

const same = { 'edit-0-size': 'Small', 'edit-0-quantity': '1', reason: 'The buyer called.' }
type Confirm = { confirm: Record<string, string> }

/** Reviews and confirms a change on the screen. */
async function confirms(shop: AppContext, id: string, change: Record<string, string>) {
  const { revision } = (await storedOrder(shop, id)).order
  const form = { ...same, ...change, revision: String(revision) }
  const shown = await screen(shop, id, { form: { ...form, action: 'preview' } })
  const { confirm } = shown.answer as Confirm
  const confirmed = { ...confirm, days: '2', action: 'edit' }
  // To the page of the order.
  await expect(screen(shop, id, { form: confirmed })).rejects.toThrow('redirects')
}

const receiptOf = async (shop: AppContext, id: string) => {
  const receipt = await documentForStaff(shop, { id, file: 'receipt.pdf' })
  return (await readPdf(receipt?.pdf ?? Buffer.alloc(0))).words
}

onBothDatabases('the screen of a change', (open) => {
  it('asks for a reason, keeps what was typed, and shows the price before it is confirmed [EDIT-01, EDIT-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, revision } = await paidOrder(shop)
    expect((await order(shop, id)).html).toContain(`/admin/dashboard/orders/${id}/edit`)
    const form = { ...same, action: 'preview', revision: String(revision) }
    const without = await screen(shop, id, {
      form: { ...form, reason: '', 'edit-0-quantity': 'x' },
    })
    expect(without.answer).toMatchObject({
      refused: {
        errors: {
          reason: 'Please give a reason. It’s saved in the history.',
          'edit-0-quantity': 'Please enter a whole number from 0 to 99.',
        },
      },
    })
    const unknown = await screen(shop, id, {
      form: { ...form, 'add-0-piece': 'A vase', 'add-0-quantity': '1' },
    })
    expect(unknown.status).toBe(409)
    expect(unknown.html).toContain('value="A vase"')
    const shown = await screen(shop, id, { form: { ...form, 'edit-0-size': 'Large' } })
    expect(shown.words).toMatch(
      /The buyer pays \$[\d,.]+ by a payment link\. The order changes and can ship once that’s paid/,
    )
    expect(shown.words).toContain('Added pieces are priced at $130.00 per gram.')
    expect((await storedOrder(shop, id)).order.revision).toBe(revision)
  })

  it('has its link, its papers, and its emails; what is paid is what the receipt says [EDIT-07, EDIT-11]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, token } = await paidOrder(shop)
    await confirms(shop, id, { 'edit-0-size': 'Large' })
    const waiting = await order(shop, id)
    expect(waiting.words).toContain('Change awaiting payment')
    expect(waiting.words).toContain('Nothing ships until it’s paid or you cancel the change.')
    expect((await screen(shop, id)).words).toContain('A change is already waiting for payment.')
    const link = (await waitingEditOf(shop, id))?.url.split('/').at(-1) ?? ''
    const pay = () => renderPage(shop, payPage, { path: 'pay/:token', address: `/pay/${link}` })
    expect((await pay()).words).toContain('Large added. We’ll change your order once you pay')
    await paysByLink(shop, link)
    expect((await pay()).words).toContain('This is paid. Thank you.')
    await sendEmail(shop)
    const emails = await orderEmails(shop, id)
    const ask = emails.find(({ kind }) => kind === 'order-pay-buyer')
    expect(ask?.subject).toContain('Payment due for changes to')
    expect(ask?.text).toContain('Due now: $2,346.00.')
    const again = emails.filter(({ kind }) => kind === 'order-paid-buyer')
    expect(again).toHaveLength(2)
    expect(again.every(({ text }) => text?.includes('Credit for exchanged pieces'))).toBe(true)
    const receipt = await receiptOf(shop, id)
    expect(receipt).toContain('Credit for exchanged pieces')
    expect(receipt).toMatch(/Balance \$0\.00/)
    const page = await renderPage(shop, orderPage, {
      path: 'order/:token',
      address: `/order/${token}`,
    })
    expect(page.words).toContain('Applied to added pieces: $2,596.00')
    const figures = await salesFigures(shop.db.orm, shop, { livemode: false })
    expect(figures.day.now.sales).toMatchObject({ orders: 1, metalMg: 42_600 })
  })

  it('refunds the difference of a smaller piece, and the receipt stays balanced [EDIT-02, EDIT-11]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop, [{ productId: '7', size: 'Large', quantity: 1 }])
    await confirms(shop, id, { 'edit-0-size': 'Small' })
    const { words } = await order(shop, id)
    expect(words).toContain('Credit for exchanged pieces')
    expect(await receiptOf(shop, id)).toMatch(/Balance \$0\.00/)
    const { history } = await storedOrder(shop, id)
    expect(history.map(({ why }) => why).join('\n')).toMatch(
      /Large removed; 1 × .*, Small added\. The buyer called\./,
    )
  })
})
