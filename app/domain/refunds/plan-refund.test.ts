import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balanceOf,
  creditEntry,
  paymentEntry,
  refundEntry,
  saleEntry,
  totalOf,
} from '../ledger/ledger.ts'
import { type Cents, cents } from '../money/cents.ts'
import { creditNoteName } from '../orders/number.ts'
import { isWhollyRefunded, planRefund, type RefundInput } from './plan-refund.ts'
import type { RefundableLine } from './refund-lines.ts'
import { furtherState, givenBack, type KnownRefund, withRefund } from './refund-state.ts'

const none = cents(0)

const line = (more: Partial<RefundableLine> = {}): RefundableLine => ({
  position: 0,
  name: 'Wave',
  size: 'Small',
  unitPrice: cents(94320),
  left: 1,
  lighter: cents(0),
  taxShare: null,
  ...more,
})

/** Its own small generator: fast-check would take a minute for so many. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Refunds an order by random parts until nothing is left; returns how many it took. */
function refundInParts(pick: (below: number) => number): number {
  const lines = Array.from({ length: 1 + pick(4) }, (_, position) =>
    line({ position, unitPrice: cents(1 + pick(300_000)), left: 1 + pick(3) }),
  )
  // Half of them with tax known by line, some lines without any.
  if (pick(2) === 0) for (const each of lines) each.taxShare = cents(pick(3) * pick(30_000_000))
  const goods = cents(lines.reduce((sum, { unitPrice, left }) => sum + unitPrice * left, 0))
  // Half of them with a discount code, which takes more off some lines than off others.
  let discount = pick(Math.ceil(goods / 4))
  if (pick(2) === 0) {
    discount = 0
    for (const each of lines) {
      const ofLine = pick(2) * pick(Math.ceil(each.unitPrice * each.left * 0.7))
      discount += ofLine
      each.off = {
        share: cents(Math.round((ofLine * 1000) / each.left)),
        // What else was taken off than by a code off the fee fell on the gold as well.
        ofGold: { discount: cents(pick(2) * ofLine), price: cents(each.unitPrice * each.left) },
      }
    }
  }
  const sold = {
    goods,
    tax: cents(pick(Math.ceil(goods / 10) + 1)),
    shipping: cents(pick(5000)),
    discount: cents(discount),
  }
  const entries = [saleEntry(sold), paymentEntry(totalOf(sold))]
  const back = { goods: 0, tax: 0, shipping: 0, discount: 0 }
  const light = new Set<number>()
  let count = 0
  for (;;) {
    const balance = balanceOf(entries)
    if (balance.refundable === 0) break
    const at = pick(lines.length)
    const wishes: RefundInput[] = [
      { of: 'sum', amount: cents(1 + pick(balance.refundable)) },
      { of: 'lines', quantities: [{ position: at, quantity: 1 }] },
      // Less than a piece has beside what a code takes off its fee.
      { of: 'gold', position: at, goods: cents(Math.ceil((lines[at]?.unitPrice ?? 0) / 50)) },
      { of: 'whole' },
      { of: 'tax' },
    ]
    const input = wishes[pick(20) === 0 ? 3 + pick(2) : pick(3)] as RefundInput
    if (input.of === 'gold' && light.has(at)) continue
    const plan = planRefund(input, lines, balance)
    if ('refused' in plan) continue
    count += 1
    expect(plan.amount).toBe(totalOf(plan.credit))
    for (const { position, quantity, amountCents } of plan.lines) {
      const of = lines[position]
      if (!of) continue
      of.left -= quantity
      of.lighter = cents(Math.max(0, of.lighter - (of.unitPrice * quantity - amountCents)))
    }
    const lighter = input.of === 'gold' && lines[input.position]
    if (lighter) {
      lighter.lighter = plan.credit.goods
      light.add(at)
    }
    for (const part of ['goods', 'tax', 'shipping', 'discount'] as const) {
      back[part] += plan.credit[part]
    }
    entries.push(creditEntry(plan.credit), refundEntry(plan.amount))
  }
  // After sums in between, gold may leave goods that the discount covers to the cent.
  const covered = light.size > 0 ? sold.goods - back.goods : 0
  expect(covered).toBeGreaterThanOrEqual(0)
  expect(back).toEqual({ ...sold, goods: sold.goods - covered, discount: sold.discount - covered })
  expect(balanceOf(entries)).toMatchObject({ due: 0, refunded: totalOf(sold) })
  expect(isWhollyRefunded(balanceOf(entries))).toBe(true)
  return count
}

