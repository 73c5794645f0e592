import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { customersCsv } from '#app/.server/customers/queries/customers-csv.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import type { RefundOrDisputeEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { moneyCsv, unmatchedCsv } from '#app/.server/payments/queries/payments-csv.ts'
import { unmatchedPayments } from '#app/.server/payments/queries/unmatched-payments.ts'
import { csvPages } from '#app/.server/platform/csv-pages.ts'
import { csvStream } from '#app/.server/platform/http/csv-response.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  type PlacedOrder,
  paidOrder,
  pendingOrder,
  riskEvent,
  strayPayment,
} from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { ordersPage } from './admin-orders.ts'
import { ordersCsv } from './orders-csv.ts'

const names = { state: ({ state }: { state: string }) => state }
const all = { q: '', filter: 'all' } as const

/** The rows of a file, each as an object by heading. */
async function table(pages: AsyncGenerator<string>) {
  const response = await csvStream('list.csv', pages)
  // `text()` would leave out the mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const [head = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n')
  return { text, head: head.split(','), lines }
}

onBothDatabases('a list as a file', (open) => {
  it('has the orders that the list finds, in dollars and days of the shop, and no formula [CSV-08, CSV-10, SHIPMONEY-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const paid = await paidOrder(shop)
    pass(5)
    const unpaid = await pendingOrder(shop)
    const name = '=HYPERLINK("http://evil.example")'
    await shop.db.orm.execute(
      sql`update orders set shipping_address = shipping_address || ${JSON.stringify({ name, phone: '+1 206 555 0149' })}::jsonb
        where id = ${paid.id}`,
    )
    const { text, head, lines } = await table(ordersCsv(shop, all, names))
    expect(text.startsWith('\ufeffOrder,State,')).toBe(true)
    expect(head).toEqual(expect.arrayContaining(['Total (USD)', 'Paid by', 'Placed by']))
    expect(lines.map((line) => line.split(',')[0])).toEqual([unpaid.number, paid.number])
    expect(lines[1]).toContain('2026-03-11')
    expect(lines[1]).toContain('1 × Fir Cone, Small')
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(lines[1]).toContain("'+1 206 555 0149")
    expect(lines[1]).toMatch(/,2596\.00,0\.00,2596\.00,0\.00,R-TEST-00001,Card,/)
    // The rate is part of the total, and not of the goods [SHIPMONEY-05].
    await shop.db.orm.execute(
      sql`update orders set total_cents = total_cents + 4500, shipping_method = 'express', shipping_cents = 4500
        where id = ${unpaid.id}`,
    )
    const [express] = (await table(ordersCsv(shop, all, names))).lines
    expect(express).toMatch(/,2596\.00,0\.00,2641\.00,.*,45\.00$/)
    const pending = await table(ordersCsv(shop, { ...all, filter: 'pending' }, names))
    expect(pending.lines).toHaveLength(1)
    const none = await table(ordersCsv(shop, { ...all, mode: 'live' }, names))
    expect(none.lines).toEqual([])
  })

  it('has a bank payment that is pending with its tax, as the list does [CSV-10, BANK-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    await shop.db.orm.execute(
      sql`update orders set with_tax = true, pay_by = 'wire', page_tax_cents = 12345 where id = ${order.id}`,
    )
    const { lines } = await table(ordersCsv(shop, all, names))
    expect(lines[0]).toContain(',2596.00,123.45,2719.45,')
    const { orders: listed } = await ordersPage(shop, { ...all, page: 1 })
    expect(listed[0]).toMatchObject({ total: 271_945 })
  })

  it('has what the bank took back, by a lost dispute or a reversed debit, beside what was refunded [CSV-13, CSV-15]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [disputed, returned, won] = [
      await paidOrder(shop),
      await paidOrder(shop),
      await paidOrder(shop),
    ]
    const happens = (order: PlacedOrder, type: RefundOrDisputeEvent['type']) => {
      pass(60)
      return applyPaymentEvent(shop, riskEvent(order, type, shop.now()))
    }
    for (const type of ['dispute open', 'dispute lost'] as const) await happens(disputed, type)
    for (const type of ['dispute open', 'dispute won'] as const) await happens(won, type)
    await happens(returned, 'debit returned')
    // Two labels, of which the carrier refunded one.
    for (const [shipment, state] of [
      ['kept', 'bought'],
      ['gone', 'voided'],
    ]) {
      await shop.db.orm.execute(sql`insert into labels (order_id, provider, livemode, shipment, state, asked, rates,
        offered_at, offered_to, rate, service, cost_cents, bought_by, asked_at, bought_at, carrier, tracking, voided_by, voided_at)
        values (${won.id}, 'easypost', false, ${shipment}, ${state}, '{}', '[]', ${shop.now().toISOString()}, 'ann', 'r', 'Ground', 593,
        'ann', ${shop.now().toISOString()}, ${shop.now().toISOString()}, 'ups', ${`1Z${shipment}`}, ${state === 'voided' ? 'ann' : null},
        ${state === 'voided' ? shop.now().toISOString() : null})`)
    }
    const { head, lines } = await table(ordersCsv(shop, all, names))
    // New columns come last, so that files of before line up with it.
    expect(head.slice(-6)).toEqual([
      'Taken back by the bank (USD)',
      'Received (USD)',
      'Labels (USD)',
      'Discount (USD)',
      'Discount code',
      'Shipping (USD)',
    ])
    const ends = Object.fromEntries(
      lines.map((line) => [line.split(',')[0], line.split(',').slice(-6, -1)]),
    )
    expect(ends).toEqual({
      [disputed.number]: ['2596.00', '2596.00', '0.00', '0.00', ''],
      [returned.number]: ['2596.00', '2596.00', '0.00', '0.00', ''],
      [won.number]: ['0.00', '2596.00', '5.93', '0.00', ''],
    })
    for (const line of lines) expect(line).toContain(',2596.00,0.00,R-TEST-')
  })

  it('has the payments without an order, all money, and the customers [CSV-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await strayPayment(shop, order)
    const waiting = await table(unmatchedCsv(shop, { filter: 'open' }))
    expect(waiting.lines).toHaveLength(1)
    expect(waiting.lines[0]).toContain('2596.00,USD,test,Ada Buyer,ada@example.com,to review')
    expect((await table(unmatchedCsv(shop, { filter: 'open', mode: 'live' }))).lines).toEqual([])
    const money = await table(moneyCsv(shop, {}))
    expect(money.lines.map((line) => line.split(',').slice(1, 3))).toEqual([
      ['Payment', '2596.00'],
      ['Payment', '2596.00'],
    ])
    expect(money.lines.some((line) => line.includes(order.number))).toBe(true)
    const customers = await table(customersCsv(shop, { q: 'ada', livemode: false }))
    expect(customers.lines).toEqual([
      'Ada Buyer,ada@example.com,test,1,2026-03-11,2026-03-11,2596.00,0.00',
    ])
    expect((await table(customersCsv(shop, { q: 'eve', livemode: false }))).lines).toEqual([])
  })

  it('names the order that staff matched a payment to, which received it [CSV-10, CSV-15]', async () => {
    const { shop } = await sellingShop(await open())
    const other = await paidOrder(shop)
    const order = await pendingOrder(shop)
    await strayPayment(shop, other)
    const [stray] = (await unmatchedPayments(shop, { filter: 'open', page: 1 })).payments
    await attachPayment(shop, { id: stray?.id ?? '', number: order.number, by: 'ann@example.com' })
    const { lines } = await table(moneyCsv(shop, {}))
    const matched = lines.filter((line) => line.includes(order.number))
    expect(matched).toHaveLength(1)
    expect(matched[0]).toContain('2596.00')
    expect(matched[0]).toContain('Matched to the order by staff.')
    const { head, lines: listed } = await table(ordersCsv(shop, all, names))
    const row = listed.find((line) => line.startsWith(order.number))?.split(',') ?? []
    expect(row[row.length - head.length + head.indexOf('Received (USD)')]).toBe('2596.00')
  })
})

it('is written page by page, each row once, and ends where the last page is not full [CSV-10]', async () => {
  const numbers = Array.from({ length: 1100 }, (_, at) => at)
  const asked: (number | null)[] = []
  const read = async (after: number | null, limit: number) => {
    asked.push(after)
    const from = after === null ? 0 : after + 1
    return numbers.slice(from, from + limit)
  }
  const { lines } = await table(csvPages([['Number', (row: number) => row]], read))
  expect(lines.map(Number)).toEqual(numbers)
  expect(asked).toEqual([null, 499, 999])
})
