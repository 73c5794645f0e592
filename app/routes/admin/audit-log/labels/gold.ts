import { sourcePhrase } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import type { EntryTexts, Of } from './entry-text.ts'

const gram = (perGram: number) => formatExactRate(perGram as PricePerGram)
const ounce = (perOunce: number) => `${formatRate(perOunce)} per troy ounce`

/** `from gold-api`, `set by us`. */
const origin = (source: string) => sourcePhrase(source) ?? '(stand-in price)'

type FetchedPrice = { perOunce: number; source: string; reason: string | null }
const decided = (verdict: string, { perOunce, source, reason }: FetchedPrice) =>
  [
    `${verdict} the gold price on hold:`,
    ounce(perOunce),
    `${origin(source)}${reason === null ? '' : `: ${reason}`}`,
  ] as const

export const goldWords: EntryTexts<Of<'gold_price' | 'selling' | 'signing_key' | 'metal'>> = {
  'gold_price.set': ({ facts: { perGram, before, voidsEarlier } }) => [
    'set the gold price:',
    `${gram(perGram)} per gram`,
    voidsEarlier ? 'earlier quotes and unpaid orders are void' : '',
    [
      {
        label: 'Price per gram',
        before: `${gram(before.perGram)} ${origin(before.source)}`,
        after: gram(perGram),
      },
    ],
  ],
  'gold_price.fetched': ({ facts: { perOunce, source, reason } }) => [
    'fetched the gold price:',
    ounce(perOunce),
    `${origin(source)}: ${reason ?? 'accepted'}`,
  ],
  'gold_price.accepted': ({ facts }) => decided('accepted', facts),
  'gold_price.rejected': ({ facts }) => decided('rejected', facts),
  'gold_price.withdrawn': ({ facts: { perGram, source, prices, toDecide, reason, stands } }) => [
    'withdrew the gold price:',
    `${gram(perGram)} per gram ${origin(source)}${prices > 1 ? ` and ${prices - 1} before it` : ''}`,
    `${reason}; now ${gram(stands)}; paid orders to decide about: ${toDecide}`,
  ],
  'selling.stopped': ({ facts }) => ['stopped selling', '', facts.message],
  'selling.resumed': () => ['restarted sales'],
  'selling.opened': () => ['opened the shop'],
  'signing_key.rotated': ({ facts: { id, retired } }) => [
    'created signing key',
    id,
    retired === null ? '' : `replacing ${retired}`,
  ],
  'metal.began': ({ facts: { what } }) => ['started the metal ledger:', what],
  'metal.entered': ({ facts: { what } }) => ['added to the metal ledger:', what],
  'metal.taken_back': ({ facts: { what, reason } }) => [
    'reversed a metal ledger entry:',
    what,
    reason,
  ],
  'metal.limits_saved': ({ facts: { what } }) => ['set the metal ledger limits:', what],
}
