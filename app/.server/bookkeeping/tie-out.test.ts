import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { stripeTransactions } from '#app/.server/platform/db/bookkeeping-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { monthTimes } from '#app/.server/tax/queries/tax-report.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { addCharge, addToBalance, payOut } from '#tests/support/stripe-balance.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { goldFacts } from './gold-facts.ts'
import { readStripeBalance } from './jobs/read-stripe-balance.ts'
import { bankTaxFacts, ledgerFacts, stripeFacts, takenOver, tradeInFacts } from './month-facts.ts'
import { monthJournal } from './queries/journal.ts'
import { tieOut } from './tie-out.ts'

const march = { month: '2026-03', livemode: false }
const april = { ...march, month: '2026-04' }
const aDay = 24 * 60

onBothDatabases('the ledger and Stripe’s balance', (open) => {
  it('lists what one side has and the other has not [JOURNAL-04]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    await tell(paid)
    const { transactions } = stripe.store.balance
    // The charge of the order is not there, one of another program is, and so are a fee and a reserve.
    transactions.length = 0
    addCharge(stripe.store, 'pi_z_elsewhere', 5000)
    addToBalance(stripe.store, -700, 'fee', { description: 'Radar (2026-03)' })
    addToBalance(stripe.store, -900, 'risk_reserved_funds')
    addToBalance(stripe.store, 4000, 'charge', { currency: 'eur' })
    payOut(stripe.store, { amount: 1 })
    pass(1)
    payOut(stripe.store, { amount: 2, automatic: false, reconciliation_status: 'not_applicable' })
    pass(aDay)
    await readStripeBalance(shop)
    const { looseEnds, missing } = await monthJournal(shop, march)
    const total = formatCents(cents(order.totalCents))
    expect(looseEnds.map((each) => each.replace(/(po|txn)_\w+/, 'ID'))).toEqual([
      expect.stringContaining('$0.01 (ID) isn’t the sum of its transactions, which is $32.25'),
      expect.stringContaining('$0.02 (ID) was sent manually'),
      expect.stringContaining(`: ${total} is in the ledger, but not in Stripe’s balance.`),
      'Payment pi_z_elsewhere: $50.00 is in Stripe’s balance, but not in the ledger.',
      'On March 11, 2026, Stripe moved -$9.00 that the shop doesn’t know of: ID.',
      'On March 11, 2026, Stripe moved money in EUR, which isn’t in these entries: ID.',
      'On March 11, 2026, Stripe charged $7.00 that isn’t for an order: Radar (2026-03) (ID).',
    ])
    expect(missing.join()).toContain('to the end of this month')
  })

  it('is open at the end of a month while Stripe has a payment a day later, and no longer in the next [JOURNAL-04]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    // 1 April, 06:30 UTC, which is 31 March in Seattle.
    pass(20 * aDay + 14 * 60 + 30)
    const order = await placed(shop)
    await tell(stripe.pay(order.session))
    const [charge] = stripe.store.balance.transactions
    pass(2 * aDay)
    Object.assign(charge ?? {}, { created: Math.floor(shop.now().getTime() / 1000) - 3600 })
    await readStripeBalance(shop)
    expect((await monthJournal(shop, march)).looseEnds).toEqual([
      expect.stringContaining(`Order ${order.number}: ${formatCents(cents(order.totalCents))}`),
    ])
    const next = await monthJournal(shop, april)
    expect(next.looseEnds).toEqual([])
    // What was in transit arrived.
    const inTransit = ({ totals }: typeof next) =>
      totals.find(({ account }) => account === 'inTransit')
    expect(inTransit(next)?.credits).toBe(inTransit(await monthJournal(shop, march))?.debits)
  })

  it('compares a wire under the payment it was moved into, and shows what stays with its buyer [JOURNAL-04]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const { completed, instructed } = awaitWire(stripe, order.session)
    await tell(completed)
    await tell(instructed)
    await tell(wire(stripe, order.customer, order.totalCents + 500))
    const { paymentReference } = await stored(shop, order)
    addCharge(stripe.store, paymentReference ?? '', order.totalCents)
    pass(aDay)
    await readStripeBalance(shop)
    const [booked, atStripe] = [order.totalCents + 500, order.totalCents].map((sum) =>
      formatCents(cents(sum)),
    )
    expect((await monthJournal(shop, march)).looseEnds).toEqual([
      `Order ${order.number}: the ledger has ${booked}, but Stripe’s balance has ${atStripe}.`,
    ])
  })

  it('reads Stripe in bounded windows, once, and again after a failure [JOURNAL-03]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await placed(shop)
    await tell(stripe.pay(order.session))
    stripe.behave(500)
    expect(await readStripeBalance(shop)).toBe('done')
    expect((await monthJournal(shop, march)).missing.join()).toContain(
      'The last attempt to read Stripe’s balance failed',
    )
    expect(await readStripeBalance(shop)).toBe('not due')
    stripe.behave(null)
    stripe.store.denied = /balance_transactions/
    pass(61)
    expect(await readStripeBalance(shop)).toBe('done')
    expect((await monthJournal(shop, march)).missing.join()).toContain('isn’t allowed')
    stripe.store.denied = null
    pass(61)
    // More than one call reads at once: the window is halved until it fits.
    for (let nth = 0; nth < 1500; nth += 1) {
      addToBalance(stripe.store, -1, 'fee', {
        created: Math.floor(shop.now().getTime() / 1000) - nth * 60,
      })
    }
    payOut(stripe.store)
    expect(await readStripeBalance(shop)).toBe('done')
    // What moved in this very second is read with the next day.
    expect(await shop.db.orm.$count(stripeTransactions)).toBe(1500)
    pass(aDay)
    expect(await readStripeBalance(shop)).toBe('done')
    expect(await shop.db.orm.$count(stripeTransactions)).toBe(1502)
  })
})

