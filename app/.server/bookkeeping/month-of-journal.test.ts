import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { reverseMetalEntry } from '#app/.server/metal/commands/reverse-metal-entry.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { metalEntries } from '#app/.server/platform/db/metal-schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { payOut as payOutTradeIn } from '#app/.server/trade-ins/commands/pay-out.ts'
import { useCredit as payWithCredit } from '#app/.server/trade-ins/commands/use-credit.ts'
import type { JournalAccount } from '#app/domain/bookkeeping/journal-accounts.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as screen from '#app/routes/admin/bookkeeping/page.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { makeCode } from '#tests/support/discount-codes.ts'
import { journalFile, net, sumOfColumn } from '#tests/support/journal.ts'
import { begun, bought } from '#tests/support/metal.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { checkout } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { alsoAtStripe, payOut } from '#tests/support/stripe-balance.ts'
import { chargeEvents, placed, small, stripeShop } from '#tests/support/stripe-shop.ts'
import {
  agreedTradeIn,
  credits,
  noted,
  offersAll,
  paysOut,
  refundsAll,
} from '#tests/support/trade-ins.ts'
import { moneyOf } from '../trade-ins/money.ts'
import { readStripeBalance } from './jobs/read-stripe-balance.ts'
import { monthJournal } from './queries/journal.ts'

const march = { month: '2026-03', livemode: false }
const aDay = 24 * 60

async function ledgerSum(app: AppContext, account: 'sales' | 'tax' | 'discounts' | 'receivable') {
  const entries = await app.db.orm.select().from(ledgerEntries)
  return entries.reduce((sum, entry) => sum + entry[account], 0)
}

/** Paid by bank wire to the shop's own account. */
async function wiredOrder(app: AppContext) {
  const order = await madeOrder(app)
  await recordOfflinePayment(app, {
    ...(await asStaff(app, order)),
    ...{ kind: 'wire', amount: cents(order.totalCents), payer: 'Ada', reference: 'W1' },
    ...{ receivedOn: '2026-03-12', form8300: undefined },
  })
  return (await storedOrder(app, order.id)).order
}

/** Everything that a month may have, and Stripe's payout of it. */
async function aMonth({ shop, stripe, tell, pass }: Awaited<ReturnType<typeof stripeShop>>) {
  await begun(shop)
  await bought(shop, 200_000, 20_000)
  await offersAll(shop)
  const backs = [await agreedTradeIn(shop, 'exchange'), await agreedTradeIn(shop, 'sell-back')]
  await collectsTax(shop)
  await makeCode(shop)
  const [kept, refunded] = [await placed(shop), await placed(shop)]
  await tell(stripe.pay(kept.session))
  await tell(stripe.pay(refunded.session))
  pass(aDay)
  const quote = await quoteCart(shop, [small], { code: 'SUMMER-10' })
  const { url } = await placeOrder(shop, checkout(quote))
  await tell(stripe.pay(url.slice(url.lastIndexOf('/') + 1)))
  await refundsAll(shop, refunded)
  const credited = await madeOrder(shop, { 'line-0-fee': '1200' })
  const [exchange, sellBack] = backs
  await payWithCredit(shop, await credits(shop, exchange?.token ?? '', credited))
  const { due } = (await storedOrder(shop, credited.id)).balance
  const left = credited.totalCents + due
  await recordOfflinePayment(shop, {
    ...(await asStaff(shop, credited)),
    ...{ kind: 'check', amount: cents(left), payer: 'Bea', reference: '7' },
    ...{ receivedOn: '2026-03-12', form8300: undefined },
  })
  await noted(shop, sellBack?.token ?? '')
  await payOutTradeIn(shop, await paysOut(shop, sellBack?.token ?? ''))
  const wired = await wiredOrder(shop)
  await alsoAtStripe(shop, stripe.store)
  pass(aDay)
  const payout = payOut(stripe.store)
  return { kept, refunded, credited, wired, payout }
}

