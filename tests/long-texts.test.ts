import { load } from 'cheerio'
import { expect, it } from 'vitest'
import { plainText } from '#app/.server/catalog/clean-html.ts'
import { markdown } from '#app/.server/content/markdown.ts'
import { pathKey } from '#app/.server/content/site/site-links.ts'
import { recoverPictures } from '#app/.server/content/site/site-pictures.ts'
import { sitePicture } from '#app/.server/platform/http/same-site.ts'
import { readPhone } from '#app/domain/address/phone.ts'
import { embedOf } from '#app/domain/catalog/embed.ts'
import { tidy } from '#app/domain/content/text-field.ts'
import { partsOf } from '#app/domain/emails/email-template.ts'
import { promisedBusinessDays } from '#app/domain/fulfillment/ship-by.ts'
import { giftNoteOf } from '#app/domain/orders/gift-note.ts'
import { parseScaleGrams } from '#app/domain/returns/return.ts'
import { unbrokenHtml, unbrokenParts } from '#app/domain/text/no-break.ts'
import { madeOf } from '#app/domain/text/spreadsheet-value.ts'
import { withoutUnit } from '#app/domain/text/typed-code.ts'

/**
 * Texts that staff or visitors write, so long that work by the square of their length would take hours
 * where work by their length takes moments: the limit below is no measurement.
 */
const length = 2_000_000
const of = (unit: string) => unit.repeat(length / unit.length)
const limit = 120_000

it.each<[name: string, run: () => unknown]>([
  ['digits', () => unbrokenParts(of('1'))],
  ['digits with points', () => unbrokenParts(of('1.'))],
  ['digits with dashes', () => unbrokenParts(of('1-'))],
  ['products of numbers', () => unbrokenParts(of('1 × '))],
  ['brackets', () => unbrokenHtml(of('<'))],
  ['blank lines', () => tidy(`a${of(' ')}\n\n${of('\t')}b`, 'line')],
  ['a note of blanks', () => giftNoteOf(of(' \u200b'))],
  ['digits that promise nothing', () => promisedBusinessDays(of('1'))],
  ['a phone number of blanks', () => readPhone(of(' '))],
  ['blanks before a unit', () => withoutUnit(`1${of(' ')}x`, ['g'])],
])(
  '%s take time by their length [ATTACK-09]',
  (_, run) => {
    expect(run()).toBeDefined()
  },
  limit,
)

it.each(['<!--', '[', '[a](', '1', '*'])(
  'a text of %s takes time by its length [ATTACK-09]',
  (unit) => {
    expect(markdown(unit.repeat(20_000 / unit.length)).html).not.toBe('')
  },
  limit,
)

const site = 'https://journal.example'

/** Found by `recheck` 4.5 over every pattern of the program; what was mended is kept so. */
it.each<[name: string, run: () => unknown]>([
  ['blanks of a scale', () => [parseScaleGrams(`1${of(' ')}x`)]],
  ['a cell of zeros', () => [madeOf(['1/2'])(`1.${of('0')}1`)]],
  ['blanks of a heading', () => partsOf(`#${of(' ')}\nx`)],
  ['begun elements', () => plainText('<p/'.repeat(200_000))],
  ['slashes of an address', () => pathKey(new URL(`${site}/${of('/')}x`))],
  [
    'a name of an embedded file',
    () => [embedOf(`${site}/${of('0')}/0.00`, { title: '', home: site })],
  ],
  ['placeholders of a picture', () => recoverPictures(load(`<img src="/${of('-blank')}">`), site)],
  [
    'blanks of pictures within a text',
    () =>
      Array.from({ length: 60 }, () =>
        sitePicture(`data:image/png;base64,A${'\t'.repeat(140_000)};`, site),
      ),
  ],
])(
  '%s take time by their length [ATTACK-11]',
  (_, run) => {
    expect(run()).toBeDefined()
  },
  limit,
)
