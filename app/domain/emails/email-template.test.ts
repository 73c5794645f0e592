import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EmailField,
  fieldAlone,
  fillPlaceholders,
  maxBody,
  maxSubject,
  partsOf,
  templateProblems,
} from './email-template.ts'

const fields: readonly EmailField[] = [
  { name: 'order number', says: 'The number' },
  { name: 'total', says: 'The sum' },
  { name: 'link', says: 'The link', isBlock: true, isNeeded: true },
]
const good = { subject: 'Order {order number}', body: 'Thank you.\n\n{link}\n\n{total}' }
const withBody = (body: string) => templateProblems({ ...good, body }, fields).body
const withSubject = (subject: string) => templateProblems({ ...good, subject }, fields).subject

describe('the text of a mail', () => {
  it('is taken where its fields are known and what it is for is in it [MAILTEXT-02]', () => {
    expect(templateProblems(good, fields)).toEqual({})
    expect(withSubject(' ')).toBe('Please enter a subject.')
    expect(withSubject('a\nb')).toBe('The subject must be one line.')
    expect(withSubject('x'.repeat(maxSubject + 1))).toContain('120')
    expect(withSubject('Now: {link}')).toContain('can’t be used in a subject')
    expect(withSubject('{number}')).toBe('This email has no field {number}.')
    expect(withBody('')).toBe('Please enter the text.')
    expect(withBody(`{link}${'x'.repeat(maxBody)}`)).toContain('10,000')
    expect(withBody('Thank you.')).toBe('Please keep {link}: The link.')
    expect(withBody('{link}\n\n{totl}')).toBe('This email has no field {totl}.')
    expect(withBody('{link}\n\n{total')).toContain('isn’t closed')
    expect(withBody('{link}\n\ntotal}')).toContain('isn’t closed')
    expect(withBody('Open {link}')).toContain('its own paragraph')
    expect(withBody('# {link}')).toContain('its own paragraph')
  })

  it('is paragraphs and headings, with whichever line ends it was typed [MAILTEXT-02]', () => {
    const input = ' One \r\n\r\n# Next\r\n \r\nTwo\r\nthree\r\n\r\n\r\n{ link }\r\n'
    expect(partsOf(input)).toEqual([
      { is: 'paragraph', lines: ['One'] },
      { is: 'heading', lines: ['Next'] },
      { is: 'paragraph', lines: ['Two', 'three'] },
      { is: 'paragraph', lines: ['{ link }'] },
    ])
    expect(partsOf(input).map(fieldAlone)).toEqual([null, null, null, 'link'])
  })

  it('leaves no field behind, and looks through nothing that was put in [MAILTEXT-02]', () => {
    const said = fc.string({ maxLength: 30 })
    fc.assert(
      fc.property(said, said, (number, total) => {
        const text = fillPlaceholders('a {order number} b { total } c', {
          'order number': number,
          total,
        })
        expect(text).toBe(`a ${number} b ${total} c`)
      }),
    )
  })

  it('any text that is taken has no brace left once it is filled [MAILTEXT-02]', () => {
    const piece = fc.constantFrom('{link}', '{total}', '{', '}', '\n\n', 'word', '# ', ' ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const body = pieces.join('')
        if (withBody(body) !== undefined) return
        const values = { total: '$1.00', link: 'L' }
        const filled = partsOf(body).flatMap(({ lines }) =>
          lines.map((line) => fillPlaceholders(line, values)),
        )
        expect(filled.join('\n')).not.toMatch(/[{}]/)
        expect(filled.join('\n')).toContain('L')
      }),
    )
  })
})
