import { expect, it } from 'vitest'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { type AppliedEvent, buyerColumns } from './event-columns.ts'

const paidWith = {
  name: 'Mary Fair',
  line1: '5 Oak Avenue',
  line2: '',
  city: 'Boise',
  state: 'ID',
  postalCode: '83702',
  country: 'US',
}
const event = { email: 'card@example.com', address: paidWith } as AppliedEvent
const order = (shippingAddress: OrderRow['shippingAddress'], origin = 'staff') =>
  ({ origin, email: 'mary@example.com', shippingAddress }) as OrderRow

it('takes the address of the payment page where staff wrote down the name alone [SALE-06]', () => {
  const nameAlone = { ...paidWith, line1: '', city: '', state: '', postalCode: '' }
  expect(buyerColumns(order(nameAlone), event)).toEqual({
    email: 'mary@example.com',
    shippingAddress: paidWith,
  })
  expect(buyerColumns(order(null), event).shippingAddress).toEqual(paidWith)
  const { address: _, ...without } = event
  expect(buyerColumns(order(nameAlone), without).shippingAddress).toEqual(nameAlone)
})

it('keeps the address that staff wrote down, and takes that of a buyer on the web [SALE-06]', () => {
  const written = { ...paidWith, line1: '12 Elm Street' }
  expect(buyerColumns(order(written), event).shippingAddress).toEqual(written)
  expect(buyerColumns(order(written, 'web'), event).shippingAddress).toEqual(paidWith)
})
