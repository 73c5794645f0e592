import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as ledger from '../ledger/ledger.ts'
import { balanceOf, type Entry } from '../ledger/ledger.ts'
import { type Cents, cents, parseDollarInput } from '../money/cents.ts'
import type { OrderState } from '../orders/order-state.ts'
import { type MoneyBack, moneyBack, moneyBackMessage, withDeclined } from './money-back.ts'

const amount = fc.integer({ min: 1, max: 500_000 }).map((value) => cents(value))
const goods = (sum: Cents) => ({
  goods: sum,
  tax: cents(0),
  shipping: cents(0),
  discount: cents(0),
})

/** Whatever the ledger of an order holds: payments, refunds, disputes, and a sale or none. */
const entries = fc.array(
  fc.oneof(
    amount.map(ledger.paymentEntry),
    amount.map(ledger.paymentReturnedEntry),
    amount.map(ledger.refundEntry),
    amount.map(ledger.refundFailedEntry),
    amount.map(ledger.disputeOpenedEntry),
    amount.map(ledger.disputeLostEntry),
    amount.map((sum) => ledger.saleEntry(goods(sum))),
    amount.map((sum) => ledger.creditEntry(goods(sum))),
  ),
  { maxLength: 8 },
)
const ended = fc.constantFrom<OrderState>('expired', 'cancelled', 'refunded')
const told = fc.record({
  byEmail: fc.boolean(),
  note: fc.constantFrom('', 'It was returned in cash.'),
})

const moneyOf = (all: readonly Entry[], declined: Cents, outstanding: Cents, completed: Cents) => {
  const balance = balanceOf(all, declined)
  const due = cents(balance.due + outstanding)
  const refundable = cents(Math.max(0, balance.refundable - outstanding))
  return (state: OrderState) =>
    moneyBack({ ...balance, due, refundable, outstanding }, completed, state)
}
const anyMoney = fc
  .tuple(
    entries,
    fc.oneof(fc.constant(cents(0)), amount),
    fc.oneof(fc.constant(cents(0)), amount),
    fc.oneof(fc.constant(cents(0)), amount),
  )
  .map((parts) => moneyOf(...parts))

const sumsIn = (text: string): number[] =>
  (text.match(/\$[\d,]+\.\d\d/g) ?? []).map((sum) => Number(parseDollarInput(sum.slice(1))))
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
const partsOf = ({ received: _, ...parts }: MoneyBack) => Object.values(parts)

describe('what the buyer of an order that ended is told of their money', () => {
  it('names parts that add up to what was received, and a refund only where there is one [REFUND-18]', () => {
    fc.assert(
      fc.property(anyMoney, ended, told, (of, state, buyer) => {
        const money = of(state)
        expect(partsOf(money).every((part) => part >= 0)).toBe(true)
        expect(sum(partsOf(money))).toBe(money.received)
        const text = moneyBackMessage(money, state, buyer)
        expect(text === '').toBe(money.received === 0)
        if (text === '') return
        const [received, ...named] = sumsIn(text)
        expect(received).toBe(money.received)
        // A part that is all of it is not repeated.
        if (named.length > 0) expect(sum(named)).toBe(money.received)
        expect(/We refunded/.test(text)).toBe(money.refunded > 0)
        expect(/We’re refunding/.test(text)).toBe(money.onItsWay > 0)
        expect(/decided not to refund/.test(text)).toBe(money.declined > 0)
        expect(/reviewing/.test(text)).toBe(money.inReview > 0)
        expect(text.includes('will email you')).toBe(money.inReview > 0 && buyer.byEmail)
        expect(text.includes('in cash')).toBe(money.declined > 0 && buyer.note !== '')
      }),
    )
  })

  it('still adds up once staff decline a part of it [REFUND-18]', () => {
    fc.assert(
      fc.property(anyMoney, ended, amount, (of, state, declined) => {
        const money = of(state)
        const after = withDeclined(money, declined)
        expect(sum(partsOf(after))).toBe(money.received)
        expect(partsOf(after).every((part) => part >= 0)).toBe(true)
        expect(after.declined).toBeGreaterThanOrEqual(money.declined)
      }),
    )
  })

  it('reads as a person would say it [REFUND-18]', () => {
    const nothing = {
      ...{ received: cents(0), refunded: cents(0), onItsWay: cents(0), lost: cents(0) },
      ...{ disputed: cents(0), declined: cents(0), inReview: cents(0), kept: cents(0) },
    }
    const all = cents(800_00)
    const say = (part: Partial<MoneyBack>, note = '') =>
      moneyBackMessage({ ...nothing, received: all, ...part }, 'cancelled', { byEmail: true, note })
    expect(say({ received: cents(0) })).toBe('')
    expect(say({ inReview: all })).toBe(
      'You paid $800.00. We’re reviewing your refund and will email you.',
    )
    expect(say({ onItsWay: all })).toBe('You paid $800.00. We’re refunding all of it.')
    expect(say({ refunded: all })).toBe('You paid $800.00. We refunded all of it.')
    expect(say({ declined: all }, 'We bought the stone for it.')).toBe(
      'You paid $800.00. We decided not to refund it. We bought the stone for it.',
    )
    const parts = { refunded: cents(500_00), declined: cents(200_00), inReview: cents(100_00) }
    expect(say(parts)).toBe(
      'You paid $800.00. We refunded $500.00. We decided not to refund $200.00. We’re reviewing a refund of $100.00 and will email you.',
    )
  })

  it('of a paid order tells what was beyond its total, and nothing else [BANK-18, REFUND-18]', () => {
    const none = cents(0)
    const sold = [ledger.paymentEntry(cents(120_00)), ledger.saleEntry(goods(cents(100_00)))]
    const say = (declined: number) =>
      moneyBackMessage(moneyOf(sold, cents(declined), cents(0), cents(0))('paid'), 'paid', {
        ...{ byEmail: true, note: '' },
      })
    expect(say(0)).toBe(
      'You paid $20.00 more than your order total. We’re reviewing your refund and will email you.',
    )
    expect(say(20_00)).toBe('We decided not to refund $20.00.')
    const partly = moneyOf([...sold, ledger.refundEntry(cents(12_00))], none, none, cents(12_00))
    expect(moneyBackMessage(partly('paid'), 'paid', { byEmail: false, note: '' })).toBe(
      '$8.00 that you paid beyond the total hasn’t been refunded yet. We’re reviewing your refund.',
    )
    expect(
      moneyBackMessage(
        moneyOf(sold.slice(0, 1), cents(0), cents(0), cents(0))('pending'),
        'pending',
        { byEmail: true, note: '' },
      ),
    ).toBe('')
  })
})
