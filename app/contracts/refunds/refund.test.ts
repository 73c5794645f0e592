import { expect, it } from 'vitest'
import { refundForm } from './refund.ts'

it('refunds the sum that was entered where nothing else was chosen [REFUND-14]', () => {
  const read = (form: object) => refundForm.safeParse({ reason: 'Late.', ...form })
  expect(read({ sum: '25.00' }).data?.wish).toEqual({ of: 'sum', amount: 2500 })
  expect(read({ sum: '25.00', of: 'whole' }).data?.wish).toEqual({ of: 'whole' })
  for (const form of [{}, { sum: ' ' }]) {
    expect(read(form).error?.issues[0]?.message).toBe('Please choose what to refund.')
  }
})

it('refunds shipping with pieces only where that is checked [SHIPMONEY-04]', () => {
  const form = { of: 'lines', 'quantity-0': '1', reason: 'The clasp broke.' }
  const quantities = [{ position: 0, quantity: 1 }]
  expect(refundForm.parse(form).wish).toEqual({ of: 'lines', quantities })
  expect(refundForm.parse({ ...form, shipping: 'yes' }).wish).toEqual({
    ...{ of: 'lines', quantities, withShipping: true },
  })
  // The full amount includes it anyway.
  expect(refundForm.parse({ ...form, of: 'whole', shipping: 'yes' }).wish).toEqual({ of: 'whole' })
})
