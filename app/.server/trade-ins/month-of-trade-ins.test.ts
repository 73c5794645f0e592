import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { metalFile } from '#app/.server/metal/queries/metal-csv.ts'
import { ordersCsv } from '#app/.server/orders/queries/orders-csv.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { moneyCsv } from '#app/.server/payments/queries/payments-csv.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { accounts } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, seen } from '#tests/support/metal.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'
import {
  agreedTradeIn,
  asForm,
  credits,
  noted,
  offersAll,
  paysOut,
  refundsAll,
  shipsRecast,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { payOut } from './commands/pay-out.ts'
import { billRecast, finishRecast, startRecast } from './commands/recast.ts'
import { useCredit as payWithCredit } from './commands/use-credit.ts'
import { boughtFromPublic, moneyOf } from './money.ts'

/** 10% on $2,500.00, of which the trade-in takes $1,753.52 in a state that the owner of the shop chose. */
const taxed = { tax: 'rate', taxRate: '10', 'line-0-fee': '1200' }

async function recasts(app: AppContext) {
  const { token } = await agreedTradeIn(app, 'recast', { amount: '125.00' })
  await billRecast(app, await asForm(app, token, 'bill', { key: tradeInKey() }))
  const { order } = await storedOrder(app, (await tradeInBy(app, token)).row.orderId ?? '')
  await paysByLink(app, await tokenOf(app, order))
  await startRecast(app, await asForm(app, token, 'start'))
  await shipsRecast(app, order)
  await finishRecast(app, await asForm(app, token, 'finish'))
  return order
}

/** The credit pays a part, and a check the rest. */
async function exchanges(app: AppContext, taxState: string, rest: number) {
  const { token } = await agreedTradeIn(app, 'exchange')
  const order = await madeOrder(app, { ...taxed, taxState })
  await payWithCredit(app, await credits(app, token, order))
  await recordOfflinePayment(app, {
    ...(await asStaff(app, order)),
    ...{ kind: 'check', amount: cents(rest), payer: 'Bea', reference: '7' },
    ...{ receivedOn: '2026-03-11', form8300: undefined },
  })
  expect((await storedOrder(app, order.id)).order.state).toBe('paid')
  return { token, order }
}

/** Rows of a file by their headings; none of these cells has a comma but in quotation marks. */
async function table(pages: AsyncGenerator<string> | readonly string[]) {
  let text = ''
  for await (const page of pages) text += page
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, one, two]) => one ?? two ?? '',
    )
  const [head = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n')
  const names = cellsOf(head)
  return lines.map((line) =>
    Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? '', cell])),
  )
}

const sumOf = (rows: readonly Record<string, string>[], column: string, decimals: number) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 10 ** decimals), 0)

async function ledgerSums(app: AppContext) {
  const entries = await app.db.orm.select().from(ledgerEntries)
  for (const entry of entries) {
    expect(accounts.reduce((sum, account) => sum + entry[account], 0)).toBe(0)
  }
  const of = (account: (typeof accounts)[number]) =>
    entries.reduce((sum, entry) => sum + entry[account], 0)
  return { of, entries }
}

onBothDatabases('a month with a recast, exchanges, and a sale', (open) => {
  it('has the same sums in ledger, metal ledger, tax report, and files [TRADE-12, TRADE-14, TRADE-19]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await begun(shop)
    await offersAll(shop, { taxStates: ['CA'] })
    const recast = await recasts(shop)
    // 10% of $746.48 is $74.65; in WA of the whole $2,500.00.
    await exchanges(shop, 'CA', 746_48 + 74_65)
    const refunded = await exchanges(shop, 'WA', 746_48 + 250_00)
    await refundsAll(shop, refunded.order)
    await noted(shop, refunded.token)
    await payOut(shop, await paysOut(shop, refunded.token))
    const { token } = await agreedTradeIn(shop, 'sell-back')
    await noted(shop, token)
    await payOut(shop, await paysOut(shop, token))

    const { of } = await ledgerSums(shop)
    const { total, states } = await taxReport(shop, { month: '2026-03', livemode: false })
    expect(total.sales).toBe(0 - of('sales') - of('discounts'))
    expect(total.toPay).toBe(0 - of('tax'))
    expect(states.map(({ state, charged, credited }) => [state, charged, credited])).toEqual(
      expect.arrayContaining([
        ['CA', 74_65, 0],
        ['WA', 250_00, 250_00],
      ]),
    )

    const money = await table(moneyCsv(shop, {}))
    expect(sumOf(money, 'Amount (USD)', 2)).toBe(of('payments'))
    const orders = await table(
      ordersCsv(shop, { q: '', filter: 'all' }, { state: ({ state }) => state }),
    )
    const received = sumOf(orders, 'Received (USD)', 2) - sumOf(orders, 'Refunded (USD)', 2)
    expect(received).toBe(of('payments'))
    const stays = orders.filter(({ State: state }) => state !== 'refunded')
    expect(sumOf(stays, 'Goods (USD)', 2)).toBe(total.sales)
    expect(sumOf(stays, 'Sales tax (USD)', 2)).toBe(total.toPay)

    const cases = await shop.db.orm.select().from(tradeIns)
    const bought = cases.filter(({ kind }) => kind !== 'recast')
    const settled = await Promise.all(bought.map((row) => moneyOf(shop.db.orm, row)))
    const inAll = (column: 'offer' | 'credited' | 'settled' | 'paidOut' | 'open') =>
      settled.reduce((sum, each) => sum + each[column], 0)
    expect(inAll('open')).toBe(0)
    expect(inAll('credited') + inAll('settled')).toBe(inAll('offer'))
    const asCredit = money.filter(({ Why: why }) => why?.includes('as a trade-in credit'))
    expect(asCredit).toHaveLength(2)
    const books = { livemode: false, at: shop.now() }
    expect(await boughtFromPublic(shop.db.orm, books)).toBe(inAll('credited') + inAll('paidOut'))

    const metal = await table([(await metalFile(shop, 'entries-2026.csv')) ?? ''])
    const purchases = metal.filter(({ what }) => what === 'purchase')
    expect(sumOf(purchases, 'paid_usd', 2)).toBe(inAll('offer'))
    // 14.2 g × .9999 each.
    expect(sumOf(purchases, 'fine_gold_g', 3)).toBe(3 * 14_199)
    const now = await seen(shop)
    expect(sumOf(metal, 'fine_gold_g', 3)).toBe(now.stock)
    expect(sumOf(metal, 'pieces_g', 3)).toBe(now.pieces)
    // The recast piece came in and left again.
    const moved = metal.filter((row) => row.from_or_to === recast.number)
    expect(moved.map(({ what, pieces_g }) => [what, pieces_g]).toSorted()).toEqual([
      ['returned', '14.200'],
      ['sent', '-14.200'],
    ])

    pass(24 * 60)
    expect(await checkRecords(shop)).toBe('done')
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
  })
})