onBothDatabases('a month for the accountant', (open) => {
  it('ties out to ledger, tax report, and Stripe’s payouts to the cent [JOURNAL-01, JOURNAL-02, JOURNAL-03]', async () => {
    const selling = await stripeShop(await open())
    const { shop, stripe, pass } = selling
    const { payout } = await aMonth(selling)
    pass(30 * aDay)
    expect(await readStripeBalance(shop)).toBe('done')
    expect(await readStripeBalance(shop)).toBe('not due')
    const journal = await monthJournal(shop, march)

    const report = await taxReport(shop, march)
    expect(report.total.toPay).toBeGreaterThan(0)
    expect(net(journal, 'salesTax')).toBe(0 - report.total.toPay)
    expect(net(journal, 'salesTax')).toBe(await ledgerSum(shop, 'tax'))
    const sales = net(journal, 'sales') + net(journal, 'discounts') + net(journal, 'refunds')
    expect(sales).toBe(0 - report.total.sales)
    expect(sales).toBe((await ledgerSum(shop, 'sales')) + (await ledgerSum(shop, 'discounts')))
    expect(net(journal, 'deposits')).toBe(await ledgerSum(shop, 'receivable'))

    const { transactions } = stripe.store.balance
    const sumOf = (column: 'net' | 'fee') =>
      transactions.reduce((sum, each) => sum + Number(each[column]), 0)
    expect(net(journal, 'stripe')).toBe(sumOf('net'))
    expect(net(journal, 'stripe')).toBe(0)
    expect(net(journal, 'fees')).toBe(sumOf('fee'))
    expect(net(journal, 'inTransit')).toBe(0)
    expect(journal.payouts).toMatchObject([
      { id: payout.id, amount: payout.amount, sum: payout.amount, tiesOut: true },
    ])
    expect(journal.missing).toEqual([])
    expect(journal.looseEnds).toEqual([
      expect.stringMatching(/^On March 12, 2026, order .*was taken by check/),
      expect.stringMatching(/^On March 12, 2026, order .*was taken by bank wire/),
    ])
    expect(net(journal, 'discounts')).toBeGreaterThan(0)
    expect(net(journal, 'refunds')).toBeGreaterThan(0)
    const numbers = journal.entries.map(({ number }) => number)
    expect(numbers).toContain('20260313-PAYOUT')
  })

  it('has the metal, the credit of an exchange, and the payout of a sell-back [JOURNAL-01]', async () => {
    const selling = await stripeShop(await open())
    const { shop } = selling
    await aMonth(selling)
    const journal = await monthJournal(shop, march)
    const cases = await shop.db.orm.select().from(tradeIns)
    const money = await Promise.all(cases.map((row) => moneyOf(shop.db.orm, row)))
    const inAll = (column: 'offer' | 'open' | 'settled' | 'paidOut') =>
      money.reduce((sum, each) => sum + each[column], 0)
    const offers = inAll('offer')
    expect(offers).toBeGreaterThan(3000_00)
    expect(net(journal, 'gold') + net(journal, 'costOfGoods')).toBe(offers + 20_000_00)
    const taken = journal.entries.filter(({ number }) => number.endsWith('TRADE'))
    const owed = taken.flatMap(({ lines }) => lines).find(({ account }) => account === 'gold')
    expect(owed?.amount).toBe(offers)
    // What was agreed is used, paid out, or still owed.
    expect(net(journal, 'tradeInCredits')).toBe(0 - inAll('open'))
    expect(net(journal, 'tradeInGains')).toBe(inAll('paidOut') - inAll('settled'))
    expect(net(journal, 'bank')).toBe(0 - inAll('paidOut'))
    expect(net(journal, 'costOfGoods')).toBeGreaterThan(0)
    expect(net(journal, 'goldPurchases')).toBe(-20_000_00)
    expect(journal.missing.join()).toContain('hasn’t been read yet')
  })

  it('has no purchase to clear where the gold of a trade-in is taken out of the metal ledger [JOURNAL-01]', async () => {
    const selling = await stripeShop(await open())
    const { shop } = selling
    await aMonth(selling)
    const before = await monthJournal(shop, march)
    const [entry] = await shop.db.orm
      .select()
      .from(metalEntries)
      .where(like(metalEntries.key, 'trade-in:%'))
    const { id = 0, paidCents } = entry ?? {}
    await reverseMetalEntry(shop, { by: 'ann@example.com', id, reason: 'Entered twice.' })
    const after = await monthJournal(shop, march)
    const moved = (account: JournalAccount) => net(after, account) - net(before, account)
    expect(paidCents).toBeGreaterThan(0)
    expect(moved('goldPurchases')).toBe(0)
    expect(moved('tradeInGains')).toBe(paidCents)
    expect(moved('gold')).toBe(0 - Number(paidCents))
  })

  it('is a screen and two files with the same figures [JOURNAL-06]', async () => {
    const selling = await stripeShop(await open())
    const { shop, pass } = selling
    await aMonth(selling)
    pass(30 * aDay)
    await readStripeBalance(shop)
    const journal = await monthJournal(shop, march)
    const debits = journal.totals.reduce((sum, each) => sum + each.debits, 0)
    const quickBooks = await journalFile(shop, 'quickbooks.csv')
    expect([sumOfColumn(quickBooks, 3), sumOfColumn(quickBooks, 4)]).toEqual([debits, debits])
    const xero = await journalFile(shop, 'xero.csv')
    expect(sumOfColumn(xero, 5)).toBe(0)
    expect(xero).toHaveLength(quickBooks.length)
    const { words } = await renderAdminPage(shop, screen, { address: '/admin?month=2026-03' })
    for (const text of ['Sales – Jewelry', 'Stripe Fees', 'ties out', 'was taken by check']) {
      expect(words).toContain(text)
    }
    await expect(journalFile(shop, 'other.csv')).rejects.toMatchObject({ init: { status: 404 } })
  })

  it('takes the tax of a lost dispute from what is owed, as the tax report does [JOURNAL-01]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    await tell(paid)
    const { disputed, settled } = chargeEvents(stripe, paid)
    await tell(disputed())
    pass(aDay)
    await tell(settled('lost'))
    const journal = await monthJournal(shop, march)
    const { total } = await taxReport(shop, march)
    expect(net(journal, 'salesTax')).toBe(0 - total.toPay)
    expect(net(journal, 'salesTax')).toBe(0)
    expect(journal.entries.at(-1)?.number).toBe('20260331-TAX')
  })
})
