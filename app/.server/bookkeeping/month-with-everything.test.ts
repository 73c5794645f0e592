import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { ledgerEntries, refunds } from '#app/.server/platform/db/ledger-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { useCredit as payWithCredit } from '#app/.server/trade-ins/commands/use-credit.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { busyMonth } from '#tests/support/busy-month.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws, patience } from '#tests/support/draws.ts'
import { journalFile, net, sumOfColumn } from '#tests/support/journal.ts'
import { begun, bought } from '#tests/support/metal.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { alsoAtStripe, payOut } from '#tests/support/stripe-balance.ts'
import { shippingTaxesOf } from '#tests/support/stripe-tax.ts'
import { agreedTradeIn, credits, offersAll } from '#tests/support/trade-ins.ts'
import { checkRecords } from './jobs/check-records.ts'
import { readStripeBalance } from './jobs/read-stripe-balance.ts'
import { lastCheck } from './last-check.ts'
import { monthJournal } from './queries/journal.ts'

const march = { month: '2026-03', livemode: false }
const aDay = 24 * 60
const seed = 20260311

type Month = Awaited<ReturnType<typeof busyMonth>>

/** An old piece pays a part of another order, and a check the rest. */
async function tradesIn({ shop, stripe }: Month): Promise<void> {
  await begun(shop)
  await bought(shop, 200_000, 20_000)
  await offersAll(shop)
  const { token } = await agreedTradeIn(shop, 'exchange')
  const order = await madeOrder(shop, { 'line-0-fee': '1200' })
  await payWithCredit(shop, await credits(shop, token, order))
  const { due } = (await storedOrder(shop, order.id)).balance
  await recordOfflinePayment(shop, {
    ...(await asStaff(shop, order)),
    ...{ kind: 'check', amount: cents(order.totalCents + due), payer: 'Bea', reference: '7' },
    ...{ receivedOn: '2026-03-11', form8300: undefined },
  })
  await alsoAtStripe(shop, stripe.store)
}

const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)

/** All that Stripe has of the month, without a word of the shop's. */
function atStripe({ stripe: { store } }: Month) {
  const { transactions } = store.balance
  const of = (category: string) =>
    sum(
      transactions
        .filter((each) => each.reporting_category === category)
        .map((each) => each.amount),
    )
  const sessions = [...store.sessions.values()].filter((each) => each.payment_status === 'paid')
  const taxes = sessions.flatMap((session) => [
    ...(store.lineItems.get(session.id) ?? []).flatMap((item) => item.taxes),
    ...(session.shipping_cost ? shippingTaxesOf(session.shipping_cost) : []),
  ])
  const byPlace = (name: string) =>
    sum(taxes.filter(({ rate }) => rate.jurisdiction === name).map(({ amount }) => amount))
  const fees = sum(transactions.map((each) => Number(each.fee)))
  const tax = sum(sessions.map((each) => taxOf(each)))
  return { of, sessions, fees, tax, byPlace }
}

const taxOf = ({ total_details }: Record<string, unknown>) =>
  Number((total_details as { amount_tax: number }).amount_tax)