onPostgres('a month among many', (open) => {
  it('is read without the rest of the ledger and of Stripe’s balance [JOURNAL-01]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const order = await placed(shop)
    await tell(stripe.pay(order.session))
    await readStripeBalance(shop)
    await shop.db.alone(async ({ script }) => {
      await script(`alter table ledger_entries disable trigger user;
        insert into ledger_entries (key, kind, at, provider, livemode, reference, by, why, payments,
            unattached, recorded_at)
          select 'many:' || n, 'payment', '2020-01-01'::timestamptz + n * interval '1 hour', 'stripe', false,
            'pi_many' || n, 'x', 'x', 100, -100, now() from generate_series(1, 30000) n;
        alter table ledger_entries enable trigger user;
        insert into stripe_transactions select 'txn_many' || n, false, 'charge', 'pi_many' || n, 'ch', 100, 3, 97,
          'usd', '2020-01-01'::timestamptz + n * interval '1 hour', 'po' from generate_series(1, 30000) n;
        analyze ledger_entries; analyze stripe_transactions`)
    })
    const times = monthTimes(march)
    const read = await shop.db.orm.transaction(async (tx) => {
      await ledgerFacts(tx, times)
      await stripeFacts(tx, times)
      await tradeInFacts(tx, times, await takenOver(tx, times))
      await bankTaxFacts(tx, times, '2026-03-31')
      await goldFacts(tx, times, march.month)
      await tieOut(tx, times)
      return rows<{ relname: string; whole: number }>(
        tx,
        sql`select relname::text, seq_tup_read::int as whole from pg_stat_xact_user_tables
          where relname in ('ledger_entries', 'stripe_transactions') order by 1`,
      )
    })
    expect(read.map(({ relname }) => relname)).toEqual(['ledger_entries', 'stripe_transactions'])
    // Rows of whole scans, with those of the connection from when the tables were small.
    for (const { whole } of read) expect(whole).toBeLessThan(100)
  })
})
