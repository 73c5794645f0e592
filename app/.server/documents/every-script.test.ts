import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { perOunceOf } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { aCertificate } from '#tests/support/a-certificate.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { namesInScripts } from '#tests/support/scripts.ts'
import { certificatesPdf } from './certificate.ts'
import { commercialInvoicePdf } from './commercial-invoice.ts'
import { creditNotePdf } from './credit-note.ts'
import { packingSlipsPdf } from './packing-slip.ts'
import { pdfOf } from './pdf.ts'
import { pickListPdf } from './pick-list.ts'
import { lettersMissing, printable } from './printable.ts'
import { receiptPdf } from './receipt.ts'
import { statementOfValuePdf } from './statement-of-value.ts'
import { openFont, typeset } from './typefaces.ts'

const at = new Date('2026-03-11T16:00:00Z')
const perGram = 1_300_451 as PricePerGram
const weight = 14_200 as Milligrams

/** Without spaces, which a reader guesses from distances, and parts of a letter that have no code. */
const letters = (text: string) => text.normalize('NFC').replace(/[\s\p{C}\p{DI}]/gu, '')

const points = (text: string) => [...text].map((letter) => letter.codePointAt(0))

function factsOf(name: string) {
  const address = {
    ...{
      name,
      line1: `1 ${name}`,
      line2: '',
      city: 'Seattle',
      state: 'WA',
      postalCode: '98101',
      country: 'DE',
    },
  }
  return {
    isTest: false,
    corrections: [],
    orderedAt: at,
    paidAt: at,
    buyer: { email: 'ada@example.com', address, isHidden: false },
    summary: {
      number: 'FN-7K3M-Q9XZ',
      lines: [],
      discount: cents(0),
      total: cents(100),
      tax: null,
      taxToCome: false,
      goldPrice: { perGram, perOunce: perOunceOf(perGram), source: 'gold-api', takenAt: at },
    },
    goldRecord: 1,
  }
}

const documents: Record<string, (name: string) => Promise<Buffer>> = {
  'packing slip and address sheet': async (name) => {
    const pieces = [{ name, size: 'US 6½', quantity: 1, weight, engraving: name }]
    const shipTo = [name, `${name} 1`]
    const order = { number: 'FN-1', placedAt: at, shipTo, pieces, giftNote: name }
    return packingSlipsPdf([order], { name: 'Four Nines', lines: [] })
  },
  'pick list': (name) => {
    const pieces = [{ name, size: 'US 6½', quantity: 1, weight, engraving: name }]
    const order = { number: 'FN-1', placedAt: at, shipTo: [], pieces, giftNote: null }
    return pickListPdf([order], 'Mon')
  },
  receipt: (name) =>
    receiptPdf({
      ...factsOf(name),
      ...{ number: 'R-1', payments: [], letOff: cents(0), balance: cents(0) },
    }),
  'credit note': (name) =>
    creditNotePdf({
      ...{ ...factsOf(name), number: 'C-1', at, receiptNumber: null, lines: [] },
      parts: { goods: cents(1), discount: cents(0), shipping: cents(0), tax: cents(0) },
      ...{
        total: cents(1),
        amount: cents(1),
        applied: cents(0),
        reference: 'pi_1',
        isByHand: false,
        note: name,
      },
    }),
  'statement of value': (name) =>
    statementOfValuePdf({
      ...{ ...factsOf(name), receiptNumber: 'R-1', weighed: [], discount: cents(0), weight },
      ...{ total: cents(1), credits: [], pieces: [] },
    }),
  'commercial invoice': (name) => {
    const { buyer, ...facts } = factsOf(name)
    const where = { country: 'DE', phone: '' }
    return commercialInvoicePdf({ ...facts, buyer: { ...buyer, ...where }, shipping: cents(1) })
  },
  'any other document': (name) =>
    pdfOf({
      ...{ title: name, subtitle: name, footer: name, at },
      blocks: [
        { is: 'notice', text: name },
        { is: 'facts', facts: [['Name', name]] },
        {
          is: 'table',
          columns: [{ label: name, share: 1 }],
          rows: [[{ text: name, under: name }]],
        },
      ],
    }),
}

