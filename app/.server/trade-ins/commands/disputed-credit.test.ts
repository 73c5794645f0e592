import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type PlacedOrder, riskEvent, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'
import {
  agreedTradeIn,
  credits,
  offersAll,
  refundsAll,
  tradeInBy,
} from '#tests/support/trade-ins.ts'
import { pays } from '#tests/support/two-payments.ts'
import { moneyOf } from '../money.ts'
import { tradeInPage } from '../queries/trade-in-page.ts'
import { useCredit as payWithCredit } from './use-credit.ts'

const credit = 175_352
/** $2,500.00 less the credit. */
const byCard = 74_648

/** A credit pays a part of an order, and a card the rest. */
async function exchanged(app: AppContext) {
  await offersAll(app)
  const { token } = await agreedTradeIn(app, 'exchange')
  const order = await madeOrder(app, { 'line-0-fee': '1200' })
  await payWithCredit(app, await credits(app, token, order))
  await pays(app, order, `card-${order.id}`, byCard)
  return { token, order: (await storedOrder(app, order.id)).order }
}

/** What the bank says of the card's part. */
const says = (app: AppContext, order: PlacedOrder, type: Parameters<typeof riskEvent>[1]) =>
  applyPaymentEvent(app, {
    ...riskEvent(order, type, app.now()),
    ...{ amount: cents(byCard), reference: `card-${order.id}` },
  })

async function toldOf(app: AppContext, token: string) {
  const { row } = await tradeInBy(app, token)
  const { history, money } = await tradeInPage(app, row.id)
  return { state: row.state, last: history[0], ...money }
}

onBothDatabases('a dispute over an order that a credit paid in part', (open) => {
  it('leaves the credit used while it is open and once it is won, as the history of its case says [TRADE-21]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { token, order } = await exchanged(shop)
    expect(order.state).toBe('paid')
    await says(shop, order, 'dispute open')
    await says(shop, order, 'dispute open')
    const opened = await toldOf(shop, token)
    expect(opened).toMatchObject({ state: 'done', credited: credit, open: 0 })
    expect(opened.last).toMatchObject({ actor: 'shop', state: null })
    expect(opened.last?.why).toBe(
      `The bank is disputing the payment for order ${order.number}. The credit of $1,753.52 stays applied to the order, which can’t be refunded until the bank decides.`,
    )
    expect(await refusal(refundsAll(shop, order))).toMatchObject({ status: 409 })
    pass(1)
    await says(shop, order, 'dispute won')
    const won = await toldOf(shop, token)
    expect(won).toMatchObject({ state: 'done', credited: credit, open: 0 })
    expect(won.last?.why).toContain('ended in our favor. The credit of $1,753.52 stays applied')
  })

  it('gives it back as credit alone where it is lost and the order is refunded [TRADE-12, TRADE-21]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { token, order } = await exchanged(shop)
    await says(shop, order, 'dispute open')
    pass(1)
    await says(shop, order, 'dispute lost')
    const lost = await toldOf(shop, token)
    expect(lost).toMatchObject({ state: 'done', credited: credit, open: 0 })
    expect(lost.last?.why).toContain('If you refund the order, it comes back as credit.')
    // What the bank took is never refunded once more.
    const { amountCents, parts } = await refundsAll(shop, order)
    expect(amountCents).toBe(credit)
    expect(parts.map(({ isByHand }) => isByHand)).toEqual(['credit'])
    expect(await toldOf(shop, token)).toMatchObject({ state: 'agreed', credited: 0, open: credit })
    const { balance } = await storedOrder(shop, order.id)
    expect(balance).toMatchObject({ lost: byCard, refunded: credit })
    const { row } = await tradeInBy(shop, token)
    expect(await moneyOf(shop.db.orm, row)).toMatchObject({ offer: credit, settled: 0 })
  })
})
