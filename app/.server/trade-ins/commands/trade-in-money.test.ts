import { desc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { claimCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { refundsForBuyer } from '#app/.server/orders/queries/buyer-refunds.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { cashCustomers } from '#app/.server/payments/queries/cash-customers.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { tradeInIdentities } from '#app/.server/platform/db/trade-in-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, seen } from '#tests/support/metal.ts'
import { dispute, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'
import {
  agreedTradeIn,
  asForm,
  credits,
  noted,
  offersAll,
  paysOut,
  refundsAll,
  requestOf,
  seller,
  shipsRecast,
  tradeInBy,
  tradeInEmailsOf,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { deleteIdentities } from '../jobs/delete-identities.ts'
import { boughtFromPublic, moneyOf } from '../money.ts'
import { ownerTradeIn } from '../queries/owner-trade-in.ts'
import { tradeInPage } from '../queries/trade-in-page.ts'
import { cancelTradeIn } from './cancel-trade-in.ts'
import { answerOffer } from './offer-trade-in.ts'
import { payOut, readIdentity } from './pay-out.ts'
import { billRecast, finishRecast, startRecast } from './recast.ts'
import { requestTradeIn } from './request-trade-in.ts'
import { extendCredit, useCredit } from './use-credit.ts'

const by = 'ann@example.com'
const stateOf = async (app: AppContext, token: string) => (await tradeInBy(app, token)).row.state

async function certificateStates(app: AppContext) {
  const found = await app.db.orm.select().from(certificates)
  return Object.fromEntries(found.map(({ id, state }) => [id, state]))
}

onBothDatabases('the money of a trade-in', (open) => {
  it('of a sale is paid once the seller is known, ends the certificate, and is gold in the ledger at its cost [TRADE-11, TRADE-13, TRADE-14, TRADE-16]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await begun(shop)
    await offersAll(shop)
    const before = await seen(shop)
    const { token, certificate, code } = await agreedTradeIn(shop, 'sell-back')
    const first = await paysOut(shop, token)
    expect(await refusal(payOut(shop, first))).toMatchObject({
      message: expect.stringContaining('Record the seller’s identity before you pay: full name'),
    })
    await noted(shop, token)
    const pays = await paysOut(shop, token)
    await payOut(shop, pays)
    await payOut(shop, pays)
    // The owner’s yes, sent again after that, opens nothing.
    expect(await refusal(answerOffer(shop, { token, offer: 1, answer: 'yes' }))).toMatchObject({
      ...{ status: 409, message: 'This trade-in is done, so you can’t do this now.' },
    })
    const { row } = await tradeInBy(shop, token)
    expect(row).toMatchObject({ state: 'done', sanctionsBy: by })
    expect(await moneyOf(shop.db.orm, row)).toMatchObject({
      offer: 166_123,
      settled: 166_123,
      open: 0,
    })
    expect((await certificateStates(shop))[certificate.id]).toBe('returned')
    // 14.2 g × .9999 = 14.199 g of fine gold; the parcel of the sold pieces left before.
    const after = await seen(shop)
    expect(after.stock - before.stock).toBe(14_199)
    // The claim code is of no use after the sale.
    const asked = { ...requestOf('recast', code), certificateId: certificate.id }
    expect(await refusal(requestTradeIn(shop, asked))).toMatchObject({
      message: expect.stringContaining('returned to us already'),
    })
    expect(
      await refusal(cancelTradeIn(shop, await asForm(shop, token, 'cancel', { reason: 'No.' }))),
    ).toMatchObject({ status: 422 })
    const [sealed] = await shop.db.orm.select().from(tradeInIdentities)
    expect(sealed?.sealed).not.toContain('Bea')
    expect(await readIdentity(shop, { id: row.id, by })).toEqual(seller)
    await deleteIdentities(shop)
    expect(await shop.db.orm.$count(tradeInIdentities)).toBe(1)
    pass(1095 * 24 * 60 + 1)
    await deleteIdentities(shop)
    expect(await shop.db.orm.$count(tradeInIdentities)).toBe(0)
  })

  it('is neither paid nor begun for a piece that was lost, disputed or refunded since it was requested [TRADE-05, TRADE-11]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token, order, certificate, code } = await agreedTradeIn(shop, 'sell-back')
    await noted(shop, token)
    const refused = async () => (await refusal(payOut(shop, await paysOut(shop, token)))).message
    await claimCertificate(shop, { id: certificate.id, code, move: 'lost' })
    expect(await refused()).toContain('reported lost')
    await claimCertificate(shop, { id: certificate.id, code, move: 'found' })
    await dispute(shop, order, 'dispute open')
    expect(await refused()).toContain('in dispute')
    await dispute(shop, order, 'dispute won')
    const wish = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    await refundsAll(shop, order, wish)
    expect(await refused()).toContain('One of these pieces was refunded')
    const recast = await agreedTradeIn(shop, 'recast', { amount: '125.00' })
    const key = tradeInKey()
    await billRecast(shop, await asForm(shop, recast.token, 'bill', { key }))
    const { row } = await tradeInBy(shop, recast.token)
    const bill = await storedOrder(shop, row.orderId ?? '')
    await paysByLink(shop, await tokenOf(shop, bill.order))
    await refundsAll(shop, recast.order)
    expect(
      await refusal(startRecast(shop, await asForm(shop, recast.token, 'start'))),
    ).toMatchObject({
      ...{ status: 422, message: expect.stringContaining('was refunded') },
    })
  })

  it('above $50,000 a year from the public is paid only where an owner says why [TRADE-15]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await offersAll(shop)
    await goldBecomes('3800')
    const one = await agreedTradeIn(shop, 'sell-back')
    await noted(shop, one.token)
    await payOut(shop, await paysOut(shop, one.token))
    const books = { livemode: false, at: shop.now() }
    // 14.2 g × .9999 × $3,800 × 90%
    expect(await boughtFromPublic(shop.db.orm, books)).toBe(4_855_914)
    const two = await agreedTradeIn(shop, 'sell-back')
    await noted(shop, two.token)
    const pays = await paysOut(shop, two.token)
    const message = expect.stringContaining('$50,000.00')
    expect(await refusal(payOut(shop, pays))).toMatchObject({ status: 422, message })
    const allowed = { ...pays, override: 'Registered with FinCEN.' }
    expect(await refusal(payOut(shop, { ...allowed, role: 'manager' }))).toMatchObject({ message })
    await payOut(shop, allowed)
    expect(await stateOf(shop, two.token)).toBe('done')
    // A credit buys gold as a payment does.
    const three = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop, { 'line-0-fee': '1200' })
    const uses = await credits(shop, three.token, order)
    expect(await refusal(useCredit(shop, uses))).toMatchObject({ status: 422, message })
    expect(await balanceOfOrder(shop.db.orm, order.id)).toMatchObject({ paid: 0 })
    const allows = { ...uses, override: 'Registered with FinCEN.' }
    expect(await refusal(useCredit(shop, { ...allows, role: 'manager' }))).toMatchObject({
      message,
    })
    await useCredit(shop, allows)
    const { row } = await tradeInBy(shop, three.token)
    expect(row.sanctionsBy).toBe(by)
    const said = (await tradeInPage(shop, row.id)).history[0]?.why
    expect(said).toContain('screened against sanctions lists.')
    expect(said).toContain('Compliance note: Registered with FinCEN.')
    const [audited] = await shop.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, row.id))
      .orderBy(desc(auditLog.id))
    expect(JSON.stringify(audited?.facts)).toContain('Registered with FinCEN.')
  })

  it('of a recast is paid by a link before work begins; its new certificate names the old one [TRADE-11, TRADE-13, TRADE-14]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    await offersAll(shop)
    const { token, certificate } = await agreedTradeIn(shop, 'recast', { amount: '125.00' })
    const before = await seen(shop)
    expect(await refusal(startRecast(shop, await asForm(shop, token, 'start')))).toMatchObject({
      message: expect.stringContaining('isn’t paid yet'),
    })
    const key = tradeInKey()
    const said = await billRecast(shop, await asForm(shop, token, 'bill', { key }))
    expect(said).toContain('$125.00')
    // Sent again, as after a process that was stopped: one order, one link.
    await billRecast(shop, await asForm(shop, token, 'bill', { key }))
    const { row } = await tradeInBy(shop, token)
    const orderId = row.orderId ?? ''
    const { order } = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ state: 'pending', totalCents: 12_500 })
    await paysByLink(shop, await tokenOf(shop, order))
    await startRecast(shop, await asForm(shop, token, 'start'))
    expect((await seen(shop)).pieces - before.pieces).toBe(14_200)
    expect(await refusal(finishRecast(shop, await asForm(shop, token, 'finish')))).toMatchObject({
      message: expect.stringContaining('no certificate yet'),
    })
    await shipsRecast(shop, order)
    await finishRecast(shop, await asForm(shop, token, 'finish'))
    const [renewed] = await storedCertificates(shop, order.id)
    expect(renewed?.said.replaces).toBe(certificate.id)
    expect(renewed?.said.product.size).toBe('Small, recast')
    const states = await certificateStates(shop)
    expect(states[certificate.id]).toBe('recast')
    // What came in left again.
    expect((await seen(shop)).pieces).toBe(before.pieces)
    expect(await stateOf(shop, token)).toBe('done')
  })

  it('of an exchange is a credit on an order, which comes back as credit where the order is refunded [TRADE-12, TRADE-14]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await begun(shop)
    await offersAll(shop)
    const { token, certificate } = await agreedTradeIn(shop, 'exchange')
    // $1,300 of gold and a fee of $1,200: more than the credit.
    const order = await madeOrder(shop, { 'line-0-fee': '1200' })
    const uses = await credits(shop, token, order)
    pass(91 * 24 * 60)
    expect(await refusal(useCredit(shop, uses))).toMatchObject({
      message: expect.stringContaining('has expired'),
    })
    await extendCredit(shop, await asForm(shop, token, 'extend-credit'))
    const again = await credits(shop, token, order)
    await useCredit(shop, again)
    await useCredit(shop, again)
    expect(await stateOf(shop, token)).toBe('done')
    expect((await certificateStates(shop))[certificate.id]).toBe('returned')
    const paid = cents(175_352)
    expect(await balanceOfOrder(shop.db.orm, order.id)).toMatchObject({ paid })
    // The rest in cash counts toward Form 8300 as any other cash does.
    const cash = { kind: 'cash', amount: cents(74_648), payer: 'Bea', reference: '' } as const
    const form8300 = undefined
    const receivedOn = '2026-06-10'
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...cash,
      receivedOn,
      form8300,
    })
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect(await cashCustomers(shop.db.orm, { livemode: false, today: receivedOn })).toEqual([])
    await refundsAll(shop, order)
    const { row } = await tradeInBy(shop, token)
    const ways = (await refundsForBuyer(shop.db.orm, order.id)).map(({ isByHand }) => isByHand)
    expect(ways.sort()).toEqual(['credit', true])
    const { credited, open: left } = await moneyOf(shop.db.orm, row)
    expect([credited, left, row.state]).toEqual([0, 175_352, 'agreed'])
    expect(await ownerTradeIn(shop, token)).toMatchObject({ openCredit: 175_352 })
    // Never more as money than the lower rate: the credit promised 95% for another piece.
    await noted(shop, token)
    await payOut(shop, await paysOut(shop, token))
    const after = (await tradeInBy(shop, token)).row
    expect(await moneyOf(shop.db.orm, after)).toMatchObject({ open: 0, paidOut: 166_123 })
    expect(await tradeInEmailsOf(shop, token)).toContain('trade-in-credit-owner')
  })

  it('is a part of a credit where the order costs less; a canceled order gives it back [TRADE-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'exchange')
    const order = await madeOrder(shop)
    await useCredit(shop, await credits(shop, token, order))
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect(await ownerTradeIn(shop, token)).toMatchObject({ state: 'agreed', openCredit: 20_352 })
    expect(await tradeInEmailsOf(shop, token)).toContain('trade-in-used-owner')
    const dear = await madeOrder(shop, { 'line-0-fee': '9000' })
    await useCredit(shop, await credits(shop, token, dear))
    expect(await stateOf(shop, token)).toBe('done')
    await staffCancelOrder(shop, {
      ...(await seenByStaff(shop, dear)),
      reason: 'They changed their mind.',
    })
    await refundsAll(shop, dear)
    expect(await ownerTradeIn(shop, token)).toMatchObject({ state: 'agreed', openCredit: 20_352 })
    const withPage = await madeOrder(shop, { tax: 'none' })
    await useCredit(shop, await credits(shop, token, withPage))
    expect(await stateOf(shop, token)).toBe('done')
  })

  it('reduces the taxable amount only in a state that the owner chose [TRADE-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop, { taxStates: ['CA'] })
    const taxed = { tax: 'rate', taxRate: '10', 'line-0-fee': '1200' }
    const inOther = await agreedTradeIn(shop, 'exchange')
    const other = await madeOrder(shop, { ...taxed, taxState: 'WA' })
    await useCredit(shop, await credits(shop, inOther.token, other))
    expect((await storedOrder(shop, other.id)).order.taxCents).toBe(25_000)
    const inChosen = await agreedTradeIn(shop, 'exchange')
    const chosen = await madeOrder(shop, { ...taxed, taxState: 'CA' })
    await useCredit(shop, await credits(shop, inChosen.token, chosen))
    // 10% of $2,500.00 − $1,753.52.
    expect((await storedOrder(shop, chosen.id)).order.taxCents).toBe(7_465)
  })
})