describe('a refund', () => {
  it('by 100,000 random parts gives back goods, tax, shipping and discount to the cent [REFUND-02, CODE-09]', () => {
    const pick = numbers(24)
    let count = 0
    while (count < 100_000) count += refundInParts(pick)
  })

  it('of the sales tax alone takes nothing of the goods, and what follows no tax [REFUND-28]', () => {
    const sold = { goods: cents(94_320), tax: cents(9_800), shipping: none, discount: none }
    const order = { sold, due: none, declined: none, refundable: totalOf(sold) }
    expect(planRefund({ of: 'tax' }, [line()], order)).toEqual({
      amount: 9_800,
      credit: { goods: 0, tax: 9_800, shipping: 0, discount: 0 },
      lines: [],
    })
    const untaxed = { ...order, sold: { ...sold, tax: none }, refundable: sold.goods }
    expect(planRefund({ of: 'tax' }, [line()], untaxed)).toMatchObject({
      refused: 'No sales tax is left to refund on this order.',
    })
    const one: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
    expect(planRefund(one, [line({ taxShare: cents(9_800_000) })], untaxed)).toMatchObject({
      credit: { goods: 94_320, tax: 0 },
    })
    expect(planRefund({ of: 'tax' }, [line()], { ...order, refundable: cents(500) })).toMatchObject(
      {
        refused: '$98.00 is more than the $5.00 that can still be refunded.',
      },
    )
  })

  it('of one line takes what the code took off that line, and nothing for another [CODE-09]', () => {
    const ofGold = { discount: none, price: cents(94_320) }
    const lines = [
      line({ off: { share: cents(15_000_000), ofGold } }),
      line({ position: 1, left: 3, off: { share: none, ofGold } }),
    ]
    const sold = { goods: cents(4 * 94_320), tax: none, shipping: none, discount: cents(15_000) }
    const balance = balanceOf([saleEntry(sold), paymentEntry(totalOf(sold))])
    const of = (position: number) =>
      planRefund({ of: 'lines', quantities: [{ position, quantity: 1 }] }, lines, balance)
    expect(of(0)).toMatchObject({ amount: 79_320, credit: { goods: 94_320, discount: 15_000 } })
    expect(of(1)).toMatchObject({ amount: 94_320, credit: { goods: 94_320, discount: 0 } })
    // A code off the fee took nothing off the gold that is missing.
    const gold: RefundInput = { of: 'gold', position: 0, goods: cents(500) }
    expect(planRefund(gold, lines, balance)).toMatchObject({ amount: 500 })
    const alsoOffGold = { discount: cents(15_000), price: cents(94_320) }
    const [first, second] = lines
    const offBoth = { ...first, off: { share: cents(15_000_000), ofGold: alsoOffGold } }
    expect(planRefund(gold, [offBoth, second] as RefundableLine[], balance)).toMatchObject({
      amount: 420,
      credit: { discount: 80 },
    })
  })

  it('of a piece in which gold was missing takes all that a code took off its fee [CODE-09, WEIGH-03]', () => {
    const share = cents(10_000_000)
    const back = (
      ofGold: { discount: Cents; price: Cents },
      more: Partial<RefundableLine> = {},
    ) => {
      const lines = [0, 1].map((position) =>
        line({ position, unitPrice: cents(100_000), off: { share, ofGold }, ...more }),
      )
      const goods = cents(100_000 * lines.reduce((sum, { left }) => sum + left, 0))
      const sold = { goods, tax: none, shipping: none, discount: cents(goods / 10) }
      const entries = [saleEntry(sold), paymentEntry(totalOf(sold))]
      const gold = planRefund(
        { of: 'gold', position: 0, goods: cents(5_000) },
        lines,
        balanceOf(entries),
      )
      if ('refused' in gold) throw new Error(gold.refused)
      entries.push(creditEntry(gold.credit), refundEntry(gold.amount))
      const lighter = lines.map((each, at) =>
        at === 0 ? { ...each, lighter: cents(5_000) } : each,
      )
      const one: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
      const plan = planRefund(one, lighter, balanceOf(entries))
      return { gold: gold.amount, piece: 'refused' in plan ? plan.refused : plan.amount }
    }
    expect(back({ discount: none, price: cents(90_000) })).toEqual({ gold: 5_000, piece: 85_000 })
    // A code off the gold too gave a tenth of the missing gold back before.
    const alsoOffGold = { discount: cents(10_000), price: cents(100_000) }
    expect(back(alsoOffGold)).toEqual({ gold: 4_500, piece: 85_500 })
    const ofTwo = { discount: cents(20_000), price: cents(200_000) }
    expect(back(ofTwo, { left: 2 })).toEqual({ gold: 4_500, piece: 87_750 })
  })

  it('by line takes its part of the tax and of the discount [REFUND-02]', () => {
    const lines = [line(), line({ position: 1, unitPrice: cents(100_541) })]
    const sold = {
      goods: cents(194_861),
      tax: cents(16_510),
      shipping: cents(0),
      discount: cents(0),
    }
    const order = { sold, due: cents(0), declined: cents(0), refundable: totalOf(sold) }
    const one: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
    expect(planRefund(one, lines, order)).toEqual({
      amount: 102_311,
      credit: { goods: 94_320, tax: 7991, shipping: 0, discount: 0 },
      lines: [{ position: 0, name: 'Wave', size: 'Small', quantity: 1, amountCents: 94_320 }],
    })
  })

  it('by line takes no tax for a piece that was not taxed [REFUND-02]', () => {
    const lines = [
      line({ taxShare: cents(7_991_000) }),
      line({ position: 1, taxShare: cents(0), left: 2 }),
    ]
    const sold = {
      goods: cents(282_960),
      tax: cents(7991),
      shipping: cents(0),
      discount: cents(0),
    }
    const order = { sold, due: cents(0), declined: cents(0), refundable: totalOf(sold) }
    const one = (position: number): RefundInput => ({
      of: 'lines',
      quantities: [{ position, quantity: 1 }],
    })
    expect(planRefund(one(0), lines, order)).toMatchObject({ credit: { tax: 7991 } })
    expect(planRefund(one(1), lines, order)).toMatchObject({ credit: { tax: 0 } })
  })

  it('by line takes the last of the tax with the last of the goods [RETURN-17]', () => {
    const lines = [line({ unitPrice: cents(500), left: 2, taxShare: cents(50_000) })]
    const sold = { goods: cents(400), tax: cents(40), shipping: cents(0), discount: cents(0) }
    const order = { sold, due: cents(0), declined: cents(0), refundable: totalOf(sold) }
    const one: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
    const returned = [{ line: 0, quantity: 1 }]
    expect(planRefund(one, lines, order, undefined, returned)).toMatchObject({
      amount: 440,
      credit: { goods: 400, tax: 40 },
      isReduced: true,
    })
  })

  it.each<[RefundInput, RegExp, ('sum' | number)?]>([
    [{ of: 'sum', amount: cents(0) }, /above zero/, 'sum'],
    [{ of: 'sum', amount: cents(-1) }, /above zero/, 'sum'],
    [{ of: 'sum', amount: cents(94_321) }, /^\$943\.21 is more than the \$943\.20 that can/, 'sum'],
    [{ of: 'lines', quantities: [] }, /at least one piece/],
    [{ of: 'lines', quantities: [{ position: 0, quantity: 0 }] }, /at least one piece/],
    [
      {
        of: 'lines',
        quantities: [
          { position: 0, quantity: 1 },
          { position: 0, quantity: 1 },
        ],
      },
      /how many pieces of each line/,
      0,
    ],
    [
      { of: 'lines', quantities: [{ position: 0, quantity: 2 }] },
      /Only 1 of Wave, Small, can still be refunded/,
      0,
    ],
    [{ of: 'lines', quantities: [{ position: 0, quantity: 0.5 }] }, /how many pieces/, 0],
    [{ of: 'lines', quantities: [{ position: 0, quantity: Number.NaN }] }, /how many pieces/, 0],
    [{ of: 'lines', quantities: [{ position: 7, quantity: 1 }] }, /how many pieces/, 7],
  ])('is refused for %j, at its field [REFUND-02]', (input, sentence, at) => {
    const sold = { goods: cents(94_320), tax: cents(0), shipping: cents(0), discount: cents(0) }
    const order = { sold, due: cents(0), declined: cents(0), refundable: cents(94_320) }
    expect(planRefund(input, [line()], order)).toEqual({
      refused: expect.stringMatching(sentence),
      ...(at !== undefined && { at }),
    })
  })

  it('of pieces of which a sum was refunded already is asked for as a sum [REFUND-02]', () => {
    const sold = { goods: cents(50_000), tax: cents(0), shipping: cents(0), discount: cents(0) }
    const order = { sold, due: cents(0), declined: cents(0), refundable: cents(50_000) }
    const input: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
    expect(planRefund(input, [line()], order)).toMatchObject({
      refused: expect.stringMatching(/Please refund an amount instead/),
    })
  })

  it('is known the same in any order of reports [REFUND-05]', () => {
    const reports = fc.array(
      fc.record({
        id: fc.constantFrom('re_1', 're_2', 're_3'),
        status: fc.constantFrom('pending', 'succeeded', 'failed'),
      }),
    )
    const amounts: Record<string, Cents> = { re_1: cents(5), re_2: cents(7), re_3: cents(7) }
    const all = (list: readonly Pick<KnownRefund, 'id' | 'status'>[]) =>
      list
        .reduce<KnownRefund[]>(
          (known, { id, status }) =>
            withRefund(known, { id, status, amount: amounts[id] as Cents }),
          [],
        )
        .toSorted((a, b) => a.id.localeCompare(b.id))
    fc.assert(
      fc.property(reports, fc.nat({ max: 30 }), (list, highest) => {
        const known = all(list)
        expect(all([...list, ...list].reverse())).toEqual(known)
        expect(givenBack(known, cents(highest))).toBeGreaterThanOrEqual(highest)
      }),
    )
    expect(furtherState('requested', 'refused')).toBe('refused')
    expect(furtherState('failed', 'succeeded')).toBe('failed')
  })

  it('has a credit note named by year and number, a test payment its own [REFUND-09]', () => {
    expect(creditNoteName({ year: 2026, number: 1, livemode: true })).toBe('CN-2026-0001')
    expect(creditNoteName({ year: 2026, number: 12345, livemode: false })).toBe(
      'CN-TEST-2026-12345',
    )
  })
})
