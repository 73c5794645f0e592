import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { parcels } from '#app/.server/platform/db/fulfillment-schema.ts'
import { labelFiles, labels } from '#app/.server/platform/db/label-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { purge } from '#app/.server/privacy/jobs/purge.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { searchPage } from '#app/.server/reports/queries/search-page.ts'
import type { PostalAddress } from '#app/domain/address/us-places.ts'
import type { CarrierLines } from '#app/domain/fulfillment/carrier-text.ts'
import { carrierLines, carrierSource } from '#app/domain/fulfillment/carrier-text.ts'
import type { Box } from '#app/domain/fulfillment/label.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as one from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Behavior, openEasyPostServer } from '#tests/support/easypost-server.ts'
import {
  buyerAddress,
  heldOrder,
  paidOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { easyPost } from '../gateway/easypost.ts'
import type { ShipmentRequest } from '../gateway/label-gateway.ts'
import { resolveLabels } from '../jobs/resolve-labels.ts'
import { labelDocument } from '../queries/label-document.ts'
import { buyLabel, giveUpLabel, lookForLabel } from './buy-label.ts'
import { correctBuyer } from './correct-buyer.ts'
import { recordShipment } from './record-shipment.ts'
import { requestRates } from './request-rates.ts'
import { voidLabel } from './void-label.ts'

const [ann, bob] = ['ann@example.com', 'bob@example.com']
const box: Box = { length: 80, width: 60, height: 40, weight: 125 }
const number = '9400111201080805483016'

const requireDecision = async () => {}

/** A shop that buys labels at a stand-in of EasyPost. */
async function labelShop(db: Database) {
  const easypost = await openEasyPostServer()
  onTestFinished(() => easypost.close())
  const config = readConfig({ GOLD_SOURCES: 'none', ...easypost.settings() })
  const closing = new AbortController()
  if (!config.labels) throw new Error('no labels')
  const { labels: settings } = config
  const gateway = (limitMs?: number) => easyPost(settings, closing.signal, limitMs)
  const selling = await sellingShop(db, { config, labels: gateway() })
  /** Done while the stand-in misbehaves at so many calls, by a gateway that waits a moment only. */
  const whileIt = async <T>(behavior: Behavior, of: string, times: number, work: () => T) => {
    easypost.behave(behavior, of, times)
    selling.shop.labels = gateway(200)
    try {
      return await work()
    } finally {
      easypost.behave(null)
      selling.shop.labels = gateway()
    }
  }
  return { ...selling, easypost, whileIt }
}

async function offered(shop: AppContext, id: string) {
  await requestRates(shop, { id, by: ann, box, insured: false, requireDecision })
  const found = (await adminOrder(shop, id))?.labels.offered
  const [rate] = found?.rates ?? []
  if (!found || !rate) throw new Error('no rates')
  return {
    id,
    by: ann,
    label: found.label,
    rate: rate.id,
    all: found,
    requireFresh: async () => {},
  }
}

const labelsOf = async (shop: AppContext, id: string) =>
  (await adminOrder(shop, id))?.labels.labels ?? []
const storedLabels = (shop: AppContext, id: string) =>
  shop.db.orm.select().from(labels).where(eq(labels.orderId, id)).orderBy(labels.id)

const buys = ({ calls }: { calls: { what: string }[] }) =>
  calls.filter(({ what }) => what.endsWith('/buy')).length

onBothDatabases('labels', (open) => {
  it('carriers get two letters and a ZIP code, however an older program stored them [PLACE-03]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    await shop.db.orm.execute(
      sql`update orders set shipping_address = shipping_address
        || '{"state": "California", "postalCode": "900011234"}' where id = ${order.id}`,
    )
    await offered(shop, order.id)
    const [asked] = easypost.shipments.values()
    expect(asked?.request).toMatchObject({
      to_address: { state: 'CA', zip: '90001-1234' },
      from_address: { state: 'WA', phone: '+12065550149' },
    })
  })

  it('rates are asked for by box, value and signature, and one label is bought, kept and used [LABEL-01, LABEL-02, LABEL-04, LABEL-16, SEARCH-06]', async () => {
    const { shop, easypost, pass } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    expect(offer.all).toMatchObject({
      asked: { declared: order.totalCents, signature: true, box },
      rates: [
        { carrier: 'USPS', service: 'GroundAdvantage', days: 3, cost: 593 },
        { service: 'Priority', days: 2, cost: 690 },
        { service: 'Express', days: 1, cost: 3310 },
      ],
    })
    const [asked] = easypost.shipments.values()
    expect(asked?.request).toMatchObject({
      parcel: { length: 8, width: 6, height: 4, weight: 12.5 },
      options: { delivery_confirmation: 'SIGNATURE' },
      to_address: { name: 'Ada Buyer', street1: '1000 Example Street', zip: '98101' },
    })
    expect(await buyLabel(shop, offer)).toEqual({ service: 'USPS Ground Advantage', cost: '$5.93' })
    const [label] = await labelsOf(shop, order.id)
    expect(label).toMatchObject({
      ...{ state: 'bought', cost: 593, isTest: true, hasFile: true, boughtBy: ann },
      tracked: { carrier: 'usps', tracking: number },
    })
    const file = await labelDocument(shop, { id: order.id, file: `label-${label?.id}.pdf` })
    expect(file?.pdf.toString('latin1')).toBe(easypost.file)
    expect(await labelDocument(shop, { id: order.id, file: 'label-99.pdf' })).toBeNull()
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)).toMatchObject({
      why: `Label bought: test label, USPS Ground Advantage, $5.93, USPS ${number}.`,
      by: ann,
    })
    expect(events.at(-1)).toMatchObject({ action: 'order.label_bought' })
    // The number on a label finds its order before a parcel has it [SEARCH-06].
    for (const q of [number, '9400 1112 0108']) {
      const found = await searchPage(shop, { q, role: 'owner' })
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      for (const orders of [found.orders.shown, listed.orders]) {
        expect(
          orders.map(({ id }) => id),
          q,
        ).toEqual([order.id])
      }
      expect(found.customers.shown, q).toHaveLength(1)
    }
    pass(10)
    const sent = { carrier: 'usps', tracking: number } as const
    await recordShipment(shop, { ...(await readyToSend(shop, order)), ...sent })
    const [used] = await labelsOf(shop, order.id)
    const seen = await adminOrder(shop, order.id)
    expect(used?.parcelId).toBe(seen?.parcels[0]?.id)
    expect(await refusal(voidLabel(shop, offer))).toMatchObject({
      message: 'A package was already shipped with this label. Nothing was changed.',
    })
    // Who refunds it is said beside it, also once the package has another number [LABEL-16].
    const path = '/admin/dashboard/orders/:id'
    const words = async () =>
      (await renderAdminPage(shop, one, { path, address: path.replace(':id', order.id) })).words
    expect(await words()).toContain('and ask EasyPost to refund this one.')
    await shop.db.orm.update(parcels).set({ tracking: '9400111201080805483023' })
    expect(await words()).toContain(
      `The label’s tracking number is USPS ${number}. If the package didn’t leave with it, ask EasyPost to refund the label.`,
    )
    // The next parcel is asked for with the same box.
    expect((await adminOrder(shop, (await paidOrder(shop)).id))?.labels.lastBox).toEqual(box)
  })

  it('pressed twice, by one or by two people at once, buys one label [LABEL-02]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    const another = offer.all.rates[1]?.id ?? ''
    const pressed = await Promise.allSettled([
      buyLabel(shop, offer),
      buyLabel(shop, offer),
      buyLabel(shop, { ...offer, by: bob, rate: another }),
    ])
    expect(pressed.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(buys(easypost)).toBe(1)
    const again = await buyLabel(shop, offer).catch(() => null)
    const [label] = await storedLabels(shop, order.id)
    expect(label).toMatchObject({ state: 'bought' })
    expect(again === null).toBe(label?.boughtBy === bob)
    const other = label?.boughtBy === bob ? offer : { ...offer, by: bob, rate: another }
    expect((await refusal(buyLabel(shop, other))).message).toContain('for this package.')
    expect(
      (
        await refusal(
          requestRates(shop, { id: order.id, by: bob, box, insured: false, requireDecision }),
        )
      ).message,
    ).toBe('This order already has a label for its next package. Nothing was changed.')
    expect(
      (await storedOrder(shop, order.id)).history.filter(({ why }) => /^Label/.test(why)),
    ).toHaveLength(1)
    expect(buys(easypost)).toBe(1)
  })

  for (const behavior of ['answer lost', 'done too late'] as const) {
    it(`a label whose ${behavior === 'answer lost' ? 'answer is lost' : 'error came before it was bought'} is found, not bought again [LABEL-02, LABEL-03]`, async () => {
      const { shop, easypost } = await labelShop(await open())
      const order = await paidOrder(shop)
      const offer = await offered(shop, order.id)
      easypost.behave(behavior, '/buy')
      await buyLabel(shop, offer)
      expect(await storedLabels(shop, order.id)).toMatchObject([
        { state: 'bought', tracking: number },
      ])
      expect(buys(easypost)).toBe(1)
    })
  }

  for (const behavior of ['never', 'drips', 500, 429, 'html'] as const) {
    it(`a gateway that answers ${behavior} is waited for some seconds, and the form goes on [LABEL-03]`, async () => {
      const { shop, easypost, pass, whileIt } = await labelShop(await open())
      const order = await paidOrder(shop)
      const ask = { id: order.id, by: ann, box, insured: false, requireDecision }
      const asked = await whileIt(behavior, '', 9, () => refusal(requestRates(shop, ask)))
      expect(asked).toMatchObject({ status: 503, code: 'labels_unavailable' })
      expect(asked.message).toContain('enter a tracking number yourself.')
      const offer = await offered(shop, order.id)
      expect(await whileIt(behavior, '', 9, () => refusal(buyLabel(shop, offer)))).toMatchObject({
        status: 503,
        code: 'label_not_known',
      })
      expect(await labelsOf(shop, order.id)).toMatchObject([{ state: 'buying', boughtBy: ann }])
      // Too soon to ask again: the first may still be bought.
      const before = buys(easypost)
      expect(await refusal(buyLabel(shop, offer))).toMatchObject({ code: 'label_not_known' })
      expect(buys(easypost)).toBe(before)
      expect(await lookForLabel(shop, offer)).toBe('EasyPost hasn’t bought this label so far.')
      pass(2)
      await buyLabel(shop, offer)
      expect([...easypost.shipments.values()].filter((each) => each.bought)).toHaveLength(1)
      // Marked as sent by staff anyway, with another number.
      await recordShipment(shop, {
        ...(await readyToSend(shop, order)),
        ...{ carrier: 'ups', tracking: '1Z999AA10123456784' },
      })
      expect(await labelsOf(shop, order.id)).toMatchObject([{ state: 'bought', parcelId: null }])
    })
  }

  it('what is bought after all is found by itself, also after it was given up [LABEL-03]', async () => {
    const { shop, easypost, pass, whileIt } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    await whileIt('never', '', 9, () => refusal(buyLabel(shop, offer)))
    expect((await refusal(giveUpLabel(shop, offer))).message).toContain('It may still be bought')
    pass(11)
    await giveUpLabel(shop, offer)
    await giveUpLabel(shop, offer)
    expect(await labelsOf(shop, order.id)).toMatchObject([{ state: 'given up' }])
    // A label of other rates is bought, and then the first one is.
    const second = await offered(shop, order.id)
    await buyLabel(shop, second)
    const [first] = easypost.shipments.values()
    if (first) {
      first.bought = { rate: offer.rate, tracking: '9505511069605048600624', insurance: null }
    }
    pass(15)
    expect(await resolveLabels(shop)).toBe(1)
    expect(await labelsOf(shop, order.id)).toMatchObject([{ state: 'late' }, { state: 'bought' }])
    const { history } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toContain('A label was bought after you stopped waiting for it:')
    expect(await voidLabel(shop, offer)).toBe('voiding')
    expect(buys(easypost)).toBe(2)
  })

  it('a label that nobody waits at is settled by the clock, and its file fetched later [LABEL-03, LABEL-04]', async () => {
    const { shop, easypost, pass, whileIt } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    await whileIt('never', '', 9, () => refusal(buyLabel(shop, offer)))
    const [first] = easypost.shipments.values()
    if (first) first.bought = { rate: offer.rate, tracking: number, insurance: null }
    expect(await resolveLabels(shop)).toBe(0)
    pass(2)
    easypost.behave(500, '/files/')
    expect(await resolveLabels(shop)).toBe(1)
    const waiting = { state: 'bought', hasFile: false, mayFetch: true }
    expect(await labelsOf(shop, order.id)).toMatchObject([waiting])
    pass(2)
    await resolveLabels(shop)
    const here = { state: 'bought', hasFile: true, mayFetch: false }
    expect(await labelsOf(shop, order.id)).toMatchObject([here])
    expect(await resolveLabels(shop)).toBe(0)
    expect(buys(easypost)).toBeLessThan(2)
  })

  it('what is refused is said in plain words, and other rates can be asked for [LABEL-02]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    easypost.behave(422, '/buy')
    expect((await refusal(buyLabel(shop, offer))).message).toBe(
      'No label was bought. EasyPost says: Bad ZIP code. Nothing was changed.',
    )
    const other = await offered(shop, order.id)
    easypost.behave(402, '/buy')
    expect((await refusal(buyLabel(shop, other))).message).toContain('no payment method')
    easypost.rates = []
    expect(
      (
        await refusal(
          requestRates(shop, { id: order.id, by: ann, box, insured: false, requireDecision }),
        )
      ).message,
    ).toContain('has no carrier for this package')
    const forged = await offered(shop, order.id).catch(() => null)
    expect(forged).toBeNull()
  })

  it('no label is bought for a held order, an old rate, or a rate of another shipment [LABEL-02]', async () => {
    const { shop, easypost, pass } = await labelShop(await open())
    const held = await heldOrder(shop)
    await refusal(
      requestRates(shop, { id: held.id, by: ann, box, insured: false, requireDecision }),
    )
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    const forged = await refusal(buyLabel(shop, { ...offer, rate: 'rate_00090' }))
    expect(forged.message).toContain('no longer available.')
    pass(25 * 60)
    expect((await refusal(buyLabel(shop, offer))).message).toContain('no longer available.')
    const another = await paidOrder(shop)
    await refusal(buyLabel(shop, { ...offer, id: another.id }))
    expect(buys(easypost)).toBe(0)
  })

  it('a label that was not used is given back once, and no parcel leaves with it [LABEL-07]', async () => {
    const { shop, easypost, pass } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    await buyLabel(shop, offer)
    easypost.behave('answer lost', '/refund')
    expect(await voidLabel(shop, offer)).toBe('voiding')
    expect(await voidLabel(shop, offer)).toBe('voiding')
    expect(easypost.calls.filter(({ what }) => what.endsWith('/refund'))).toHaveLength(1)
    const sent = { carrier: 'usps', tracking: number } as const
    expect(
      (await refusal(recordShipment(shop, { ...(await readyToSend(shop, order)), ...sent })))
        .message,
    ).toContain('was voided')
    const [shipment] = easypost.shipments.values()
    if (shipment) shipment.refundStatus = 'refunded'
    pass(61)
    await resolveLabels(shop)
    expect(await labelsOf(shop, order.id)).toMatchObject([{ state: 'voided' }])
    // Another one takes its place, whose cost the carrier keeps.
    easypost.refundsBecome = 'rejected'
    const second = await offered(shop, order.id)
    await buyLabel(shop, second)
    expect(await voidLabel(shop, second)).toBe('kept')
    expect((await labelsOf(shop, order.id)).at(-1)).toMatchObject({
      state: 'kept',
      problem: 'The carrier didn’t refund it.',
    })
  })

  it('above $100 one is bought with a fresh second factor alone [FRESH-06]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const stale = async () => {
      throw new AppError('fresh_factor_needed', 403, 'Please confirm it’s you.')
    }
    const order = await paidOrder(shop)
    const { all: _all, ...offer } = await offered(shop, order.id)
    const [row] = await shop.db.orm.select().from(labels)
    if (!row) throw new Error('no rates')
    // What was offered never changes: another one, at another cost.
    const { id: _id, ...same } = row
    const rates = row.rates.map((rate) => ({ ...rate, cost: cents(100_01) }))
    const [dear] = await shop.db.orm
      .insert(labels)
      .values({ ...same, shipment: 'shp_dear', rates })
      .returning({ label: labels.id })
    const refused = await refusal(buyLabel(shop, { ...offer, ...dear, requireFresh: stale }))
    expect(refused.code).toBe('fresh_factor_needed')
    expect([...easypost.shipments.values()].some(({ bought }) => bought)).toBe(false)
    await buyLabel(shop, { ...offer, requireFresh: stale })
    expect(await labelsOf(shop, order.id)).toMatchObject([{ state: 'bought' }])
  })

  it('the gateway is told nothing of what is inside, and insures only where it is asked to, for what it said before [LABEL-06, LABEL-14]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    await requestRates(shop, { id: order.id, by: ann, box, insured: true, requireDecision })
    const found = (await adminOrder(shop, order.id))?.labels.offered
    expect(found?.insuranceFee).toBe(25_96)
    expect(found?.rates[0]?.cost).toBe(5_93)
    const requireFresh = async () => {}
    const ask = { id: order.id, by: ann, label: found?.label ?? 0, requireFresh }
    const bought = await buyLabel(shop, { ...ask, rate: found?.rates[0]?.id ?? '' })
    // Postage and the fee for the insurance.
    expect(bought.cost).toBe('$31.89')
    const bodies = easypost.calls.map(({ body }) => body).join('\n')
    expect(bodies).toContain(`"insurance":"${(order.totalCents / 100).toFixed(2)}"`)
    expect(bodies).not.toMatch(/gold|jewel|24k|pendant|karat|\.999|ada@example/i)
    // The key travels to EasyPost alone, not to where the files lie.
    for (const { what, authorization } of easypost.calls) {
      expect(authorization !== undefined, what).toBe(what.includes('/v2/'))
    }
  })

  it('a customs form goes with a parcel for which the post asks for one [LABEL-11]', async () => {
    const { shop, easypost, goldBecomes } = await labelShop(await open())
    await goldBecomes('60')
    let order = await paidOrder(shop)
    const sentTo = async (address: Partial<typeof buyerAddress>, declared?: number) => {
      const shippingAddress = { ...buyerAddress, ...address }
      await shop.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
      const value = declared === undefined ? {} : { declared: cents(declared) }
      await requestRates(shop, {
        ...{ id: order.id, by: ann, box, insured: false, requireDecision },
        ...value,
      })
      return [...easypost.shipments.values()].at(-1)?.request
    }
    const apo = { city: 'APO', state: 'AE', postalCode: '09101' }
    // The price of the piece, where less is declared.
    expect((await sentTo(apo, 1_00))?.customs_info).toMatchObject({
      eel_pfc: 'NOEEI 30.37(a)',
      customs_items: [
        {
          ...{
            description: 'Gold jewelry',
            quantity: 1,
            value: order.totalCents / 100,
            weight: expect.any(Number),
          },
          ...{ hs_tariff_number: '7113.19', origin_country: 'US' },
        },
      ],
    })
    const sanJuan = { state: 'PR', postalCode: '00901' }
    expect((await sentTo(sanJuan, 1_00))?.customs_info).toBeUndefined()
    for (const address of [{ state: 'PW', postalCode: '96940' }, sanJuan]) {
      const { message } = await refusal(sentTo(address, 2_500_01))
      expect(message).toContain('export filing (EEI)')
    }
    await goldBecomes('200')
    order = await paidOrder(shop)
    expect((await refusal(sentTo(sanJuan, 1_00))).message).toContain('export filing (EEI)')
    const path = '/admin/dashboard/orders/:id'
    const address = path.replace(':id', order.id)
    const { words } = await renderAdminPage(shop, one, { path, address })
    expect(words).toContain('Goods over $2,500.00 to Puerto Rico need an export filing (EEI)')
  })

  it('a package to another country goes with a customs form and the country [CUSTOMS-01, CUSTOMS-02, CUSTOMS-03, CUSTOMS-05, SHIPPING-01]', async () => {
    const { shop, easypost, goldBecomes } = await labelShop(await open())
    await goldBecomes('60')
    const order = await paidOrder(shop)
    const phone = '+49 30 1234567'
    const berlin = { city: 'Berlin', state: '', postalCode: '10115', country: 'DE', phone }
    const rates = async (address: Partial<PostalAddress>, declared = 1_00) => {
      const shippingAddress = { ...buyerAddress, ...address }
      await shop.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
      const asked = { id: order.id, by: ann, box, insured: false, requireDecision }
      await requestRates(shop, { ...asked, declared: cents(declared) })
      return [...easypost.shipments.values()].at(-1)?.request
    }
    const request = await rates(berlin)
    expect(request?.to_address).toMatchObject({ city: 'Berlin', zip: '10115', country: 'DE' })
    expect(request?.to_address.phone).toBe('+49301234567')
    expect(request?.to_address.state).toBeUndefined()
    expect(request?.customs_info).toMatchObject({
      eel_pfc: 'NOEEI 30.37(a)',
      customs_items: [
        {
          ...{ value: order.totalCents / 100, quantity: 1, currency: 'USD' },
          ...{ hs_tariff_number: '7113.19', origin_country: 'US' },
        },
      ],
    })
    const offered = (await adminOrder(shop, order.id))?.labels.offered
    expect(offered?.asked.to).toMatchObject({ country: 'DE' })
    expect((await refusal(rates(berlin, 2_500_01))).message).toContain(
      'Goods over $2,500.00 to Germany need an export filing (EEI)',
    )
    const toronto = { city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6', country: 'CA', phone }
    expect((await rates(toronto, 2_500_01))?.customs_info).toMatchObject({
      eel_pfc: 'NOEEI 30.36',
    })
    expect((await refusal(rates({ ...berlin, city: '' }))).message).toContain('has no city')
    const havana = { ...berlin, city: 'Havana', country: 'CU' }
    expect((await refusal(rates(havana))).message).toContain('No label can be bought to Cuba.')
    for (const unknown of ['', '030 1234567']) {
      expect((await refusal(rates({ ...berlin, phone: unknown }))).message).toContain(
        'needs the buyer’s phone number, with its country code',
      )
    }
  })

  it('no label is bought for an order that its buyer picks up [PICKUP-07]', async () => {
    const { shop } = await labelShop(await open())
    const order = await paidOrder(shop)
    await shop.db.orm
      .update(orders)
      .set({ shippingMethod: 'pickup' })
      .where(eq(orders.id, order.id))
    const { message } = await refusal(
      requestRates(shop, { id: order.id, by: ann, box, insured: false, requireDecision }),
    )
    expect(message).toBe(
      'The buyer picks up this order, so it needs no label. Nothing was changed.',
    )
  })

  it('carriers get letters and lines they take, as staff saw or typed them [PRINT-04]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    const sentTo = async (address: Partial<typeof buyerAddress>, to?: Partial<CarrierLines>) => {
      const shippingAddress = { ...buyerAddress, ...address }
      await shop.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
      await requestRates(shop, {
        id: order.id,
        by: ann,
        box,
        insured: false,
        requireDecision,
        ...(to && { to }),
      })
      return [...easypost.shipments.values()].at(-1)?.request
    }
    expect(
      await sentTo({ name: 'Łucja\nŻółć 💍', line1: 'Straße 3½\u0007', city: 'Saint-Étienne' }),
    ).toMatchObject({
      to_address: { name: 'Lucja Zolc', street1: 'Strasse 3 1/2', city: 'Saint-Etienne' },
    })
    const before = easypost.shipments.size
    const chinese = await refusal(sentTo({ name: '王小明' }))
    expect(chinese).toMatchObject({
      code: 'label_refused',
      message: expect.stringContaining('Please enter the name in Latin letters.'),
    })
    expect(easypost.shipments.size).toBe(before)
    expect(await sentTo({ name: '王小明' }, { name: 'Wáng Xiaoming' })).toMatchObject({
      to_address: { name: 'Wang Xiaoming', street1: '1000 Example Street' },
    })
  })

  it('to another name or place, or unsigned, one is bought only by a decision, and says so for good [LABEL-12]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    const address = async (change: Partial<typeof buyerAddress>) => {
      const shippingAddress = { ...buyerAddress, ...change }
      await shop.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
    }
    const refuse = async () => {
      throw new AppError('not_allowed', 403, 'Not for this role.')
    }
    const ask = (more: object) =>
      requestRates(shop, {
        id: order.id,
        by: ann,
        box,
        insured: false,
        requireDecision: refuse,
        ...more,
      })
    const { line2: second, ...stored } = buyerAddress
    // As the form sends it where nothing of it was changed.
    await ask({ to: { ...stored, line2: second } })
    for (const other of [
      { to: { name: 'Eve Thief' } },
      { to: { line1: '9 Elsewhere Road' } },
      { to: { line2: 'Unit 5' } },
      { to: { city: 'Tacoma' } },
      { signature: false },
      // A lower value asks for no signature either.
      { signature: false, declared: cents(1_00) },
    ]) {
      const before = easypost.shipments.size
      expect((await refusal(ask(other))).code).toBe('not_allowed')
      expect(easypost.shipments.size).toBe(before)
    }
    await ask({ declared: cents(1_00) })
    expect([...easypost.shipments.values()].at(-1)?.request).toMatchObject({
      options: { delivery_confirmation: 'SIGNATURE' },
    })
    // A line too long is shortened by anybody who packs; another one is a decision.
    await address({ name: 'Dr. Maximilian Alexander von Hohenstein-Weber' })
    for (const to of [{ name: 'Eve Thief' }, { name: 'M. von Weber', city: 'Tacoma' }]) {
      expect((await refusal(ask({ to }))).code).toBe('not_allowed')
    }
    await ask({ to: { name: 'M. von Hohenstein-Weber' } })
    await address({ name: '王小明' })
    expect((await refusal(ask({ to: { name: 'Wang Xiaoming' } }))).code).toBe('not_allowed')
    await requestRates(shop, {
      ...{ id: order.id, by: ann, box, insured: false, requireDecision, signature: false },
      to: { name: 'Wang Xiaoming', line1: '9 Elsewhere Road' },
    })
    const found = (await adminOrder(shop, order.id))?.labels.offered
    const [rate] = found?.rates ?? []
    const chosen = { label: found?.label ?? 0, rate: rate?.id ?? '', requireFresh: async () => {} }
    await buyLabel(shop, { id: order.id, by: ann, ...chosen })
    const printed = {
      name: 'Wang Xiaoming',
      line1: '9 Elsewhere Road',
      city: 'Seattle',
      state: 'WA',
    }
    expect(await labelsOf(shop, order.id)).toMatchObject([{ asked: { to: printed } }])
    const note =
      'Its name and street differ from the order’s address. It doesn’t require a signature.'
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toContain(note)
    const event = events.at(-1)
    expect(event).toMatchObject({ action: 'order.label_bought', facts: { note } })
    expect(JSON.stringify([history, event])).not.toMatch(/Elsewhere|Xiaoming/)
  })

  it('for an address that is corrected while the gateway is asked, or after, none is bought [LABEL-12]', async () => {
    const { shop } = await labelShop(await open())
    const order = await paidOrder(shop)
    const asking = { id: order.id, by: ann, box, insured: false, requireDecision }
    const gateway = shop.labels
    if (!gateway) throw new Error('no labels')
    const corrects = async (line1: string) =>
      correctBuyer(shop, {
        ...(await seenByStaff(shop, order)),
        ...{ email: 'ada@example.com', address: { ...buyerAddress, line1 } },
      })
    const slow: typeof gateway = Object.create(gateway, {
      rates: {
        value: async (shipment: ShipmentRequest) => {
          await corrects('77 New Street')
          return gateway.rates(shipment)
        },
      },
    })
    const refused = await refusal(requestRates({ ...shop, labels: slow }, asking))
    const message = 'The address has changed. Please get rates again. Nothing was changed.'
    expect(refused).toMatchObject({ code: 'label_refused', message })
    expect(await storedLabels(shop, order.id)).toEqual([])

    const offer = await offered(shop, order.id)
    const shippingAddress = { ...buyerAddress, line1: '78 New Street' }
    await shop.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
    expect((await refusal(buyLabel(shop, offer))).message).toBe(message)
    expect(await storedLabels(shop, order.id)).toMatchObject([{ state: 'offered' }])
  })

  it('no rates are asked for with a text made of an address that was corrected since [LABEL-13]', async () => {
    const { shop, easypost } = await labelShop(await open())
    const order = await paidOrder(shop)
    const correct = async (line2: string) => {
      const shippingAddress = { ...buyerAddress, line2 }
      await shop.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
      return { of: carrierSource(shippingAddress), to: carrierLines(shippingAddress) }
    }
    const asking = { id: order.id, by: ann, box, insured: false, requireDecision }
    const old = await correct('Apt. #3½')
    const now = await correct('Apt. #4½')
    const refused = await refusal(requestRates(shop, { ...asking, ...old }))
    expect(refused.message).toBe(
      'The address has changed. Please get rates again. Nothing was changed.',
    )
    expect(easypost.shipments.size).toBe(0)
    await requestRates(shop, { ...asking, ...now })
    expect([...easypost.shipments.values()].at(-1)?.request).toMatchObject({
      to_address: { street2: 'Apt. #4 1/2' },
    })
  })

  it('labels go with the data of their buyer, and their files after 90 days [LABEL-08, LABEL-10]', async () => {
    const { shop, pass } = await labelShop(await open())
    const order = await paidOrder(shop)
    const offer = await offered(shop, order.id)
    await buyLabel(shop, offer)
    const sent = { carrier: 'usps', tracking: number } as const
    await recordShipment(shop, { ...(await readyToSend(shop, order)), ...sent })
    const exported = await exportBuyer(shop, 'ada@example.com')
    expect(exported.orders[0]?.labels).toMatchObject([
      { tracking: number, to: { line1: '1000 Example Street' } },
    ])
    const kept = await paidOrder(shop)
    await buyLabel(shop, await offered(shop, kept.id))
    expect(await shop.db.orm.select().from(labelFiles)).toHaveLength(2)
    const actor = { type: 'command', id: 'a test' } as const
    await eraseBuyer(shop, { email: 'ada@example.com', actor })
    expect(await shop.db.orm.select().from(labelFiles)).toHaveLength(1)
    expect(await storedLabels(shop, order.id)).toMatchObject([{ fileUrl: null, costCents: 593 }])
    expect((await storedLabels(shop, order.id))[0]?.asked).not.toHaveProperty('to')
    const gone = { hasFile: false, mayFetch: false }
    expect(await labelsOf(shop, order.id)).toMatchObject([gone])
    pass(91 * 24 * 60)
    await purge(shop)
    expect(await shop.db.orm.select().from(labelFiles)).toHaveLength(0)
    expect(await storedLabels(shop, kept.id)).toMatchObject([{ fileUrl: null, tracking: /9/ }])
    expect(await labelsOf(shop, kept.id)).toMatchObject([gone])
  })
})

it('an answer in another mode than that of the key is not taken [LABEL-05]', async () => {
  const easypost = await openEasyPostServer()
  onTestFinished(() => easypost.close())
  const { labels: settings } = readConfig(easypost.settings())
  if (!settings) throw new Error('no labels')
  const gateway = easyPost(settings, new AbortController().signal)
  easypost.mode = 'production'
  await expect(gateway.read('shp_1')).rejects.toThrow('HTTP 404')
  const place = {
    ...{ name: 'A', line1: 'B', line2: '', city: 'C' },
    ...{ state: 'WA', postalCode: '98101', country: 'US' },
  }
  const request = { reference: '1', from: place, to: place, box, signature: false, customs: null }
  await expect(gateway.rates(request)).rejects.toThrow('answered in production mode')
  // Files come over https, or from the stand-in itself.
  expect(await gateway.file('http://labels.example/1.pdf')).toBeNull()
  expect(await gateway.file(`${easypost.url}/files/1.pdf`)).not.toBeNull()
  easypost.file = '<html>'
  expect(await gateway.file(`${easypost.url}/files/1.pdf`)).toBeNull()
})
