import { describe, expect, it } from 'vitest'
import { fieldErrors } from '../platform/form-data.ts'
import { requestReturnForm, returnSentForm, staffReturnForms } from './return.ts'
import { returnTermsForm } from './return-terms.ts'

const key = 'a-key-of-sixteen-characters'

describe('what is posted about a return', () => {
  it('names pieces by line; none, 0 and blanks are left out, and words are refused [RETURN-02]', () => {
    const asked = { key, revision: '3', reason: ' Too\nsmall ' }
    const read = (more: Record<string, string>) =>
      requestReturnForm.safeParse({ ...asked, ...more })
    expect(read({ 'pieces-0': '2', 'pieces-1': '0', 'pieces-2': ' ' }).data).toEqual({
      key,
      revision: 3,
      reason: 'Too small',
      pieces: [{ line: 0, quantity: 2 }],
    })
    for (const wrong of ['-1', '1.5', 'two', '1e2', '1000']) {
      const { error } = read({ 'pieces-0': wrong })
      expect(error && fieldErrors(error)).toHaveProperty('pieces-0')
    }
    const { error } = requestReturnForm.safeParse({ ...asked, reason: ' ' })
    expect(error && fieldErrors(error).reason).toBe('Please tell us why you’re returning it.')
  })

  it('has a tracking number that fits its carrier, or none [RETURN-05]', () => {
    expect(returnSentForm.parse({ id: 'r' })).toEqual({ id: 'r', parcel: null })
    expect(returnSentForm.parse({ id: 'r', tracking: '1Z 999 AA1 0123 4567 84' })).toEqual({
      id: 'r',
      parcel: { carrier: 'ups', tracking: '1Z999AA10123456784' },
    })
    const { error } = returnSentForm.safeParse({ id: 'r', tracking: '1Z999AA10123456785' })
    expect(error && fieldErrors(error).tracking).toContain('A digit in this UPS number is wrong')
  })

  it('has a weight of two places at most for each line [RETURN-03]', () => {
    const weighForm = staffReturnForms['return-weigh']
    const form = { id: 'r', revision: '1' }
    expect(weighForm.parse({ ...form, 'grams-0': '28.90 g', 'grams-2': '14.2' })).toEqual({
      ...form,
      revision: 1,
      note: '',
      weights: [
        { line: 0, weighed: 28_900 },
        { line: 2, weighed: 14_200 },
      ],
    })
    for (const wrong of ['0', '-1', '28,9', '28.901', '']) {
      const { error } = weighForm.safeParse({ ...form, 'grams-0': wrong })
      expect(error && fieldErrors(error)['grams-0']).toContain('28.90')
    }
  })
})

it('the terms of returns are whole days of a year, and a tolerance of the scale [RETURN-04]', () => {
  const terms = { days: '30', tolerance: '0.10', instructions: 'To us.' }
  expect(returnTermsForm.parse(terms)).toEqual({
    days: 30,
    tolerance: 100,
    takesEngraved: false,
    instructions: 'To us.',
  })
  expect(returnTermsForm.parse({ ...terms, takesEngraved: 'yes' }).takesEngraved).toBe(true)
  expect(returnTermsForm.parse({ ...terms, tolerance: '0' }).tolerance).toBe(0)
  for (const [name, values] of Object.entries({
    days: ['0', '-1', '366', '30.5', '', 'thirty'],
    tolerance: ['-1', '0,1', '0.101', '101', ''],
    instructions: ['', ' ', 'x'.repeat(1001)],
  })) {
    for (const value of values) {
      const { error } = returnTermsForm.safeParse({ ...terms, [name]: value })
      expect(error && fieldErrors(error), `${name} ${value}`).toHaveProperty(name)
    }
  }
})
