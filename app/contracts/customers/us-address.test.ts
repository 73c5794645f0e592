import { describe, expect, it } from 'vitest'
import { draftOrderForm } from '../draft-orders/draft-order.ts'
import { orderFieldsOf } from '../messages/custom-work-paste.ts'
import { testBuyer, testPaymentForm } from '../payments/test-payment.ts'
import { salesTaxForm } from '../tax/sales-tax.ts'

const typed = {
  key: 'k'.repeat(16),
  goldPrice: '1',
  holdDays: '7',
  'line-0-piece': 'Ring',
  'line-0-grams': '10',
  name: 'Ada Buyer',
  line1: '1000 Example Street',
  city: 'Seattle',
}

const draft = (more: Record<string, string>) => {
  const read = draftOrderForm.safeParse({ ...typed, ...more })
  return read.success
    ? read.data
    : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('places in forms', () => {
  it.each([
    ['Washington', '981011234', 'WA', '98101-1234'],
    [' d.c. ', '20001', 'DC', '20001'],
    ['AE', '09101', 'AE', '09101'],
    ['Armed Forces Pacific', '96350 – 0001', 'AP', '96350-0001'],
    ['puerto rico', '00901', 'PR', '00901'],
    ['ＧＵ', '９６９１０', 'GU', '96910'],
  ])(
    'a draft order, a pasted request and a payment take %s %s [PLACE-01, PLACE-02]',
    (state, postalCode, code, zip) => {
      const place = { state: code, postalCode: zip }
      expect(draft({ state, postalCode })).toMatchObject({ address: { ...place, country: 'US' } })
      const values = { shippingState: state, shippingZip: postalCode }
      expect(orderFieldsOf({ values, text: '' })).toMatchObject(place)
      const paid = { ...testBuyer, choice: 'pay', state, postalCode }
      expect(testPaymentForm.parse(paid)).toMatchObject(place)
    },
  )

  it('what is no place is refused, and its own field says so [PLACE-01, PLACE-02]', () => {
    expect(draft({ state: 'Ontario', postalCode: 'K1A 0B1' })).toEqual({
      state: 'Please enter a state, territory, or armed forces code, like WA.',
      postalCode: 'Please enter a five-digit ZIP code, like 98101.',
    })
    const values = { shippingState: 'Ontario', shippingZip: 'K1A 0B1' }
    expect(orderFieldsOf({ values, text: '' })).toMatchObject({
      state: 'Ontario',
      postalCode: 'K1A 0B1',
    })
  })

  it('sales tax is registered in states and territories, and agreed to by name [PLACE-01]', () => {
    const form = { enabled: true, taxCode: 'txcd_99999999' }
    expect(salesTaxForm.parse({ ...form, states: ['Washington', 'wa', 'PR'] }).states).toEqual([
      'PR',
      'WA',
    ])
    expect(salesTaxForm.safeParse({ ...form, states: ['AE'] }).error?.issues[0]?.message).toBe(
      'No sales tax is due there.',
    )
    const tax = { tax: 'rate', taxRate: '10.35', taxState: 'Washington', line1: '', city: '' }
    expect(draft(tax)).toMatchObject({ tax: { rate: '10.35', state: 'WA' } })
  })
})
