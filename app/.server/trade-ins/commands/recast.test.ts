import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { makeClaimCode } from '#app/.server/certificates/commands/make-claim-code.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { parcels } from '#app/.server/platform/db/fulfillment-schema.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { cents } from '#app/domain/money/cents.ts'
import { storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, seen } from '#tests/support/metal.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { paysByLink, saleOf, tokenOf } from '#tests/support/staff-orders.ts'
import { stockOf, thereAre } from '#tests/support/stock.ts'
import {
  agreedTradeIn,
  asForm,
  offersAll,
  refundsAll,
  requestOf,
  shipsRecast,
  tradeInBy,
  tradeInEmailsOf,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { ownerTradeIn } from '../queries/owner-trade-in.ts'
import { tradeInPage } from '../queries/trade-in-page.ts'
import { cancelTradeIn } from './cancel-trade-in.ts'
import { acceptTradeIn, sendBackTradeIn, weighTradeIn } from './move-trade-in.ts'
import { offerTradeIn } from './offer-trade-in.ts'
import { billRecast, finishRecast, startRecast } from './recast.ts'
import { requestTradeIn } from './request-trade-in.ts'
import { saveProductionCost } from './save-production-cost.ts'

const by = 'ann@example.com'

/** In minutes. */
const day = 24 * 60
const cost = { amount: '125.00' }

const bills = async (app: AppContext, token: string, key = tradeInKey()) =>
  billRecast(app, await asForm(app, token, 'bill', { key }))
const cancels = async (app: AppContext, token: string) =>
  cancelTradeIn(app, await asForm(app, token, 'cancel', { reason: 'No.' }))

async function orderOf(app: AppContext, token: string) {
  const { row } = await tradeInBy(app, token)
  return (await storedOrder(app, row.orderId ?? '')).order
}

async function certificateStates(app: AppContext) {
  const found = await app.db.orm.select().from(certificates)
  return Object.fromEntries(found.map(({ id, state }) => [id, state]))
}

const pays = async (app: AppContext, token: string) =>
  paysByLink(app, await tokenOf(app, await orderOf(app, token)))

onBothDatabases('a recast', (open) => {
  it('that is canceled cancels its unpaid order with it; one that was paid is refunded first [TRADE-08, TRADE-11]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    await offersAll(shop)
    const one = await agreedTradeIn(shop, 'recast', cost)
    const key = tradeInKey()
    const bill = await asForm(shop, one.token, 'bill', { key })
    await billRecast(shop, bill)
    await cancels(shop, one.token)
    const unpaid = await orderOf(shop, one.token)
    expect(unpaid.state).toBe('cancelled')
    expect((await saleOf(shop, unpaid)).link).toBe(null)
    expect((await tradeInBy(shop, one.token)).row.state).toBe('returning')
    // Neither the same form nor a new one sends a link for it.
    expect(await refusal(billRecast(shop, bill))).toMatchObject({ status: 409 })
    expect(await refusal(bills(shop, one.token))).toMatchObject({
      ...{ status: 422, message: expect.stringContaining('must accept the recast quote first') },
    })

    const two = await agreedTradeIn(shop, 'recast', cost)
    const before = await seen(shop)
    await bills(shop, two.token)
    await pays(shop, two.token)
    await startRecast(shop, await asForm(shop, two.token, 'start'))
    const paid = await orderOf(shop, two.token)
    expect(await refusal(cancels(shop, two.token))).toMatchObject({
      ...{ status: 422, message: expect.stringContaining(`Refund order ${paid.number} first`) },
    })
    await refundsAll(shop, paid)
    await cancels(shop, two.token)
    const parcel = { carrier: 'other', tracking: 'By hand', sanctions: 'yes' }
    await sendBackTradeIn(shop, await asForm(shop, two.token, 'send-back', parcel))
    expect(await seen(shop)).toMatchObject({ pieces: before.pieces, owed: before.owed })
    // A parcel of an order whose piece was sent back is gold of the shop.
    const sent = { carrier: 'other', tracking: 'By hand', sentAt: shop.now(), sentBy: by } as const
    await shop.db.orm.insert(parcels).values({ orderId: paid.id, ...sent })
    expect(await seen(shop)).toMatchObject({ pieces: before.pieces })
  })

  it('is billed again by the same form with the same link, and by a page that is stale not at all [TRADE-04, TRADE-11]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'recast', cost)
    const bill = await asForm(shop, token, 'bill', { key: tradeInKey() })
    const both = await Promise.all([billRecast(shop, bill), billRecast(shop, bill)])
    expect(both[0]).toBe(both[1])
    const first = await tokenOf(shop, await orderOf(shop, token))
    await billRecast(shop, bill)
    expect(await tokenOf(shop, await orderOf(shop, token))).toBe(first)
    const stale = { ...bill, key: tradeInKey() }
    expect(await refusal(billRecast(shop, stale))).toMatchObject({ status: 409 })
    // From the page as it is now, a link in place of the first.
    await bills(shop, token)
    expect(await tokenOf(shop, await orderOf(shop, token))).not.toBe(first)
    await pays(shop, token)
    expect((await refusal(bills(shop, token))).status).toBe(409)
  })

  it('gets another order where the first expired or was canceled [TRADE-11]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'recast', cost)
    await bills(shop, token)
    const first = await orderOf(shop, token)
    pass(15 * 24 * 60)
    await expireOrders(shop)
    expect((await orderOf(shop, token)).state).toBe('expired')
    await bills(shop, token)
    const second = await orderOf(shop, token)
    expect(second).toMatchObject({ state: 'pending', totalCents: 12_500 })
    expect(second.id).not.toBe(first.id)
    await staffCancelOrder(shop, { ...(await seenByStaff(shop, second)), reason: 'A mistake.' })
    await bills(shop, token)
    await pays(shop, token)
    await startRecast(shop, await asForm(shop, token, 'start'))
    expect((await tradeInBy(shop, token)).row.state).toBe('working')
  })

  it('is due three weeks after the piece arrived, on Today and for its owner, no matter when work began [TRADE-09]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'recast', cost)
    await bills(shop, token)
    await pays(shop, token)
    pass(10 * day)
    await startRecast(shop, await asForm(shop, token, 'start'))
    // It was received on March 11.
    expect((await tradeInBy(shop, token)).row.dueOn).toBe('2026-04-01')
    expect((await ownerTradeIn(shop, token))?.readyBy).toBe('2026-04-01')
    pass(11 * day)
    expect((await todayPage(shop, 'owner')).tradeIns).toMatchObject({ late: 0 })
    pass(day)
    expect((await todayPage(shop, 'owner')).tradeIns).toMatchObject({ late: 1 })
    expect((await ownerTradeIn(shop, token))?.readyBy).toBe(null)
  })

  it('takes no piece of a counted size, or of a counted product [TRADE-11]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'recast', cost)
    const other = await agreedTradeIn(shop, 'recast', cost)
    await thereAre(shop, '7', { Small: 1 })
    await bills(shop, token)
    expect(await stockOf(shop, '7', 'Small')).toMatchObject({ pieces: 1, reserved: 0 })
    await thereAre(shop, '7', { Small: null })
    await thereAre(shop, '7', 0)
    await bills(shop, other.token)
    await pays(shop, other.token)
    expect(await stockOf(shop, '7')).toMatchObject({ pieces: 0, reserved: 0 })
  })

  it('of a recast piece costs what its size does [TRADE-02]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    await saveProductionCost(shop, { productId: '7', size: 'Small', cost: cents(20_000), by })
    const { token } = await agreedTradeIn(shop, 'recast')
    await bills(shop, token)
    await pays(shop, token)
    await startRecast(shop, await asForm(shop, token, 'start'))
    const order = await orderOf(shop, token)
    await shipsRecast(shop, order)
    await finishRecast(shop, await asForm(shop, token, 'finish'))
    const [certificate] = await storedCertificates(shop, order.id)
    const id = certificate?.id ?? ''
    const reason = 'They sent a picture.'
    const about = { orderId: order.id, id, key: tradeInKey(), events: 0, by, reason }
    const { code } = await makeClaimCode(shop, about)
    const asked = { ...requestOf('recast', code), certificateId: id }
    const again = await requestTradeIn(shop, asked)
    const { row } = await tradeInBy(shop, again.token)
    expect(row).toMatchObject({ productId: '7', size: 'Small' })
    await acceptTradeIn(shop, await asForm(shop, again.token, 'accept', { instructions: 'To us.' }))
    const scale = { grams: '14.20', fineness: '999.9', maker: 'ours' }
    await weighTradeIn(shop, await asForm(shop, again.token, 'weigh', scale))
    await offerTradeIn(shop, await asForm(shop, again.token, 'offer'))
    expect((await tradeInPage(shop, row.id)).hasProductionCost).toBe(true)
  })

  it('has one valid certificate at a time: the new one ends the old one as it is issued [TRADE-13]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token, certificate } = await agreedTradeIn(shop, 'recast', cost)
    await bills(shop, token)
    await pays(shop, token)
    await startRecast(shop, await asForm(shop, token, 'start'))
    const order = await orderOf(shop, token)
    await shipsRecast(shop, order)
    const [renewed] = await storedCertificates(shop, order.id)
    expect(renewed?.said.replaces).toBe(certificate.id)
    const states = await certificateStates(shop)
    expect([states[certificate.id], states[renewed?.id ?? '']]).toEqual(['recast', 'valid'])
    await finishRecast(shop, await asForm(shop, token, 'finish'))
    expect((await certificateStates(shop))[certificate.id]).toBe('recast')
    expect(await tradeInEmailsOf(shop, token)).toContain('trade-in-done-owner')
  })
})
