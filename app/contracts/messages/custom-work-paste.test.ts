import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customWork } from '#content/pages/custom-work.ts'
import { type CustomWorkValues, customWorkDraft } from './custom-work.ts'
import { orderFieldsOf, readCustomWork } from './custom-work-paste.ts'

const texts = { ...customWork.form, expectations: customWork.expectations }

const values: CustomWorkValues = {
  date: '2026-03-11',
  phone: '+1 206 555 0100',
  email: 'Ada.Buyer+Gold@Example.com',
  shippingAddress: '1000 Example Street',
  shippingCity: 'Seattle',
  shippingState: 'Washington',
  shippingZip: '98101',
  designType: 'new',
  jewelryType: 'ring',
  ringSize: '7',
  metalType: '24k',
  stoneDetails: 'Blue, oval.\nAbout 4 mm.',
  additionalNotes: 'As thin as can be.',
}
const draft = customWorkDraft(values, texts)

it('reads the very mail that the form writes, and fills the order [SALE-10]', () => {
  const read = readCustomWork(draft.text, texts)
  expect(read.values).toMatchObject({
    email: 'Ada.Buyer+Gold@Example.com',
    ringSize: '7',
    stoneDetails: 'Blue, oval.\nAbout 4 mm.',
    additionalNotes: 'As thin as can be.',
  })
  expect(orderFieldsOf(read)).toMatchObject({
    email: 'Ada.Buyer+Gold@Example.com',
    line1: '1000 Example Street',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    'line-0-piece': 'Custom ring, size 7',
    custom: 'yes',
  })
})

it('reads a request that an earlier form wrote [SALE-10]', () => {
  const earlier = draft.text.replace('Email: ', 'E-mail: ')
  expect(earlier).not.toBe(draft.text)
  expect(readCustomWork(earlier, texts).values).toEqual(readCustomWork(draft.text, texts).values)
})

it('reads it quoted, among other lines and with any line breaks, as it reads it plain [SALE-10]', () => {
  const plain = readCustomWork(draft.text, texts)
  fc.assert(
    fc.property(
      fc.constantFrom('> ', '>> ', '> > ', ' > ', ''),
      fc.constantFrom('\r\n', '\n', '\r'),
      (quote, lineBreak) => {
        const lines = ['Hello,', 'On Wednesday Ada wrote:', ...draft.text.split('\n')]
        const pasted = lines.map((line) => quote + line).join(lineBreak)
        const read = readCustomWork(pasted, texts)
        expect(read.values).toEqual(plain.values)
        expect(read.text).toContain('On Wednesday Ada wrote:')
      },
    ),
  )
})

it('loses no word of what was pasted, whatever it is [SALE-10]', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
      const { text } = readCustomWork(lines.join('\n'), texts)
      const words = (all: string) => all.toWellFormed().match(/[\p{L}\p{N}]+/gu) ?? []
      expect(words(text)).toEqual(words(lines.join('\n')))
    }),
  )
})

it('fills nothing but the text from one that it does not know [SALE-10]', () => {
  expect(orderFieldsOf(readCustomWork('A ring, please.', texts))).toEqual({
    custom: 'yes',
    request: 'A ring, please.',
  })
})

it('asks for the rate of the tax where a payment page would add it, of the buyer’s state [SALE-18]', () => {
  const read = readCustomWork(draft.text, texts)
  const asked = { tax: 'rate', taxState: 'WA' }
  expect(orderFieldsOf(read, { tax: 'payment page' })).toMatchObject(asked)
  expect(orderFieldsOf(read, { tax: 'payment page', taxState: 'OR' }).taxState).toBe('OR')
  expect(orderFieldsOf(read, { tax: 'none' })).not.toHaveProperty('tax')
})

it('has no tax, and asks for no rate, where the shop collects none in the buyer’s state [SALE-41]', () => {
  const read = readCustomWork(draft.text, texts)
  const typed = { tax: 'payment page', taxState: 'OR' }
  const filled = orderFieldsOf(read, typed, ['OR'])
  expect(filled.tax).toBe('none')
  expect(filled).not.toHaveProperty('taxState')
  expect(orderFieldsOf(read, typed, ['OR', 'WA']).tax).toBe('rate')
})
