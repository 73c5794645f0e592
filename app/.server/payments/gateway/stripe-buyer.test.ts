import { expect, it } from 'vitest'
import { buyerOf } from './stripe-buyer.ts'

const street = {
  line1: '1000 Example Street',
  line2: null,
  city: 'Seattle',
  state: 'WA',
  postal_code: '98101',
  country: 'US',
}
const shipped = { name: 'Ada Buyer', phone: '+12065550100', address: street }
const read = {
  name: 'Ada Buyer',
  line1: '1000 Example Street',
  line2: '',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
  phone: '+12065550100',
}

it.each<[place: string, session: object]>([
  ['collected_information', { collected_information: { shipping_details: shipped } }],
  ['shipping_details', { collected_information: null, shipping_details: shipped }],
  ['shipping', { shipping: { ...shipped, carrier: null, tracking_number: null } }],
  ['the payment', { payment_intent: { id: 'pi_1', shipping: shipped } }],
  ['the charge', { payment_intent: { latest_charge: { id: 'ch_1', shipping: shipped } } }],
  ['charges of old', { payment_intent: { charges: { data: [{ shipping: shipped }] } } }],
  ['the customer', { customer: { id: 'cus_1', shipping: shipped } }],
])('reads where the goods go in %s [ADDR-01]', (_, session) => {
  expect(buyerOf(session).address).toEqual(read)
})

it.each<[place: string, session: object]>([
  ['customer_details', { customer_details: { email: ' ada@example.com ' } }],
  ['customer_email', { customer_details: null, customer_email: 'ada@example.com' }],
  ['the payment', { payment_intent: { receipt_email: 'ada@example.com' } }],
  [
    'the charge',
    { payment_intent: { latest_charge: { billing_details: { email: 'ada@example.com' } } } },
  ],
  ['the customer', { customer: { email: 'ada@example.com' } }],
])('reads the email address in %s [ADDR-01]', (_, session) => {
  expect(buyerOf(session).email).toBe('ada@example.com')
})

it('reads who pays where no address was asked for [PICKUP-09]', () => {
  expect(buyerOf({ customer_details: { name: 'Ada King' } })).toMatchObject({
    ...{ name: 'Ada King', address: null },
  })
})

it('names and calls the person who pays where the parcel names nobody [ADDR-01]', () => {
  const shipping = { name: null, phone: null, address: street }
  const billing = { name: 'Bo Payer', phone: '+12065550199' }
  const of = (session: object) => buyerOf({ shipping_details: shipping, ...session }).address
  expect(of({ customer_details: billing })).toMatchObject({
    name: 'Bo Payer',
    phone: '+12065550199',
  })
  const latest_charge = { billing_details: billing }
  expect(of({ payment_intent: { latest_charge } })).toMatchObject({ name: 'Bo Payer' })
  expect(of({ collected_information: { individual_name: 'Cy Named' } })).toMatchObject({
    name: 'Cy Named',
  })
  expect(of({})).toMatchObject({ name: '', line1: '1000 Example Street' })
  expect(of({})).not.toHaveProperty('phone')
})

it('takes the place that has a street, and for nothing what is of no known form [ADDR-01]', () => {
  const empty = { name: null, address: { country: 'US' } }
  expect(
    buyerOf({ collected_information: { shipping_details: empty }, shipping: shipped }).address,
  ).toEqual(read)
  expect(buyerOf({ shipping_details: empty }).address).toMatchObject({ line1: '', country: 'US' })
  const odd = [null, 7, 'x', [], { shipping: 'ship_1', customer_details: 3, payment_intent: [] }]
  for (const session of [...odd, { customer: 'cus_1', payment_intent: 'pi_1' }]) {
    expect(buyerOf(session)).toEqual({ email: null, address: null, name: null, billedIn: null })
  }
  const half = { shipping: { ...shipped, phone: 7, address: { ...street, line2: 8 } } }
  expect(buyerOf(half).address).toEqual({ ...read, phone: undefined, line2: '' })
})
