import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { allocateRefund } from './allocate-refund.ts'
import { type OrderToRefund, planOrderRefund } from './refundable-payment.ts'

const none = cents(0)
const paid: OrderToRefund = {
  order: {
    state: 'paid',
    payBy: 'card',
    dispute: null,
    stopsPayment: false,
    paymentProvider: 'stripe',
    livemode: true,
  },
  payments: [
    { reference: 'pi_1', provider: 'stripe', left: cents(200), isByHand: false, isOfSale: true },
  ],
  money: {
    sold: { goods: cents(200), tax: none, shipping: none, discount: none },
    due: none,
    declined: none,
    refundable: cents(200),
  },
  lines: [],
  weighed: [],
  gateway: { provider: 'stripe', live: true },
}
const whole = { of: 'whole' } as const

it('refunds the payments with most left, as few as needed, and never more than is left of one [REFUND-02, REFUND-23]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), (lefts) => {
      const payments = lefts.map((left, index) => ({
        reference: `pi_${index}`,
        provider: 'stripe',
        left: cents(left),
        isByHand: false,
        isOfSale: true,
      }))
      const most = Math.max(...lefts)
      const all = Math.min(200, sumCents(lefts.map(cents)))
      const plan = planOrderRefund(whole, null, { ...paid, payments })
      expect(plan).toMatchObject({ amount: all, stays: 200 - all })
      const parts = 'parts' in plan ? plan.parts : []
      expect(parts[0]).toMatchObject({ amount: most, payment: `pi_${lefts.indexOf(most)}` })
      expect(sumCents(parts.map(({ amount }) => amount))).toBe(all)
      for (const { payment, amount } of parts) {
        expect(amount).toBeLessThanOrEqual(lefts[Number(payment.slice(3))] ?? 0)
      }
      const named = planOrderRefund(whole, 'pi_0', { ...paid, payments })
      expect(named).toMatchObject({
        amount: lefts[0],
        parts: [{ payment: 'pi_0', amount: lefts[0] }],
      })
    }),
  )
})

it('refuses while a dispute is open, and where the shop is not connected to the payment [REFUND-02]', () => {
  const refusals = [
    { ...paid, order: { ...paid.order, dispute: 'open' } },
    { ...paid, order: { ...paid.order, livemode: false } },
    { ...paid, gateway: null },
    { ...paid, order: { ...paid.order, payBy: 'wire', state: 'pending' } as const },
  ].map((facts) => planOrderRefund(whole, null, facts))
  for (const refusal of refusals) expect(refusal).toHaveProperty('refused')
  expect(planOrderRefund(whole, 'pi_other', paid)).toHaveProperty('refused')
  const byHand = paid.payments.map((each) => ({ ...each, provider: 'hand', isByHand: true }))
  const plan = planOrderRefund(whole, null, { ...paid, gateway: null, payments: byHand })
  expect(plan).toMatchObject({ amount: 200, isByHand: true })
})

it('refunds what staff decided not to refund by a sum alone [REFUND-15]', () => {
  const anySum = fc.integer({ min: 1, max: 300 }).map(cents)
  fc.assert(
    fc.property(anySum, anySum, (sold, declined) => {
      const left = cents(sold + declined)
      const facts = {
        ...paid,
        payments: [
          { reference: 'pi_1', provider: 'stripe', left, isByHand: false, isOfSale: true },
        ],
        money: { ...paid.money, sold: { ...paid.money.sold, goods: sold }, declined },
      }
      const of = (refundable: Cents) => ({ ...facts, money: { ...facts.money, refundable } })
      expect(planOrderRefund(whole, null, of(left))).toMatchObject({
        amount: sold,
        credit: { goods: sold },
      })
      expect(planOrderRefund(whole, null, of(declined))).toHaveProperty('refused')
      const all = { of: 'sum', amount: left } as const
      expect(planOrderRefund(all, null, of(left))).toMatchObject({
        amount: left,
        credit: { goods: sold },
      })
    }),
  )
})

