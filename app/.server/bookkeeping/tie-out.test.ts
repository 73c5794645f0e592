import { expect, it } from 'vitest'
import { stripeTransactions } from '#app/.server/platform/db/bookkeeping-schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { addCharge, addToBalance, payOut } from '#tests/support/stripe-balance.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { readStripeBalance } from './jobs/read-stripe-balance.ts'
import { monthJournal } from './queries/journal.ts'

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
      'On March 11, 2026, Stripe charged $7.00 that belongs to no order: Radar (2026-03) (ID).',
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
    expect((await monthJournal(shop, march)).missing.join()).toContain('couldn’t be read')
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
