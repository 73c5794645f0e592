import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents, sumCents } from '../money/cents.ts'
import { isPriceHeld } from './failed-debit.ts'
import { cashAbove, cashReportText, cashSince, form8300, isFiled } from './form-8300.ts'
import { testNotice, whyTest } from './mode.ts'
import { installmentEffect, offlinePaymentProblem, staffDue } from './offline-payment.ts'
import {
  isGone,
  linkAmount,
  type PaymentRequestLinkFacts,
  paymentRequestState,
} from './payment-request-link.ts'

const anyCents = fc.integer({ min: 1, max: 99_999_999 }).map(cents)

it('is held at its price until its day unless that price was withdrawn, and once something is paid [BANK-21, BANK-25]', () => {
  const now = new Date('2026-03-11T16:00:00Z')
  const held = {
    expiresAt: new Date('2026-03-12T16:00:00Z'),
    received: cents(0),
    isWithdrawn: false,
  }
  expect(isPriceHeld(held, now)).toBe(true)
  expect(isPriceHeld({ ...held, expiresAt: now }, now)).toBe(false)
  expect(isPriceHeld({ ...held, isWithdrawn: true }, now)).toBe(false)
  expect(isPriceHeld({ ...held, isWithdrawn: true, received: cents(1) }, now)).toBe(true)
})

it('is paid by payments that add up to what is due, and by none before [SALE-05]', () => {
  fc.assert(
    fc.property(fc.array(anyCents, { minLength: 1, maxLength: 6 }), anyCents, (payments, due) => {
      let received = cents(0)
      for (const amount of payments) {
        const order = {
          state: 'pending' as const,
          due,
          received,
          currency: 'usd',
          isKnown: false,
          isFixed: true,
          isPriceHeld: true,
        }
        const effect = installmentEffect(order, { amount, currency: 'USD' }, 'a sum')
        received = cents(received + amount)
        expect(effect.outcome).toBe(received >= due ? 'applied' : 'updated')
        const open = installmentEffect(
          { ...order, isFixed: false },
          { amount, currency: 'usd' },
          '',
        )
        expect(open.outcome).toBe('updated')
        if (effect.outcome === 'applied') break
      }
    }),
  )
})

it('takes for payment neither what it knows, nor another currency, nor what comes too late [SALE-05]', () => {
  const order = {
    state: 'pending' as const,
    due: cents(100),
    received: cents(0),
    currency: 'usd',
    isKnown: false,
    isFixed: true,
    isPriceHeld: true,
  }
  const paid = { amount: cents(100), currency: 'usd' }
  expect(installmentEffect({ ...order, isKnown: true }, paid, '').outcome).toBe('ignored')
  expect(installmentEffect(order, { ...paid, currency: 'eur' }, '').outcome).toBe('on hold')
  expect(installmentEffect(order, { ...paid, amount: null }, '').outcome).toBe('on hold')
  for (const state of ['paid', 'cancelled', 'expired', 'refunded'] as const) {
    expect(installmentEffect({ ...order, state }, paid, '').outcome).toBe('on hold')
  }
})

it('says what is left to the cent, and refuses what is above it [SALE-04]', () => {
  fc.assert(
    fc.property(anyCents, anyCents, fc.nat(99_999_999), (total, tax, paid) => {
      const due = staffDue({ total, tax, received: cents(paid) }, null)
      expect(due.left).toBe(Math.max(0, total + tax - paid))
      expect(offlinePaymentProblem(cents(due.left + 1), due)).not.toBeNull()
      if (due.left > 0) expect(offlinePaymentProblem(due.left, due)).toBeNull()
    }),
  )
})

const now = new Date('2026-03-11T16:00:00Z')
const open: PaymentRequestLinkFacts = {
  kind: 'balance',
  closedAt: null,
  paidAt: null,
  endsAt: new Date(now.getTime() + 1),
  order: { state: 'pending' as const, isPriceWithdrawn: false, isHeld: false, isProcessing: false },
  isSellingStopped: false,
  isProviderThere: true,
}

it('can be paid until its end and not at it, unless anything is wrong [SALE-06]', () => {
  expect(paymentRequestState(open, now)).toBe('open')
  expect(paymentRequestState(open, open.endsAt)).toBe('over')
  const shut = [
    { isSellingStopped: true },
    { isProviderThere: false },
    { closedAt: now },
    { order: { ...open.order, isPriceWithdrawn: true } },
    { order: { ...open.order, isHeld: true } },
    { order: { ...open.order, state: 'cancelled' as const } },
  ]
  for (const change of shut)
    expect(isGone(paymentRequestState({ ...open, ...change }, now))).toBe(true)
  expect(paymentRequestState({ ...open, closedAt: now, paidAt: now }, now)).toBe('paid')
})

it('asks for the whole, the deposit or the balance, as they are due [SALE-06]', () => {
  const due = { left: cents(100), depositLeft: cents(40), received: cents(0) }
  const plain = { ...due, isGoldFixed: true, taxAtPayment: false }
  expect(linkAmount('whole', plain)).toBe(100)
  expect(linkAmount('deposit', plain)).toBe(40)
  expect(linkAmount('balance', plain)).toHaveProperty('refused')
  const begun = { ...plain, left: cents(60), depositLeft: cents(0), received: cents(40) }
  expect(linkAmount('whole', begun)).toHaveProperty('refused')
  expect(linkAmount('deposit', begun)).toHaveProperty('refused')
  expect(linkAmount('balance', begun)).toBe(60)
  expect(linkAmount('balance', { ...begun, isGoldFixed: false })).toHaveProperty('refused')
  expect(linkAmount('deposit', { ...plain, depositLeft: null })).toHaveProperty('refused')
  expect(linkAmount('whole', { ...plain, left: cents(0) })).toHaveProperty('refused')
})

