import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chainFindings } from '#app/.server/bookkeeping/queries/chain-findings.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { acceptPaymentOfHeldOrder } from '#app/.server/payments/commands/resolve-held-order.ts'
import type { PaymentEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  heldOrder,
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { entriesOfOrder } from './repository.ts'

/** What is reported of the payment of an order once it was made. */
function later(
  order: PlacedOrder,
  type:
    | 'refunded'
    | 'refund succeeded'
    | 'refund failed'
    | 'dispute open'
    | 'dispute won'
    | 'dispute lost',
  more: Partial<PaymentEvent> = {},
): PaymentEvent {
  const reference = `pay-${order.id}`
  return {
    id: `${type}-${order.id}`,
    provider: order.paymentProvider,
    livemode: order.livemode,
    type,
    about: { payment: reference },
    amount: cents(1000),
    currency: 'usd',
    email: null,
    address: null,
    reference,
    object: `of-${order.id}`,
    payload: {},
    ...more,
    occurredAt: more.occurredAt ?? order.createdAt,
  } as PaymentEvent
}

function orderings<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((each) =>
    orderings(all.filter((other) => other !== each)).map((rest) => [each, ...rest]),
  )
}

onBothDatabases('the ledger', (open) => {
  it('has the sale and its payment once an order is paid, and nothing before [LEDGER-02, LEDGER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    expect(await entriesOfOrder(shop.db.orm, order.id)).toEqual([])
    for (const _time of [1, 2]) await applyPaymentEvent(shop, payment(order))
    const total = order.totalCents
    expect(await entriesOfOrder(shop.db.orm, order.id)).toMatchObject([
      { kind: 'payment', postings: { payments: total, receivable: -total } },
      { kind: 'sale', postings: { receivable: total, sales: -total } },
    ])
    // The same payment under another id.
    await applyPaymentEvent(shop, payment(order, { id: 'reconciled' }))
    expect(await storedOrder(shop, order.id)).toMatchObject({
      balance: { paid: total, due: 0, refundable: total },
    })
  })

  it('follows refunds, failed ones and disputes to the cent, however often they come [LEDGER-02, LEDGER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const total = order.totalCents
    const apply = async (event: PaymentEvent) => {
      for (const _time of [1, 2]) await applyPaymentEvent(shop, event)
      return (await storedOrder(shop, order.id)).balance
    }
    expect(await apply(later(order, 'refunded'))).toMatchObject({
      refunded: 1000,
      due: 0,
      sold: { goods: total - 1000 },
      refundable: total - 1000,
    })
    const more = later(order, 'refunded', { id: 'more', amount: cents(1500) })
    expect(await apply(more)).toMatchObject({ refunded: 1500, due: 0 })
    const failed = later(order, 'refund failed', { amount: cents(500) })
    expect(await apply(failed)).toMatchObject({ refunded: 1000, due: -500 })
    const opened = later(order, 'dispute open', { amount: cents(2000) })
    expect(await apply(opened)).toMatchObject({ disputed: 2000, refundable: total - 3000 })
    const lost = later(order, 'dispute lost', { amount: cents(2000) })
    expect(await apply(lost)).toMatchObject({ disputed: 0, lost: 2000, refundable: total - 3000 })
  })

  it('has a dispute that was won as if it had not been [LEDGER-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const before = (await storedOrder(shop, order.id)).balance
    await applyPaymentEvent(shop, later(order, 'dispute open'))
    await applyPaymentEvent(shop, later(order, 'dispute won'))
    expect((await storedOrder(shop, order.id)).balance).toEqual(before)
  })

  it('has what is owed to a buyer whose payment does not fit, and lets off what staff let off [LEDGER-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await heldOrder(shop)
    const paid = order.totalCents - 1
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({ paid, due: -paid })
    await acceptPaymentOfHeldOrder(shop, { ...(await seenByStaff(shop, order)), reason: 'A cent.' })
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({
      due: 0,
      sold: { goods: order.totalCents, discount: 1 },
      refundable: paid,
    })
    const second = payment(order, { id: 'second', reference: 'other', amount: cents(500) })
    await applyPaymentEvent(shop, second)
    expect((await storedOrder(shop, order.id)).balance.due).toBe(-500)
  })

  it('has a payment that belongs to no order, and its refund [LEDGER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const stray = { about: { session: 'of nobody' }, reference: 'pay-stray' }
    for (const _time of [1, 2]) await applyPaymentEvent(shop, payment(order, { id: 's', ...stray }))
    const unattached = () =>
      rows(shop.db.orm, sql`select kind, unattached::int as cents from ledger_entries order by id`)
    expect(await unattached()).toEqual([{ kind: 'payment', cents: -order.totalCents }])
    const about = { payment: 'pay-stray' }
    await applyPaymentEvent(shop, later(order, 'refunded', { about, reference: 'pay-stray' }))
    expect(await unattached()).toEqual([
      { kind: 'payment', cents: -order.totalCents },
      { kind: 'refund', cents: 1000 },
    ])
  })

  it('has the same of a payment without an order, in whatever order it is reported [LEDGER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const held = (reference: string) =>
      rows<{ cents: number }>(
        shop.db.orm,
        sql`select coalesce(sum(payments), 0)::float8 as cents from ledger_entries where reference = ${reference}`,
      )
    for (const [at, reports] of orderings([0, 1, 2, 3, 4]).entries()) {
      const reference = `pi-${at}`
      const of = (object: string) => ({ reference, object: `${object}-${at}`, about: {} })
      // All of it is refunded, that fails, and then it is refunded another way, less 100 cents.
      const all = [
        payment(order, { id: `paid-${at}`, reference, about: {}, amount: cents(1000) }),
        later(order, 'refund succeeded', { ...of('one'), id: `made-${at}` }),
        later(order, 'refund failed', { ...of('one'), id: `failed-${at}` }),
        later(order, 'refund succeeded', { ...of('two'), id: `two-${at}`, amount: cents(900) }),
        later(order, 'refunded', { ...of('charge'), id: `charge-${at}` }),
      ]
      for (const index of reports) await applyPaymentEvent(shop, all[index] as PaymentEvent)
      expect({ reports, held: await held(reference) }).toEqual({ reports, held: [{ cents: 100 }] })
    }
    // Of a payment of another program in the same account nothing is here, nor what became of it.
    const foreign = { reference: 'pi-of-another', object: 'one-of-another', about: {} }
    await applyPaymentEvent(shop, later(order, 'refund failed', foreign))
    expect(await held('pi-of-another')).toEqual([{ cents: 0 }])
  })

  it('has no money of another currency [LEDGER-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    await applyPaymentEvent(shop, payment(order, { currency: 'eur' }))
    expect(await entriesOfOrder(shop.db.orm, order.id)).toEqual([])
  })

  it('refuses an entry that does not add up, and any change [LEDGER-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { orm } = shop.db
    await paidOrder(shop)
    const one = sql`insert into ledger_entries (key, kind, at, provider, livemode, by, why,
      payments, unattached, recorded_at) values ('k', 'payment', now(), 'test', false, 'b', 'w', `
    await expect(orm.execute(sql`${one} 100, -99, now())`)).rejects.toThrow()
    await expect(orm.execute(sql`update ledger_entries set sales = 0`)).rejects.toThrow()
    await expect(orm.execute(sql`delete from ledger_entries`)).rejects.toThrow()
    await expect(orm.execute(sql`truncate ledger_entries`)).rejects.toThrow()
  })

  it('is looked through each night [LEDGER-08]', async () => {
    const { shop } = await sellingShop(await open())
    const { orm } = shop.db
    const order = await paidOrder(shop)
    expect(await orderFindings(orm)).toEqual([])
    expect((await chainFindings(shop.db.orm, {})).findings).toEqual([])
    await orm.execute(sql`alter table ledger_entries disable trigger ledger_entries_kept`)
    await orm.execute(sql`update ledger_entries set sales = sales - 1, receivable = receivable + 1`)
    await orm.execute(sql`alter table ledger_entries enable trigger ledger_entries_kept`)
    expect((await orderFindings(orm)).join('\n')).toMatch(
      new RegExp(`Order ${order.number}: the ledger says .* was sold`),
    )
    expect((await orderFindings(orm)).join('\n')).toContain('the ledger has')
    expect((await chainFindings(shop.db.orm, {})).findings.join()).toMatch(
      /In the ledger: entry \d+/,
    )
  })
})