onBothDatabases('a month with all that orders can have', (open) => {
  it(
    'agrees to the cent in ledger, tax report, the accountant’s files, and at Stripe [JOURNAL-07]',
    async () => {
      const month = await busyMonth(await open(), { seed, orders: draws(40) })
      const { shop, stripe, pass, bought: all } = month
      const { orm } = shop.db
      await tradesIn(month)
      await month.opens()
      const counts = await month.lives()
      expect([...counts.keys()].toSorted()).toEqual(everything)
      pass(aDay)
      const payout = payOut(stripe.store)
      const seen = atStripe(month)
      pass(31 * aDay)
      expect(await readStripeBalance(shop)).toBe('done')
      const journal = await monthJournal(shop, march)
      const report = await taxReport(shop, march)
      const entries = await orm.select().from(ledgerEntries)
      const asked = (await orm.select().from(refunds)).filter(({ state }) => state !== 'refused')
      const edits = (await orm.select().from(orderEdits)).filter(({ state }) => state === 'applied')
      const editTaxes = edits.flatMap(({ taxes }) => taxes)

      // Each order: what its quote said, what Stripe took, and what the ledger has of both.
      for (const { id, session, quoted } of all) {
        const charged = stripe.store.sessions.get(session)
        const own = entries.filter(({ orderId }) => orderId === id)
        const sale = own.find(({ kind }) => kind === 'sale')
        if (!charged || !sale) throw new Error('an order was not sold')
        expect(charged.amount_total - taxOf(charged)).toBe(quoted)
        expect(0 - sale.sales - sale.shipping - sale.discounts).toBe(quoted)
        expect(0 - sale.tax).toBe(taxOf(charged))
        expect((await storedOrder(shop, id)).balance).toMatchObject({ due: 0, overpaid: 0 })
      }

      // Money: at Stripe, in the ledger, and from what was agreed, each of them once.
      const booked = (...kinds: string[]) =>
        sum(
          entries
            .filter(({ kind, provider }) => provider === 'stripe' && kinds.includes(kind))
            .map(({ payments }) => payments),
        )
      expect(booked('payment')).toBe(seen.of('charge'))
      expect(booked('refund')).toBe(seen.of('refund'))
      const lost = sum(entries.map(({ losses }) => losses))
      expect(0 - lost).toBe(seen.of('dispute') + seen.of('dispute_reversal'))
      const differences = sum(edits.map(({ dueCents }) => Math.max(0, dueCents)))
      const without = sum(
        entries
          .filter(({ reference }) => reference?.startsWith('pay-'))
          .map((each) => each.payments),
      )
      const agreed = sum(all.map(({ quoted }) => quoted)) + seen.tax + differences + without
      const refunded = sum([...stripe.store.refunds.values()].map(({ amount }) => amount))
      expect(payout.amount).toBe(agreed - refunded - lost - seen.fees)

      // Tax: what Stripe charged and staff added, less what was refunded or what a bank reversed.
      expect(report.withoutLines).toBe(0)
      expect(report.total.charged).toBe(seen.tax + sumOfTaxes(editTaxes))
      expect(report.states.map(({ state, charged }) => [state, charged])).toEqual([
        ['', 0],
        ['OR', 0],
        ['WA', report.total.charged],
      ])
      const quotedOf = (each: string) => all.find(({ session }) => session === each)?.quoted ?? 0
      const lostSales = sum(month.lost.map(quotedOf))
      const lostTax = sum(month.lost.map((each) => taxOf(stripe.store.sessions.get(each) ?? {})))
      expect(report.total.credited).toBe(sum(asked.map(({ taxCents }) => taxCents)) + lostTax)
      for (const name of ['Washington', 'Seattle']) {
        const rows = report.places.filter((each) => each.name === name)
        const added = sumOfTaxes(editTaxes.filter((each) => each.name === name))
        expect(sum(rows.map(({ charged }) => charged))).toBe(seen.byPlace(name) + added)
      }
      expect(sum(report.places.map(({ toPay }) => toPay))).toBe(report.total.toPay)
      expect(net(journal, 'salesTax')).toBe(0 - report.total.toPay)
      expect(net(journal, 'salesTax')).toBe(sum(entries.map(({ tax }) => tax)) + lostTax)

      // A piece is refunded with its share of the tax on its line, and with the rate only where that was chosen.
      expect(month.firstPieces.length).toBeGreaterThan(3)
      for (const { of, position, withShipping } of month.firstPieces) {
        const item = stripe.store.lineItems
          .get(of.session)
          ?.find(({ metadata }) => metadata.line === `${position}`)
        const [row] = await refundsOfOrder(orm, of.id)
        const { shipping_cost: cost = null } = stripe.store.sessions.get(of.session) ?? {}
        const lines = await linesOfOrder(orm, of.id)
        const pieces = lines.find((each) => each.position === position)?.quantity ?? 0
        const shippingTax = withShipping ? (cost?.amount_tax ?? 0) : 0
        const share = Number(item?.amount_tax) / pieces + shippingTax
        expect(Math.abs(Number(row?.taxCents) - share)).toBeLessThanOrEqual(1)
        expect(row?.shippingCents).toBe(withShipping ? (cost?.amount_subtotal ?? 0) : 0)
      }
      for (const { id, session } of all) {
        const { balance } = await storedOrder(shop, id)
        if (totalOf(balance.sold) > 0) continue
        const own = asked.filter(({ orderId }) => orderId === id)
        const added = edits.filter(({ orderId }) => orderId === id).flatMap(({ taxes }) => taxes)
        const charged = taxOf(stripe.store.sessions.get(session) ?? {}) + sumOfTaxes(added)
        expect(sum(own.map(({ taxCents }) => taxCents))).toBe(charged)
      }

      // Sales and shipping.
      const sold = ['sales', 'shipping', 'discounts', 'refunds'] as const
      expect(sum(sold.map((account) => net(journal, account)))).toBe(0 - soldIn(entries))
      expect(report.total.sales).toBe(soldIn(entries) - lostSales)

      // The files of the accountant, Stripe's balance, and its payouts.
      const debits = sum(journal.totals.map((each) => each.debits))
      expect(sum(journal.totals.map(({ credits: each }) => each))).toBe(debits)
      const quickBooks = await journalFile(shop, 'quickbooks.csv')
      expect([sumOfColumn(quickBooks, 3), sumOfColumn(quickBooks, 4)]).toEqual([debits, debits])
      expect(sumOfColumn(await journalFile(shop, 'xero.csv'), 5)).toBe(0)
      expect(net(journal, 'stripe')).toBe(0)
      expect(net(journal, 'inTransit')).toBe(0)
      expect(net(journal, 'disputed')).toBe(0)
      expect(net(journal, 'unmatched')).toBe(0)
      expect(net(journal, 'deposits')).toBe(0)
      expect(net(journal, 'fees')).toBe(seen.fees)
      expect(net(journal, 'bank')).toBe(payout.amount)
      expect(journal.payouts).toMatchObject([{ id: payout.id, sum: payout.amount, tiesOut: true }])
      expect(journal.missing).toEqual([])
      expect(journal.looseEnds).toEqual([expect.stringContaining('was taken by check')])

      // The shop's own check of the night finds nothing either.
      expect(await orderFindings(orm)).toEqual([])
      await checkRecords(shop)
      expect((await lastCheck(orm))?.findings).toEqual([])
    },
    patience,
  )
})

const soldIn = (entries: readonly { sales: number; shipping: number; discounts: number }[]) =>
  0 - sum(entries.map(({ sales, shipping, discounts }) => sales + shipping + discounts))

/** What happens at least once. */
const everything = [
  ...['FIFTY-OFF', 'SUMMER-10', 'brought back', 'card', 'debit', 'difference paid'],
  ...['difference refunded', 'dispute lost', 'dispute won', 'disputes', 'express'],
  ...['international', 'pickup', 'pieces and shipping', 'refund of lines', 'refund of sum'],
  ...['refund of whole', 'standard', 'wire', 'without a code'],
]