it('knows of a payment, in whatever order it is recorded, whether cash is above $10,000 with it [SALE-28]', () => {
  const cash = (amount: number, receivedOn: string, kind: 'cash' | 'check' = 'cash') => {
    return { kind, amount: cents(amount), receivedOn }
  }
  const both = [cash(600_000, '2026-01-10'), cash(400_001, '2026-03-11')]
  for (const { receivedOn } of both) expect(cashAbove(both, receivedOn)).toBe(1_000_001)
  expect(cashAbove([cash(600_000, '2026-01-10'), cash(400_000, '2026-03-11')], '2026-03-11')).toBe(
    null,
  )
  // A year apart, or by check.
  expect(cashAbove([cash(600_000, '2025-03-11'), cash(600_000, '2026-03-11')], '2026-03-11')).toBe(
    null,
  )
  expect(cashAbove([...both.slice(1), cash(9_000_000, '2026-03-11', 'check')], '2026-03-11')).toBe(
    null,
  )
  const report = { sum: cents(1_000_001), fileBy: '2026-03-26' }
  expect(cashReportText(report, false)).toMatch(/\$10,000\.01 .* Form 8300 by Thu, Mar 26/)
  expect(cashReportText(report, false)).toContain('Ask the buyer for it now')
  expect(cashReportText(report, true)).not.toMatch(/ask the buyer/i)
})

it('says why an order is a test order, and nothing of a real one [MODE-06]', () => {
  expect(whyTest({ provider: 'stripe', live: true })).toBeNull()
  expect(testNotice({ provider: 'stripe', live: true }, 'order')).toBeNull()
  expect(testNotice({ provider: 'stripe', live: false }, 'payment')).toMatch(
    /^Because your Stripe account is in test mode, this will be a test payment\./,
  )
})

it('reminds of cash above $10,000 within twelve months, and of nothing else [SALE-11]', () => {
  const cash = (
    amount: number,
    receivedOn: string,
    kind: 'cash' | 'check' | 'bank check' = 'cash',
  ) => ({
    kind,
    amount: cents(amount),
    receivedOn,
  })
  expect(form8300([cash(1_000_000, '2026-01-01')])).toBeNull()
  expect(form8300([cash(1_000_001, '2026-01-01')])).toEqual({
    sum: 1_000_001,
    on: '2026-01-01',
    fileBy: '2026-01-16',
  })
  expect(form8300([cash(600_000, '2025-01-01'), cash(600_000, '2026-01-01')])).toBeNull()
  expect(form8300([cash(600_000, '2026-01-01'), cash(600_000, '2025-01-02')])?.on).toBe(
    '2026-01-01',
  )
  expect(form8300([cash(2_000_000, '2026-01-01', 'check')])).toBeNull()
  // A cashier's check counts as cash up to $10,000, and not above.
  expect(form8300([cash(1_000_000, '2026-01-01', 'bank check'), cash(1, '2026-01-02')])?.sum).toBe(
    1_000_001,
  )
  expect(form8300([cash(1_000_001, '2026-01-01', 'bank check')])).toBeNull()
  fc.assert(
    fc.property(fc.array(anyCents, { maxLength: 6 }), (amounts) => {
      const found = form8300(amounts.map((amount) => cash(amount, '2026-05-05')))
      expect(found !== null).toBe(sumCents(amounts) > 1_000_000)
    }),
  )
  const anyDay = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: 1, max: 900_000 }), anyDay).map((each) => cash(...each)),
        { maxLength: 20 },
      ),
      (payments) => {
        // The sum up to each payment, one by one.
        const sums = payments
          .toSorted((one, other) => one.receivedOn.localeCompare(other.receivedOn))
          .map(({ receivedOn: on }, at, sorted) => {
            const from = `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`
            const within = sorted.slice(0, at + 1).filter((each) => each.receivedOn > from)
            return { on, sum: sumCents(within.map(({ amount }) => amount)) }
          })
        const above = sums.filter(({ sum }) => sum > 1_000_000)
        const begins = sums.filter(
          ({ sum }, at) => sum > 1_000_000 && (sums[at - 1]?.sum ?? 0) <= 1_000_000,
        )
        const found = form8300(payments)
        expect(found?.sum).toBe(above.at(-1)?.sum)
        expect(found?.on).toBe(begins.at(-1)?.on)
      },
    ),
  )
})

it('counts a report of before for cash that was above $10,000 all the time, in the first of the two years [TODAY-06]', () => {
  const today = '2026-03-11'
  const filed = [{ on: '2023-05-05', sum: cents(1_200_000) }]
  expect(cashSince(today)).toBe('2024-03-11')
  expect(isFiled({ on: '2024-09-09', sum: cents(1_300_000) }, filed, today)).toBe(true)
  expect(isFiled({ on: '2024-09-09', sum: cents(2_200_001) }, filed, today)).toBe(false)
  expect(isFiled({ on: '2025-09-09', sum: cents(1_300_000) }, filed, today)).toBe(false)
  expect(isFiled({ on: '2023-05-05', sum: cents(1_200_000) }, filed, today)).toBe(true)
})
