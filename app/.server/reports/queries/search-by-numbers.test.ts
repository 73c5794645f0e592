import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { customersPage } from '#app/.server/customers/queries/customers.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { receiptNumberOf } from '#app/.server/ledger/repository.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { ordersByText } from '#app/.server/platform/db/search-by-numbers.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  buyerAddress,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
} from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { searchPage } from './search-page.ts'

onBothDatabases('a number that staff have of an order', (open) => {
  it('finds it everywhere: phone, ZIP, serial, tracking and receipt; its list also by the product [SEARCH-01, SEARCH-02, SEARCH-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await recordShipment(shop, {
      ...(await readyToSend(shop, order)),
      tracking: '1Z999AA10123456784',
    })
    const { orm } = shop.db
    await orm
      .update(orders)
      .set({ shippingAddress: { ...buyerAddress, phone: '+1 (206) 555-0149 x12' } })
      .where(eq(orders.id, order.id))
    const [weighed] = await rows<{ serial: string }>(orm, sql`select serial from weighed_items`)
    const digits = weighed?.serial.split('-').at(-1) ?? ''
    const receipt = await receiptNumberOf(orm, order.id)
    if (!weighed || !receipt) throw new Error('nothing was weighed or paid')
    // Another one, of which nothing is known but its ZIP.
    const other = await paidOrder(shop)
    await orm
      .update(orders)
      .set({ shippingAddress: { ...buyerAddress, postalCode: '10001-1234' } })
      .where(eq(orders.id, other.id))

    const ways = [
      '(206) 555-0149',
      '+1 206 555 0149',
      '2065550',
      '555-0149',
      '0149',
      weighed.serial,
      weighed.serial.toLowerCase().slice(0, 6),
      digits,
      `${Number(digits)}`.padStart(2, '0'),
      '1z 999 aa1 0123',
      receipt,
      receipt.toLowerCase(),
    ]
    for (const q of ways) {
      const found = await searchPage(shop, { q, role: 'owner' })
      expect(
        found.orders.shown.map(({ id }) => id),
        q,
      ).toContain(order.id)
      expect(found.customers.shown, q).toMatchObject([{ name: 'Ada Buyer' }])
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      expect(
        listed.orders.map(({ id }) => id),
        q,
      ).toContain(order.id)
      expect((await customersPage(shop, { q, livemode: false, page: 1 })).total, q).toBe(1)
    }
    const ids = async (q: string) =>
      (await ordersPage(shop, { q, filter: 'all', page: 1 })).orders.map(({ id }) => id)
    expect(await ids('10001')).toEqual([other.id])
    expect(await ids('10001-1234')).toEqual([other.id])
    expect(await ids('555-0148')).toEqual([])
    expect(await ids('r cone')).toHaveLength(2)
    expect(await ids('sound wave')).toEqual([])
    const bench = await searchPage(shop, { q: '0149', role: 'bench' })
    expect(bench.orders.shown).toHaveLength(1)
    expect(bench.customers.shown).toEqual([])
  })

  it('finds it by a credit note, and by the id of its payment [SEARCH-04, SEARCH-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    await applyPaymentEvent(shop, payment(order, { reference: 'pi_3PaQ8sAdA' }))
    await paidOrder(shop)
    const input = { of: 'sum', amount: cents(10_000) } as const
    const key = 'a-refund-of-one-hundred'
    await refundOrder(shop, {
      ...{
        ...(await seenByStaff(shop, order)),
        key,
        payment: null,
        wish: input,
        stated: cents(10_000),
      },
      ...{ reason: 'The clasp broke.', note: '', requireFresh: async () => {} },
    })
    for (const q of ['CN-TEST-2026-0001', 'cn test 2026 1', 'pi_3PaQ8sAdA']) {
      const { orders: found } = await searchPage(shop, { q, role: 'owner' })
      expect(
        found.shown.map(({ id }) => id),
        q,
      ).toEqual([order.id])
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      expect(
        listed.orders.map(({ id }) => id),
        q,
      ).toEqual([order.id])
    }
    // From how it begins as well [SEARCH-06]. The random number of the other order may hold these two letters.
    for (const q of [
      'CN',
      'CN-TEST',
      'cn-test-',
      'CN-TEST-20',
      'CN-TEST-2026',
      'CN-TEST-2026-00',
    ]) {
      const found = await searchPage(shop, { q, role: 'owner' })
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      for (const orders of [found.orders.shown, listed.orders]) {
        const ids = orders.map(({ id }) => id)
        expect(ids, q).toContain(order.id)
        if (q !== 'CN') expect(ids, q).toHaveLength(1)
      }
      expect(found.customers.shown, q).toHaveLength(1)
    }
    for (const q of ['CN-2026', 'CN-TEST-2025', 'CN-2025']) {
      expect((await searchPage(shop, { q, role: 'owner' })).orders.shown, q).toEqual([])
    }
    // Without TEST it is one of real money.
    expect((await searchPage(shop, { q: 'CN-2026-0001', role: 'owner' })).orders.shown).toEqual([])
  })

  it('is looked for in indexes alone, and so is a name, or an earlier address [SEARCH-01, SEARCH-04, SEARCH-06, SEARCH-07, SEARCH-08, SEARCH-09]', async () => {
    const { orm } = await open()
    await orm.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      for (const input of [
        ...['2065550149', '98101', 'FN-26-0007', '1Z999AA10123456784', 'R-00012'],
        ...['CN-2026-0001', 'CN-TEST', 'CN-20', 'pi_3PaQ8sAdA', '000123', 'O’Brien'],
      ]) {
        for (const ids of ordersByText(input, 6)) {
          const plan = JSON.stringify(await rows(tx, sql`explain (costs off) ${ids}`))
          expect(plan, input).toMatch(
            /orders_phone_(start|end)|orders_billing_phone_(start|end)|orders_zip_start|weighed_items_serial_(start|digits)|orders_(second_|last_)?name_start|order_addresses_email_start|parcels_tracking_start|labels_tracking_start|receipts_livemode_number_key|refunds_livemode_credit_note|payment_events_reference|refunds_provider_id_key/,
          )
        }
      }
    })
  })
})
