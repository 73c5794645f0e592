import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { plainName } from '#app/domain/fulfillment/parcel.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { brand } from '#brand'
import { packingSlipsPdf } from './packing-slip.ts'
import { pickListPdf } from './pick-list.ts'
import { printedNote } from './printable.ts'

const order = {
  number: 'FN-AAAA-BBBB',
  placedAt: new Date('2026-11-23T17:00:00Z'),
  shipTo: ['Łucja Buyer', '1000 Example Street', 'Seattle, WA 98101'],
  pieces: [
    { name: 'Salish Wave gold pendant', size: 'Small', quantity: 2, weight: 14_200 as Milligrams },
    { name: 'Raven', size: 'Large', quantity: 1, weight: 31_103 as Milligrams },
  ],
  giftNote: null,
}
const sender = { name: brand.name, lines: ['1 Street', 'Seattle, WA 98101'] }
const told = /gold|jewel|pendant|pure|9999|24\s*k|karat|gram|\$/i

async function pagesOf(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}

describe('the papers of a parcel', () => {
  it('have no word of what is inside on the sheet for the outside [PARCEL-06]', async () => {
    const pages = await pagesOf(await packingSlipsPdf([order, order], sender))
    expect(pages).toHaveLength(4)
    const [outside = '', inside = ''] = pages
    expect(outside).not.toMatch(told)
    expect(outside).toContain('Łucja Buyer')
    expect(outside).toContain('Seattle, WA 98101')
    expect(outside).not.toContain(order.number)
    expect(inside).toContain('Order FN-AAAA-BBBB')
    expect(inside).toContain('2 × Salish Wave gold pendant, Small')
    expect(inside).toContain('1 × Raven, Large')
    expect(inside).not.toContain('$')
  })

  it.each(['Seattle Gold Works', 'Jewels of Ann', '24k & Co.', 'The .9999', 'Ring & Co'])(
    'come from the shipping department of %s [PARCEL-06]',
    async (name) => {
      const [outside = ''] = await pagesOf(await packingSlipsPdf([order], { ...sender, name }))
      expect(outside).toContain('Shipping department')
      expect(outside).not.toContain(name)
    },
  )

  it('keep a name that tells nothing [PARCEL-06]', () => {
    for (const name of ['Four Nines', 'Ann Springer', 'Harbor Street']) {
      expect(plainName(name)).toBe(name)
    }
  })

  it('have the gift note on the slip alone, without what no typeface has [GIFT-04, PRINT-03]', async () => {
    const giftNote = 'For Łucja 💍\n\nWith love ꦲ from Ada & Ben ❤️'
    const [outside = '', inside = ''] = await pagesOf(
      await packingSlipsPdf([{ ...order, giftNote }], sender),
    )
    expect(outside).not.toContain('love')
    expect(inside).toMatch(/A note for you\s+For Łucja 💍\s+With love from Ada & Ben ❤/)
    expect(inside).not.toContain('?')
    expect((await pagesOf(await packingSlipsPdf([order], sender))).join()).not.toContain('note')
    // A long one, on one sheet.
    const long = Array(150).fill('x').join('\n')
    expect(printedNote(long)).toEqual({ text: long, leftOut: [] })
    expect(printedNote('ꦲ爱ꦲ\u202e𞤀')).toEqual({ text: '爱', leftOut: ['ꦲ', '𞤀'] })
  })

  it('list what to fetch, each piece and size once, with its orders [PARCEL-06]', async () => {
    const other = { ...order, number: 'FN-CCCC-DDDD', pieces: order.pieces.slice(1) }
    const text = (await pagesOf(await pickListPdf([order, other], 'Mon, Nov 23'))).join('\n')
    expect(text).toContain('2 orders, Mon, Nov 23')
    expect(text).toMatch(/Raven\s+Large\s+31\.103\s+2\s+FN-AAAA-BBBB\s+FN-CCCC-DDDD/)
    expect(text).toMatch(/Salish Wave gold pendant\s+Small\s+14\.2\s+2\s+FN-AAAA-BBBB \(2\)/)
  })
})
