import { expect, it } from 'vitest'
import { markdown } from '#app/.server/content/markdown.ts'
import { readPhone } from '#app/domain/address/phone.ts'
import { giftNoteOf } from '#app/domain/orders/gift-note.ts'
import { promisedBusinessDays } from '#app/domain/orders/ship-by.ts'
import { tidy } from '#app/domain/shop-texts/text-field.ts'
import { unbrokenHtml, unbrokenParts } from '#app/domain/text/unbroken.ts'
import { withoutUnit } from '#app/domain/text/without-unit.ts'

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