it('waits for the refund of gold that is missing in the same pieces [REFUND-12]', () => {
  const line = {
    position: 0,
    name: 'Pendant',
    size: 'Small',
    unitPrice: cents(200),
    left: 1,
    lighter: none,
    taxShare: null,
  }
  const item = {
    line: 0,
    serial: 'FN-000001',
    waits: 'refund',
    missing: cents(10),
    settled: none,
  }
  const facts = { ...paid, lines: [line], weighed: [item] }
  const lines = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
  expect(planOrderRefund(lines, null, facts)).toMatchObject({ at: 0 })
  expect(planOrderRefund({ of: 'sum', amount: cents(191) }, null, facts)).toMatchObject({
    at: 'sum',
  })
  expect(planOrderRefund({ of: 'sum', amount: cents(190) }, null, facts)).toMatchObject({
    amount: 190,
  })
})

it('refunds a sum of a payment that did not pay the order from what was declined first [REFUND-17]', () => {
  const anySum = fc.integer({ min: 1, max: 300 }).map(cents)
  fc.assert(
    fc.property(anySum, anySum, anySum, (goods, declined, amount) => {
      const payments = [
        { reference: 'pi_1', provider: 'stripe', left: goods, isByHand: false, isOfSale: true },
        { reference: 'pi_2', provider: 'stripe', left: declined, isByHand: false, isOfSale: false },
      ]
      const sold = { ...paid.money.sold, goods }
      const money = { sold, due: none, declined, refundable: cents(goods + declined) }
      const plan = (payment: string, left: Cents) => {
        const sum = cents(Math.min(amount, left))
        const planned = planOrderRefund({ of: 'sum', amount: sum }, payment, {
          ...{ ...paid, payments, money },
        })
        return { sum, planned }
      }
      const second = plan('pi_2', declined)
      expect(second.planned).toMatchObject({ amount: second.sum, credit: { goods: 0 }, lines: [] })
      const first = plan('pi_1', goods)
      expect(first.planned).toMatchObject({
        amount: first.sum,
        credit: allocateRefund(money, first.sum),
      })
    }),
  )
})

it('does not end a return with one of two payments of its full amount [REFUND-20]', () => {
  const line = {
    ...{ position: 0, name: 'Pendant', size: 'Small', unitPrice: cents(200), left: 1 },
    ...{ lighter: none, taxShare: null },
  }
  const [deposit, balance] = [cents(80), cents(120)]
  const payments = [
    { reference: 'pi_1', provider: 'stripe', left: deposit, isByHand: false, isOfSale: true },
    { reference: 'pi_2', provider: 'stripe', left: balance, isByHand: false, isOfSale: true },
  ]
  const facts = { ...paid, payments, lines: [line], returned: [{ line: 0, quantity: 1 }] }
  for (const payment of ['pi_1', 'pi_2']) {
    expect(planOrderRefund(whole, payment, facts)).toEqual({
      refused: expect.stringMatching(
        /^The full amount is \$2\.00, and this payment has \$(0\.8|1\.2)0 /,
      ),
    })
  }
  const lines = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
  expect(planOrderRefund(lines, 'pi_1', facts)).toEqual({
    refused: 'This payment has $0.80 left. Choose all payments, or refund an amount from each.',
  })
  // Where no payment is named it is of both, and ends the return with all of it [REFUND-23].
  for (const input of [whole, lines]) {
    expect(planOrderRefund(input, null, facts)).toMatchObject({
      ...{ amount: 200, stays: 0, isShort: false },
      parts: [
        { payment: 'pi_2', amount: 120, lines: [{ quantity: 1, amountCents: 120 }] },
        { payment: 'pi_1', amount: 80, lines: [{ quantity: 0, amountCents: 80 }] },
      ],
    })
  }
  const [, other = payments[1]] = payments
  const unusable = [payments[0], { ...other, provider: 'test' }] as typeof payments
  expect(planOrderRefund(whole, null, { ...facts, payments: unusable })).toEqual({
    refused:
      'The full amount is $2.00, and only $0.80 of it can be refunded here. Refund a specific amount.',
  })
  const part = { of: 'sum', amount: deposit } as const
  expect(planOrderRefund(part, 'pi_1', facts)).toMatchObject({ amount: deposit })
  // Without a return nothing ends with it, and the rest is still offered.
  const { returned: _, ...order } = facts
  expect(planOrderRefund(whole, 'pi_1', order)).toMatchObject({ amount: deposit, stays: balance })
})

