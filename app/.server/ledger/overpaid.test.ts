import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  adjustmentEntry,
  attachedEntry,
  balanceOf,
  creditEntry,
  disputeLostEntry,
  disputeOpenedEntry,
  disputeRegainedEntry,
  disputeWonEntry,
  type Entry,
  overpaidAndKept,
  paymentEntry,
  paymentReturnedEntry,
  refundEntry,
  refundFailedEntry,
  saleEntry,
  unmatchedEntry,
} from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { swapSchema } from '../backup/swap-schema.ts'
import { orderFindings } from '../bookkeeping/queries/order-findings.ts'
import { type Database, rows } from '../platform/db/database.ts'
import { ledgerEntries } from '../platform/db/ledger-schema.ts'
import { migrate, migrateOn, migrationFiles } from '../platform/db/migrate.ts'
import { orders } from '../platform/db/schema.ts'
import { recordEntry } from './repository.ts'

const adds = '0025_overpaid_orders.sql'

const parts = (goods: number) => ({
  ...{ goods: cents(goods), tax: cents(Math.floor(goods / 10)) },
  ...{ shipping: cents(0), discount: cents(Math.floor(goods / 20)) },
})
const anyAmount = fc.integer({ min: 1, max: 300 }).map(cents)
const anyEntry = fc.oneof(
  fc.integer({ min: 1, max: 200 }).map((goods) => saleEntry(parts(goods))),
  fc.integer({ min: 1, max: 100 }).map((goods) => creditEntry(parts(goods))),
  ...[
    adjustmentEntry,
    paymentEntry,
    paymentEntry,
    paymentReturnedEntry,
    attachedEntry,
    unmatchedEntry,
    refundEntry,
    refundFailedEntry,
    disputeOpenedEntry,
    disputeWonEntry,
    disputeRegainedEntry,
    disputeLostEntry,
  ].map((make) => anyAmount.map(make)),
)
/** The same in every run; the last have entries that add up to nothing overpaid, or to all of it. */
const histories: Entry[][] = [
  ...fc.sample(fc.array(anyEntry, { minLength: 1, maxLength: 6 }), { seed: 25, numRuns: 60 }),
  [],
  [paymentEntry(cents(500))],
  [refundEntry(cents(5))],
  [saleEntry(parts(1_000)), paymentEntry(cents(1_300))],
]

async function insertOrder({ orm }: Database, id: string): Promise<void> {
  await orm.execute(sql`
    insert into orders (id, number, token, state, quote_id, total_cents, currency,
      gold_price_per_ounce, gold_price_per_gram, gold_source, gold_taken_at, payment_provider,
      created_at, updated_at, expires_at, livemode)
    values (${id}, ${`FN-${id}`}, ${`the token of order ${id}`}, 'pending', ${`quote ${id}`}, 100, 'usd',
      4000, 130, 'gold-api', now(), 'test', now(), now(), now() + interval '1 hour', false)`)
}

const factsOf = (id: string, nth: number) => ({
  ...{ key: `${id} ${nth}`, orderId: id, at: new Date('2026-03-11T16:00:00Z') },
  ...{ provider: 'test', livemode: false, reference: null, by: 'ann', why: 'A test.' },
})

const expected = () => histories.map((entries, n) => [`o${n}`, overpaidAndKept(balanceOf(entries))])

const stored = async ({ orm }: Database) => {
  const found = await rows<{ id: string; cents: number }>(
    orm,
    sql`select id, overpaid_cents::float8 as cents from orders order by substr(id, 2)::int`,
  )
  return found.map(({ id, cents: sum }) => [id, sum])
}

const overpaidFindings = async ({ orm }: Database) =>
  (await orderFindings(orm)).filter((finding) => finding.includes('overpaid'))

