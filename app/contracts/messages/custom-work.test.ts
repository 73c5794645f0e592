import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillIn } from '#app/.server/content/markdown.ts'
import { brand } from '#brand'
import { customWork } from '#content/pages/custom-work.ts'
import { readMailto } from '#tests/support/read-mailto.ts'
import {
  askedFor,
  type CustomWorkField,
  type CustomWorkValues,
  customWorkDraft,
} from './custom-work.ts'

// As the page shows them.
const { form, expectations } = JSON.parse(fillIn(JSON.stringify(customWork))) as typeof customWork
const words = { ...form, expectations }
const draftOf = (values: CustomWorkValues) => readMailto(customWorkDraft(values, words).href)

const word = fc.stringMatching(/^[a-z0-9 &=?,#%+@é]{0,20}[a-z]$/)
const anyRequest: fc.Arbitrary<CustomWorkValues> = fc.record({
  ...(Object.fromEntries(
    (Object.keys(form.labels) as CustomWorkField[]).map((name) => [name, word]),
  ) as Record<CustomWorkField, fc.Arbitrary<string>>),
  designType: fc.constantFrom('new', 'remake', 'duplicate'),
  jewelryType: fc.constantFrom('ring', 'pendant', 'earrings', 'bracelet', 'other'),
  metalType: fc.constant('24k'),
  internationalShipping: fc.constantFrom('', 'yes'),
  customerGold: fc.constantFrom('', 'yes'),
})

const request: CustomWorkValues = {
  date: '2026-11-20',
  phone: '(206) 555-0100',
  email: 'ada@example.com',
  shippingAddress: '1 Main Street',
  shippingCity: 'Seattle',
  shippingState: 'WA',
  shippingZip: '98101',
  designType: 'new',
  jewelryType: 'ring',
  ringSize: '7',
  braceletLength: '6.5',
  metalType: '24k',
  additionalNotes: 'About 20 g.\nFor a birthday.',
}

describe('the request for custom work', () => {
  it('goes to the support address, and nowhere else, for any values [CUSTOM-13, CUSTOM-16]', () => {
    fc.assert(
      fc.property(anyRequest, (values) => {
        const draft = draftOf(values)
        expect(draft.recipients).toEqual([brand.email])
        expect(draft.names).toEqual(['subject', 'body'])
        expect(draft.subject).toBe('Custom Work Request')
      }),
    )
  })

  it('holds what was typed, and nothing that was hidden [CUSTOM-10, CUSTOM-14, D37]', () => {
    fc.assert(
      fc.property(anyRequest, (values) => {
        const { body = '' } = draftOf(values)
        for (const field of ['date', 'phone', 'email', 'shippingCity', 'stoneType'] as const) {
          expect(body).toContain(`${form.labels[field]}: ${values[field]?.trim()}`)
        }
        expect(body).toContain(
          `${form.labels.additionalNotes}:\r\n${values.additionalNotes?.trim()}`,
        )
        for (const [field, kind] of Object.entries(askedFor)) {
          const line = `\r\n${form.labels[field as CustomWorkField]}: `
          expect(body.includes(line), field).toBe(values.jewelryType === kind)
        }
      }),
    )
  })

  it('reads as a letter: groups, plain lines, what to expect [CUSTOM-14, CUSTOM-15]', () => {
    expect(draftOf(request).body?.split('\r\n')).toEqual([
      'The piece',
      'What you have in mind:',
      'About 20 g.',
      'For a birthday.',
      'Design: New',
      'Kind of piece: Ring',
      'Ring size: 7',
      'Metal: 24k',
      '',
      'Your own gold and stones',
      'I’d like to use my own gold: No',
      '',
      'How to reach you',
      'Date: 2026-11-20',
      'Phone: (206) 555-0100',
      'Email: ada@example.com',
      '',
      'Shipping address',
      'Street address: 1 Main Street',
      'City: Seattle',
      'State: WA',
      'ZIP: 98101',
      'Ship outside the United States: No',
      '',
      'What to expect',
      '- Custom work takes 30-45 business days.',
      '- Rush orders carry a premium fee and take a minimum of 14 days.',
      '- Pre-approved CAD designs are faster.',
    ])
  })

  it('ends with what to expect, whatever the notes say [CUSTOM-15]', () => {
    fc.assert(
      fc.property(anyRequest, (values) => {
        const end = [expectations.heading, ...expectations.lines.map((line) => `- ${line}`)]
        expect(draftOf(values).body?.endsWith(end.join('\r\n'))).toBe(true)
      }),
    )
  })

  it('has no limit of length [CUSTOM-07]', () => {
    const additionalNotes = 'gold '.repeat(20_000).trim()
    expect(draftOf({ ...request, additionalNotes }).body).toContain(additionalNotes)
  })
})