it('waits until Stripe stopped the wire of a canceled order [REFUND-21]', () => {
  const order = { ...paid.order, state: 'cancelled', payBy: 'wire', stopsPayment: true } as const
  expect(planOrderRefund(whole, null, { ...paid, order })).toEqual({
    refused: 'Stripe is stopping this order’s wire. Please try again in a few minutes.',
  })
  const payments = paid.payments.map((each) => ({ ...each, isByHand: true }))
  expect(planOrderRefund(whole, null, { ...paid, order, payments })).toMatchObject({ amount: 200 })
})

it('leaves out a payment that cannot be refunded here, unless it is named or the only one [REFUND-23]', () => {
  const [one] = paid.payments
  const first = { ...one, left: cents(150) } as (typeof paid.payments)[number]
  const other = { ...first, reference: 'pi_2', left: cents(50) }
  const payments = [{ ...first, provider: 'test' }, other]
  const refusal = { refused: expect.stringContaining('wasn’t made by card') }
  const of = (some: typeof paid.payments) => ({ ...paid, payments: some })
  expect(planOrderRefund(whole, null, of(payments))).toMatchObject({
    ...{ amount: 50, stays: 150, isShort: true },
    parts: [{ payment: 'pi_2', amount: 50 }],
  })
  expect(planOrderRefund(whole, 'pi_1', of(payments))).toEqual(refusal)
  expect(planOrderRefund(whole, null, of(payments.slice(0, 1)))).toEqual(refusal)
  // What staff took themselves is a part beside the others.
  const mixed = planOrderRefund(whole, null, of([{ ...first, isByHand: true }, other]))
  expect(mixed).toMatchObject({
    ...{ amount: 200, isByHand: false, isShort: false, needsEmail: false },
    parts: [
      { payment: 'pi_1', isByHand: true, amount: 150 },
      { payment: 'pi_2', isByHand: false, amount: 50 },
    ],
  })
  const onBalance = [first, { ...other, reference: 'cus_1' }]
  expect(planOrderRefund(whole, null, of(onBalance))).toMatchObject({ needsEmail: true })
})

it('ends of a decision what a sum takes of other payments than those of the sale [REFUND-17, REFUND-23]', () => {
  const anySum = fc.integer({ min: 1, max: 300 }).map(cents)
  fc.assert(
    fc.property(anySum, anySum, (goods, declined) => {
      const of = (reference: string, left: Cents, isOfSale: boolean) => ({
        ...{ reference, left, isOfSale, provider: 'stripe', isByHand: false },
      })
      const payments = [of('pi_1', goods, true), of('pi_2', declined, false)]
      const sold = { ...paid.money.sold, goods }
      const all = cents(goods + declined)
      const money = { sold, due: none, declined, refundable: all }
      const plan = planOrderRefund({ of: 'sum', amount: all }, null, { ...paid, payments, money })
      expect(plan).toMatchObject({ amount: all, credit: { goods }, stays: 0 })
    }),
  )
})

it('refunds gold that was missing of one payment, which its weighing names [REFUND-23]', () => {
  const line = {
    ...{ position: 0, name: 'Pendant', size: 'Small', unitPrice: cents(200), left: 1 },
    ...{ lighter: none, taxShare: null },
  }
  const payments = [30, 20].map((left, at) => ({
    ...{ reference: `pi_${at}`, provider: 'stripe', left: cents(left) },
    ...{ isByHand: false, isOfSale: true },
  }))
  const gold = (goods: number) =>
    planOrderRefund({ of: 'gold', position: 0, goods: cents(goods) }, null, {
      ...{ ...paid, payments, lines: [line] },
    })
  expect(gold(30)).toMatchObject({ parts: [{ payment: 'pi_0', amount: 30 }] })
  expect(gold(31)).toEqual({ refused: expect.stringContaining('This payment has $0.30 left.') })
})
