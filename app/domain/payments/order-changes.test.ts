import { expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import { changesOf, type StoredOrder } from './order-changes.ts'

const paidWith = {
  name: 'Mary Fair',
  line1: '5 Oak Avenue',
  line2: '',
  city: 'Boise',
  state: 'ID',
  postalCode: '83702',
  country: 'US',
}
const at = new Date('2026-03-11T16:00:00Z')
const day = (date: string) => new Date(`${date}T00:00:00Z`)
const pending: StoredOrder = {
  state: 'pending',
  origin: 'web',
  payBy: 'card',
  withTax: false,
  email: 'mary@example.com',
  shippingAddress: null,
  shippingMethod: 'standard',
  pageTaxCents: null,
  paymentReference: null,
  wireDueBy: null,
  expiresAt: day('2026-03-12'),
  priceWithdrawnAt: null,
}
const paid = {
  id: 'evt_1',
  type: 'paid',
  amount: cents(500),
  reference: 'pi_1',
  currency: 'usd',
} as const
const settled = { at, due: cents(0) }
const becomesPaid = { outcome: 'applied', becomes: 'paid', why: '' } as const
const updated = (changes: { processing?: true; pageTax?: ReturnType<typeof cents> }) =>
  ({ outcome: 'updated', why: '', changes }) as const

/** Who buys, once the event has paid the order. */
function buyer(
  shippingAddress: StoredOrder['shippingAddress'],
  origin: 'web' | 'staff' = 'staff',
  address: StoredOrder['shippingAddress'] = paidWith,
) {
  const event = { ...paid, email: 'card@example.com', ...(address && { address }) }
  const { columns } = changesOf(
    { ...pending, origin, shippingAddress },
    becomesPaid,
    event,
    settled,
  )
  return { email: columns.email, shippingAddress: columns.shippingAddress }
}

it('takes the address of the payment page where staff wrote down the name alone [SALE-06]', () => {
  const nameAlone = { ...paidWith, line1: '', city: '', state: '', postalCode: '' }
  expect(buyer(nameAlone)).toEqual({ email: 'mary@example.com', shippingAddress: paidWith })
  expect(buyer(null).shippingAddress).toEqual(paidWith)
  expect(buyer(nameAlone, 'staff', null).shippingAddress).toEqual(nameAlone)
})

it('keeps the address that staff wrote down, and takes that of a buyer on the web [SALE-06]', () => {
  const written = { ...paidWith, line1: '12 Elm Street' }
  expect(buyer(written).shippingAddress).toEqual(written)
  expect(buyer(written, 'web')).toEqual({ email: 'card@example.com', shippingAddress: paidWith })
})

it('knows who picks an order up by the name of who paid, and of no other order [PICKUP-09]', () => {
  const event = { ...paid, email: 'card@example.com', name: 'Mary Ellis' }
  const of = (shippingMethod: string) =>
    changesOf({ ...pending, shippingMethod }, becomesPaid, event, settled).columns.shippingAddress
  expect(of('pickup')).toMatchObject({ name: 'Mary Ellis', line1: '', state: '' })
  expect(of('standard')).toBeNull()
})

it('emails the buyer of a wire once its sum is known, and keeps the price until its day [BANK-05]', () => {
  const wire = {
    ...pending,
    payBy: 'wire',
    withTax: true,
    wireDueBy: day('2026-03-14'),
  } as const
  const page = { ...paid, type: 'processing', instructions: 'https://example.com/wire' } as const
  const waiting = changesOf(wire, updated({ processing: true }), page, settled)
  expect(waiting.email).toBeNull()
  expect(waiting.columns).toMatchObject({
    expiresAt: wire.wireDueBy,
    paymentProcessingAt: at,
    paymentReference: 'pi_1',
    paymentUrl: page.instructions,
  })
  const known = changesOf(wire, updated({ processing: true, pageTax: cents(100) }), page, settled)
  expect(known.email).toEqual({ about: 'wire awaited', occasion: 'begun' })
  const part = { ...paid, type: 'transferred' } as const
  const more = changesOf(
    { ...wire, pageTaxCents: 100 },
    updated({ processing: true }),
    part,
    settled,
  )
  expect(more.email).toEqual({ about: 'wire awaited', occasion: 'evt_1' })
  expect(more.columns.paymentReference).toBeUndefined()
})

it('emails the buyer of a wire that came late or beside the sum; of one that was due, or in another currency, staff alone [WIRE-04]', () => {
  const expired = { ...pending, payBy: 'wire', state: 'expired' } as const
  const held = { outcome: 'on hold', why: '' } as const
  const about = (order: StoredOrder, currency = 'usd', due = -500) =>
    changesOf(order, held, { ...paid, type: 'transferred', currency }, { at, due: cents(due) })
      .email?.about
  expect(about(expired)).toBe('wire came late')
  expect(about({ ...expired, state: 'cancelled' })).toBe('wire came canceled')
  expect(about(expired, 'eur')).toBe('on hold')
  expect(about({ ...expired, state: 'pending' })).toBe('on hold')
  const before = { ...expired, state: 'paid' } as const
  expect(about(before)).toBe('wire was extra')
  expect(about(before, 'usd', -700)).toBe('wire was extra')
  // It replaces one that its bank took back, whole or in part.
  for (const due of [-499, 0, 100]) expect(about(before, 'usd', due)).toBe('on hold')
})

it('emails a buyer who pays late or twice by card, and keeps their address for the refund [MAIL-25]', () => {
  const held = { outcome: 'on hold', why: '' } as const
  const of = (order: Partial<StoredOrder>, currency = 'usd', due = -500) =>
    changesOf(
      { ...pending, email: null, ...order },
      held,
      { ...paid, currency, email: 'card@example.com' },
      { at, due: cents(due) },
    )
  for (const state of ['expired', 'cancelled'] as const) {
    expect(of({ state })).toMatchObject({
      columns: { email: 'card@example.com' },
      email: { about: 'payment was extra', occasion: 'evt_1' },
    })
  }
  expect(of({ state: 'expired', email: 'ada@example.com' }).columns.email).toBe('ada@example.com')
  // Somebody else may have paid what was paid before.
  for (const state of ['paid', 'refunded'] as const) {
    expect(of({ state })).toMatchObject({ columns: {}, email: { about: 'payment was extra' } })
    expect(of({ state }).columns).toEqual({})
  }
  for (const staffDecide of [
    of({ state: 'pending' }),
    of({ state: 'paid' }, 'eur'),
    of({ state: 'paid' }, 'usd', 0),
  ])
    expect(staffDecide).toMatchObject({ columns: {}, email: { about: 'on hold' } })
})

it('alerts owners where an order is paid at a price that was withdrawn [WITHDRAW-03]', () => {
  const withdrawn = { ...pending, priceWithdrawnAt: day('2026-03-10') }
  expect(changesOf(withdrawn, becomesPaid, paid, settled).alert).toBe('paid-at-withdrawn-price')
  expect(changesOf(pending, becomesPaid, paid, settled).alert).toBeNull()
})
