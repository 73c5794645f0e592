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
