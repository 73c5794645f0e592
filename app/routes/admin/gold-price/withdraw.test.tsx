import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import * as oneOrder from '../orders/detail.tsx'
import * as tab from './page.tsx'

const press = (app: AppContext, form: Record<string, string>, more = {}) =>
  renderAdminPage(app, tab, { form, ...more })

const stale = (app: AppContext) => ({ factorAt: new Date(app.now().getTime() - 11 * 60_000) })

onBothDatabases('the Gold Price tab', (open) => {
  it('says what withdrawing a price would do, asks for a fresh second factor, does it, and lists what waits [WITHDRAW-03, WITHDRAW-07]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await goldBecomes('13')
    const [paid] = [await paidOrder(shop), await pendingOrder(shop)]
    await goldBecomes('14')
    const { goldPriceId } = await currentGoldPrice(shop)
    const id = String((goldPriceId ?? 0) - 1)
    const address = `/admin?withdraw=${id}`
    const asked = await renderAdminPage(shop, tab, { address })
    expect(asked.words).toContain('Withdraw the price of $13.00 per gram')
    expect(asked.words).toContain(
      'Only this one 1 paid order to decide about, 1 unpaid order closed. The current price stays.',
    )
    expect(asked.words).toContain(
      'the one accepted after it 1 paid order to decide about, 1 unpaid order closed. $130.00 per gram is in effect again',
    )
    const form = { action: 'withdraw', id, newest: String(goldPriceId), scope: 'later', reason: '' }
    const empty = await press(shop, form, { address })
    expect(empty.status).toBe(400)
    expect(empty.words).toContain('Please say what’s wrong with this price. It’s saved')
    const input = { ...form, reason: 'A digit was missing.' }
    const refused = await press(shop, input, { address, ...stale(shop) })
    expect(refused).toMatchObject({
      status: 403,
      answer: { refused: { code: 'fresh_factor_needed' } },
    })
    expect(refused.html).toContain('A digit was missing.</textarea>')
    expect((await currentGoldPrice(shop)).gold.perGram).toBe(140_000)
    const done = await press(shop, input, { address })
    expect(done.answer).toMatchObject({
      done: '2 prices were withdrawn',
      detail:
        'Quotes at that price are void; unpaid orders canceled: 1. Paid orders to decide about: 1. The price is now $130.00 per gram.',
    })
    expect(done.words).toContain('Paid at a withdrawn price 1 order to decide about')
    expect(done.words).toContain(paid.number)
    expect(done.words).toContain('withdrawn, A digit was missing. ann@example.com')
    expect(done.words).not.toContain('Withdraw the price of')
    const again = await press(shop, input, { address })
    expect(again.status).toBe(409)
    expect(again.words).toContain('it was withdrawn. Nothing was changed.')
  })

  it('says that an unpaid order of staff stays open with its payment link shut, and so does the order [WITHDRAW-07, SALE-06]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      kind: 'whole',
      days: 7,
    })
    await goldBecomes('131')
    const id = String(order.goldPriceId)
    const asked = await renderAdminPage(shop, tab, { address: `/admin?withdraw=${id}` })
    expect(asked.words).toContain(
      'Only this one 0 paid orders to decide about, 0 unpaid orders closed. 1 unpaid order created by staff stays open, with its payment link shut. The current price stays.',
    )
    const screen = () =>
      renderAdminPage(shop, oneOrder, {
        path: '/admin/dashboard/orders/:id',
        address: `/admin/dashboard/orders/${order.id}`,
      })
    expect((await screen()).words).toContain('price held until')
    const form = {
      action: 'withdraw',
      id,
      newest: id,
      scope: 'alone',
      reason: 'A digit was missing.',
    }
    const done = await press(shop, form)
    expect(done.answer).toMatchObject({
      detail:
        'Quotes at that price are void; unpaid orders canceled: 0. Unpaid orders created by staff: 1. The price is now $131.00 per gram.',
    })
    const { words } = await screen()
    expect(words).toContain(
      'This order’s gold price was withdrawn. Its payment link is closed, and you can’t send another. Cancel it and create a new order at today’s price.',
    )
    expect(words).not.toContain('price held until')
    expect(words).not.toContain('Send a new payment link')
    expect(words).toContain('Its gold price was withdrawn, so no payment link can be used.')
  })

  it('stops selling and begins again, each with a fresh second factor [STOP-05, STOP-06]', async () => {
    const { shop } = await sellingShop(await open())
    await pendingOrder(shop)
    const stop = { action: 'stop', message: '  Back on   Monday. ' }
    expect(await press(shop, stop, stale(shop))).toMatchObject({ status: 403 })
    expect(await storedSellingStop(shop.db.orm)).toBeNull()
    expect((await press(shop, { ...stop, message: 'x'.repeat(201) })).words).toContain(
      'Please use no more than 200 characters.',
    )
    const stopped = await press(shop, stop)
    expect(stopped.answer).toMatchObject({
      done: 'Selling is stopped',
      detail: 'Nothing can be bought; unpaid orders canceled: 1.',
    })
    expect(stopped.words).toContain(
      'Shoppers read: “The shop is not taking orders at the moment. You can still see prices. Back on Monday.”',
    )
    expect(stopped.words).toContain('Selling is stopped (ann@example.com)')
    expect(await press(shop, { action: 'resume' }, stale(shop))).toMatchObject({ status: 403 })
    expect((await press(shop, { action: 'resume' })).answer).toEqual({
      done: 'The shop is selling again',
    })
    expect(await storedSellingStop(shop.db.orm)).toBeNull()
  })
})