describe.each(Object.entries(namesInScripts))('%s', (_, name) => {
  it.each(Object.entries(documents))(
    'is printed on the %s as it was entered [PRINT-01]',
    async (_, make) => {
      const { pages } = await readPdf(await make(name))
      for (const page of pages) expect(letters(page)).toContain(letters(name))
    },
  )
})

it('keeps words from right to left in their order, within an English line [PRINT-01]', async () => {
  const pdf = await documents['pick list']?.('Ring דוד בן גוריון, Small')
  const { words } = await readPdf(pdf ?? Buffer.alloc(0))
  expect(words).toContain('Ring דוד בן גוריון, Small')
})

it('keeps digits of every script from left to right, in lines of either direction [PRINT-05]', async () => {
  for (const [line, shown] of [
    ['شارع الملك فهد ١٢٣', '١٢٣'],
    ['کوچه ۱۲۳', '۱۲۳'],
    ['ש 123', '123'],
    ['मार्ग १२३', '१२३'],
    ['١٢٣/٤٥', '١٢٣/٤٥'],
  ] as const) {
    const font = typeset(shown, 'regular').flatMap((set) => ('font' in set ? [set.font] : []))[0]
    const glyphs = font ? openFont(font).layout(shown).glyphs : []
    if (font) expect(glyphs.flatMap(({ codePoints }) => codePoints)).toEqual(points(shown))
    const { words } = await readPdf((await documents['pick list']?.(line)) ?? Buffer.alloc(0))
    expect(words).toContain(shown)
  }
})

it('wraps a long name within its column, without a letter lost [PRINT-01]', async () => {
  for (const word of ['王小明广州', 'محمد عبد الله ', 'Щукіна']) {
    const name = word.repeat(30).trim()
    const { words } = await readPdf((await documents['pick list']?.(name)) ?? Buffer.alloc(0))
    const found = letters(words).split(letters(word)).length - 1
    expect(found).toBeGreaterThanOrEqual(30)
  }
})

it('a letter that no typeface has stops the document, with its field [PRINT-02]', async () => {
  await expect(documents.receipt?.('Ada ꦲꦤ')).rejects.toMatchObject({
    code: 'not_printable',
    status: 422,
    message:
      'The document wasn’t created because we can’t print “ꦲ” (U+A9B2), “ꦤ” (U+A9A4) in “Sold to.” Please rewrite it with other letters where it was entered, then print again.',
  })
  await expect(documents['packing slip and address sheet']?.('ꦲ')).rejects.toThrow(
    '“shipping address.”',
  )
})

it.each([
  'A\u030a\u0323',
  'a\u0323\u030a',
  'o\u0328\u0301',
  'e\u0304\u0301',
  's\u0323\u030c',
  'm\u0308\u0323',
])('%s is printed with both its marks [PRINT-01]', async (letter) => {
  const { words } = await readPdf(
    (await documents['pick list']?.(`${letter}sa`)) ?? Buffer.alloc(0),
  )
  expect(letters(words)).toContain(letters(`${letter}sa`))
})

it('a mark that no typeface has is not left out [PRINT-02]', () => {
  expect(lettersMissing('q\u030a\u0323')).toEqual(['\u030a'])
})

it('what cannot be seen is no letter [PRINT-02]', () => {
  expect(printable('A\u202ed\u0000a\ufe0f\u00ad\u2003B\u2028C', 'name')).toBe('Ada B\nC')
})

describe('the same facts make the same bytes [CERT-12]', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  it.each([
    ...Object.entries(documents),
    [
      'certificates for the box',
      (name: string) =>
        certificatesPdf([
          aCertificate({ product: { name, size: 'US 6½', picture: null } }, { claimCode: 'A' }),
          aCertificate(),
        ]),
    ] as const,
  ])('%s: years later, among others, from a slow disk', async (_, make) => {
    const name = 'Ring 王小明 דוד ⅓'
    const first = await make(name)
    const { readFile } = fs
    vi.spyOn(fs, 'readFile').mockImplementation(async (...asked) => {
      await wait(300)
      return readFile(...asked)
    })
    syncBuiltinESMExports()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-07-01T12:00:00Z') })
    const [again, ...others] = await Promise.all([
      make(name),
      ...Object.values(documents).map((each) => each('Щукіна Zoë ½')),
      make(name),
    ])
    expect(again?.equals(first)).toBe(true)
    expect(others.at(-1)?.equals(first)).toBe(true)
  })
})