onBothDatabases('what is overpaid of an order', (open) => {
  it('is filled in for orders of a version before as the domain adds it up [TODAY-11, UPDATE-06]', async () => {
    const db = await open()
    const before = (await migrationFiles()).filter(({ name }) => name < adds)
    await swapSchema(db, 'newer_overpaid_test', (connection) =>
      migrateOn(connection, before).then(() => undefined),
    )
    for (const [n, entries] of histories.entries()) {
      await insertOrder(db, `o${n}`)
      for (const [nth, { kind, postings }] of entries.entries()) {
        const facts = { ...factsOf(`o${n}`, nth), recordedAt: new Date() }
        await db.orm.insert(ledgerEntries).values({ ...facts, kind, ...postings })
      }
    }
    expect(await migrate(db)).toContain(adds)
    expect(await stored(db)).toEqual(expected())
    expect(expected().filter(([, sum]) => Number(sum) > 0).length).toBeGreaterThan(5)
    expect(await overpaidFindings(db)).toEqual([])
  })

  it('is written with each entry, and named at night where it was changed [TODAY-11, BOOKS-02]', async () => {
    const db = await open()
    for (const [n, entries] of histories.entries()) {
      await insertOrder(db, `o${n}`)
      for (const [nth, entry] of entries.entries()) {
        await db.orm.transaction((tx) => recordEntry(tx, entry, factsOf(`o${n}`, nth)))
      }
    }
    expect(await stored(db)).toEqual(expected())
    expect(await overpaidFindings(db)).toEqual([])
    await db.orm.update(orders).set({ overpaidCents: 205 }).where(eq(orders.id, 'o63'))
    expect(await overpaidFindings(db)).toEqual([
      'Order FN-o63: it’s listed as overpaid by $2.05, but the ledger says $2.50.',
    ])
  })

  it('is decided about as far as it is owed: what comes later is not [TODAY-12]', async () => {
    const db = await open()
    await insertOrder(db, 'o1')
    const decided = async () => {
      const [order] = await db.orm.select().from(orders)
      return order?.notRefundedCents
    }
    const records = (entry: Entry, nth: number) =>
      db.orm.transaction((tx) => recordEntry(tx, entry, factsOf('o1', nth)))
    await records(paymentEntry(cents(500)), 1)
    await db.orm.update(orders).set({ notRefundedCents: 500 })
    await records(paymentEntry(cents(200)), 2)
    expect(await decided()).toBe(500)
    await records(refundEntry(cents(700)), 3)
    expect(await decided()).toBe(0)
    await records(paymentEntry(cents(300)), 4)
    expect([await decided(), await stored(db)]).toEqual([0, [['o1', 300]]])
  })

  it('stays decided through a dispute, and is listed without it [REFUND-15, BOOKS-02]', async () => {
    const db = await open()
    await insertOrder(db, 'o1')
    const now = async () => {
      const [order] = await db.orm.select().from(orders)
      expect(await overpaidFindings(db)).toEqual([])
      return [order?.notRefundedCents, order?.overpaidCents]
    }
    const records = (entry: Entry, nth: number) =>
      db.orm.transaction((tx) => recordEntry(tx, entry, factsOf('o1', nth)))
    await records(paymentEntry(cents(500)), 1)
    await db.orm.update(orders).set({ notRefundedCents: 500, overpaidCents: 0 })
    await records(disputeOpenedEntry(cents(500)), 2)
    expect(await now()).toEqual([500, 0])
    await records(paymentEntry(cents(30)), 3)
    expect(await now()).toEqual([500, 30])
    await records(disputeWonEntry(cents(500)), 4)
    expect(await now()).toEqual([500, 30])
  })

  it('has both of two entries that are written at once [TODAY-11]', async () => {
    const db = await open()
    await insertOrder(db, 'o1')
    await Promise.all(
      [1, 2, 3].map((nth) =>
        db.orm.transaction((tx) => recordEntry(tx, paymentEntry(cents(500)), factsOf('o1', nth))),
      ),
    )
    expect(await stored(db)).toEqual([['o1', 1_500]])
  })
})
