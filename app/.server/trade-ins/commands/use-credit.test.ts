import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { tradeInPayouts } from '#app/.server/platform/db/trade-in-schema.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { cents } from '#app/domain/money/cents.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, tokenOf } from '#tests/support/staff-orders.ts'
import { stripeShop } from '#tests/support/stripe-shop.ts'
import {
  agreedTradeIn,
  credits,
  noted,
  offersAll,
  paysOut,
  refundsAll,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { moneyOf } from '../money.ts'
import { ownerTradeIn } from '../queries/owner-trade-in.ts'
import { payOut } from './pay-out.ts'
import { useCredit } from './use-credit.ts'

const taxed = { tax: 'rate', taxRate: '10', taxState: 'CA', 'line-0-fee': '1200' }

const taxOf = async (app: AppContext, { id }: { id: string }) =>
  (await storedOrder(app, id)).order.taxCents

async function pays(app: AppContext, order: { id: string }, amount: number) {
  const check = { kind: 'check', amount: cents(amount), payer: 'Bea', reference: '7' } as const
  const form = { receivedOn: '2026-03-11', form8300: undefined }
  await recordOfflinePayment(app, { ...(await asStaff(app, order)), ...check, ...form })
}

onBothDatabases('the credit of a trade-in', (open) => {
  it('closes no payment page of an order that it cannot be used for [TRADE-12]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop)
    const link = { kind: 'whole', days: 7 } as const
    await sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), ...link })
    await openPaymentRequestLink(shop, await tokenOf(shop, order))
    const session = (await storedOrder(shop, order.id)).order.paymentSession ?? ''
    const uses = await credits(shop, token, order)
    const early = { ...uses, revision: uses.revision - 1 }
    expect(await refusal(useCredit(shop, early))).toMatchObject({ status: 409 })
    expect(stripe.store.sessions.get(session)).toMatchObject({ status: 'open' })
    await useCredit(shop, uses)
    expect(stripe.store.sessions.get(session)).toMatchObject({ status: 'expired' })
    pass(1)
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
  })

  it('is used once by a form that is sent twice at the same moment, and so is a payout [TRADE-04, TRADE-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop)
    const uses = await credits(shop, token, order)
    await Promise.all([useCredit(shop, uses), useCredit(shop, uses)])
    const { row } = await tradeInBy(shop, token)
    expect(await moneyOf(shop.db.orm, row)).toMatchObject({ credited: 155_000, open: 20_352 })
    await noted(shop, token)
    const pay = await paysOut(shop, token)
    await Promise.all([payOut(shop, pay), payOut(shop, pay)])
    expect(await shop.db.orm.$count(tradeInPayouts)).toBe(1)
    // Another check from the same page was not recorded, and the answer says so.
    const other = { ...pay, key: tradeInKey(), reference: '1043' }
    expect(await refusal(payOut(shop, other))).toMatchObject({ status: 409 })
    expect(await shop.db.orm.$count(tradeInPayouts)).toBe(1)
  })

  it('that came back from an unpaid order reduces its tax no longer [TRADE-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop, { taxStates: ['CA'] })
    const { token } = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop, taxed)
    await useCredit(shop, await credits(shop, token, order))
    expect(await taxOf(shop, order)).toBe(74_65)
    await refundsAll(shop, order)
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    expect(await taxOf(shop, order)).toBe(250_00)
    // Used again, it counts once.
    await useCredit(shop, await credits(shop, token, order))
    expect(await taxOf(shop, order)).toBe(74_65)
    await pays(shop, order, 746_48 + 74_65)
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect(sumOfTaxes(await lineTaxesOf(shop.db.orm, order.id))).toBe(74_65)
    expect(await ownerTradeIn(shop, token)).toMatchObject({ state: 'done' })
  })

  it('gives its share of a refund, so that what stays sold is taxed less what stays of the credit [TRADE-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop, { taxStates: ['CA'] })
    const { token } = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop, { ...taxed, 'line-0-quantity': '2' })
    await useCredit(shop, await credits(shop, token, order))
    // 10% of 2 × $2,500.00 − $1,753.52.
    expect(await taxOf(shop, order)).toBe(324_65)
    await pays(shop, order, 3246_48 + 324_65)
    const wish = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    await refundsAll(shop, order, wish)
    const { row } = await tradeInBy(shop, token)
    expect(await moneyOf(shop.db.orm, row)).toMatchObject({ credited: 876_76, open: 876_76 })
    const { sold } = await balanceOfOrder(shop.db.orm, order.id)
    // 10% of $2,500.00 − $876.76.
    expect(sold).toMatchObject({ goods: 2500_00, tax: 162_32 })
    await refundsAll(shop, order)
    expect(await moneyOf(shop.db.orm, row)).toMatchObject({ credited: 0, open: 1753_52 })
    expect((await balanceOfOrder(shop.db.orm, order.id)).sold).toMatchObject({ goods: 0, tax: 0 })
  })
})
