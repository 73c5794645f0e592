import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { receiveReturn, weighReturn } from '#app/.server/returns/commands/move-return.ts'
import {
  balancesOf,
  handEntry,
  type MetalPostings,
  metalKinds,
  openingEntry,
  positionOf,
  returnedEntry,
  reversalOf,
  sentEntry,
  soldEntry,
  takenFrom,
  unsoldEntry,
} from '#app/domain/metal/metal-ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { begun, entered, formKey, seen } from '#tests/support/metal.ts'
import { payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { aboutReturn, lastReturn, openedReturn, sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend, weighAndRefund } from '#tests/support/weighing.ts'
import { reverseMetalEntry } from './commands/reverse-metal-entry.ts'
import { metalFile } from './queries/metal-csv.ts'

/** Grams of product 7, Small. */
const soldMg = 14_200
const by = 'ann@example.com'

type Sale = { id: string; open: number; sent: number[] }
type Books = {
  app: AppContext
  /** What the ledger should hold, entry by entry. */
  entries: MetalPostings[]
  hand: { id: number; postings: MetalPostings }[]
  /** Manual entries so far, numbered from 1. */
  count: number
  sales: Sale[]
}

type Step = { do: keyof typeof steps; kind: (typeof kinds)[number]; mg: number; which: number }
const kinds = metalKinds.filter((kind) => kind !== 'opening')
const pick = <Of>(of: readonly Of[], which: number): Of | undefined => of[which % of.length]

/** What happens in a shop; each does nothing where there is nothing to do it to. */
const steps = {
  async enter({ app, ...books }: Books, { kind, mg }: Step) {
    const here = balancesOf(books.entries)
    const from = takenFrom(kind)
    const paid = kind === 'purchase' || kind === 'scrap' ? cents(Math.ceil(mg / 7)) : null
    const entry = entered(app, mg, { kind, paid, isSure: true })
    if (from !== null && here[from] < mg) {
      expect(await refusal(entry)).toMatchObject({ status: 409 })
      return 0
    }
    await entry
    const postings = handEntry(kind, mg)
    books.entries.push(postings)
    books.hand.push({ id: books.count + 1, postings })
    return 1
  },
  async takeBack({ app, entries, hand }: Books, { which }: Step) {
    const entry = pick(hand, which)
    if (!entry) return 0
    await reverseMetalEntry(app, { by, id: entry.id, reason: 'A slip.' })
    entries.push(reversalOf(entry.postings))
    hand.splice(hand.indexOf(entry), 1)
    return 1
  },
  async sell({ app, entries, sales }: Books, { which }: Step) {
    const quantity = (which % 3) + 1
    const order = await pendingOrder(app, [{ productId: '7', size: 'Small', quantity }])
    await applyPaymentEvent(app, payment(order))
    entries.push(soldEntry(soldMg * quantity))
    sales.push({ id: order.id, open: quantity, sent: [] })
    return 0
  },
  /** A piece of an order, before any of it is sent. */
  async refund({ app, entries, sales }: Books, { which }: Step) {
    const sale = pick(
      sales.filter(({ open, sent }) => open > 0 && sent.length === 0),
      which,
    )
    if (!sale) return 0
    await refunded(app, sale.id)
    entries.push(unsoldEntry(soldMg))
    sale.open -= 1
    return 0
  },
  /** All that is left of an order; its first piece as the scale said. */
  async send({ app, entries, sales }: Books, { which, mg }: Step) {
    const sale = pick(
      sales.filter(({ open }) => open > 0),
      which,
    )
    if (!sale) return 0
    const actual = soldMg + ((mg % 130) - 65) * 10
    await weighAndRefund(app, sale, actual)
    await recordShipment(app, { ...(await readyToSend(app, sale)), tracking: `T-${sale.id}` })
    sale.sent = [actual, ...Array.from({ length: sale.open - 1 }, () => soldMg)]
    entries.push(
      sentEntry(
        soldMg * sale.open,
        sale.sent.reduce((sum, each) => sum + each, 0),
      ),
    )
    sale.open = 0
    return 0
  },
  /** The only piece of an order comes back and is refunded. */
  async comeBack({ app, entries, sales }: Books, { which }: Step) {
    const sale = pick(
      sales.filter(({ sent }) => sent.length === 1),
      which,
    )
    const weighed = (sale?.sent[0] ?? 0) as Milligrams
    if (!sale) return 0
    await openedReturn(app, sale)
    await receiveReturn(app, await aboutReturn(app, sale))
    const weights = [{ line: 0, weighed }]
    await weighReturn(app, { ...(await aboutReturn(app, sale)), weights, note: '' })
    await refunded(app, sale.id, (await lastReturn(app, sale)).id)
    entries.push(returnedEntry(weighed))
    sale.sent = []
    return 0
  },
}

async function refunded(app: AppContext, id: string, ofReturn: string | null = null) {
  const input: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
  const stated = (await previewRefund(app, { id, wish: input, payment: null })).amount
  const { revision } = (await storedOrder(app, id)).order
  await refundOrder(app, {
    ...{ id, by, revision, key: formKey(), payment: null, wish: input, stated },
    ...{ reason: 'A test.', note: '', ofReturn, requireFresh: async () => {} },
  })
}

/** Screen and file say what the entries add up to, and each line of the file adds up to zero. */
async function agrees({ app, entries }: Books) {
  const { stock, pieces, owed: promised } = balancesOf(entries)
  const now = await seen(app)
  expect(now).toMatchObject(positionOf({ stock, pieces, owed: 0 - promised }))
  const [, ...lines] = ((await metalFile(app, 'entries-2026.csv')) ?? '')
    .split('\r\n')
    .filter((line) => line !== '')
  // Day, what happened, and the grams of six accounts.
  const ofLine = /^[^,]+,(?:"[^"]*"|[^,]*),((?:-?\d+\.\d+,){6})/
  const grams = lines.map((line) =>
    (ofLine.exec(line)?.[1] ?? 'none')
      .split(',')
      .slice(0, 6)
      .map((cell) => Math.round(Number(cell) * 1000)),
  )
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
  expect(grams.map(sum)).toEqual(grams.map(() => 0))
  expect(sum(grams.map(([of = 0]) => of))).toBe(stock)
  expect(sum(grams.map(([, of = 0]) => of))).toBe(pieces)
}

const history = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
    kind: fc.constantFrom(...kinds),
    mg: fc.integer({ min: 1, max: 60_000 }),
    which: fc.nat(1000),
  }),
  { minLength: 12, maxLength: 24 },
)

onBothDatabases('the metal ledger', (open) => {
  it('is what its entries and orders add up to, after any history of the shop [METAL-01, METAL-02, METAL-03]', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (all) => {
        const { shop: app, pass } = await sellingShop(await open())
        await sendsAnyTotal(app)
        await begun(app, 40_000, null, 20_000)
        const opening = openingEntry({ stock: 40_000, pieces: 20_000 })
        const books: Books = { app, entries: [opening], hand: [], count: 1, sales: [] }
        for (const step of all) {
          pass(1)
          books.count += await steps[step.do](books, step)
        }
        await agrees(books)
      }),
      // Smaller histories of the same failure would take minutes.
      { numRuns: draws(2), endOnFailure: true },
    )
  })
})
