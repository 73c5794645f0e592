import type { EntryTexts, Of } from './entry-text.ts'

export const tradeInEntryLabels: EntryTexts<Of<'trade_in' | 'production_cost'>> = {
  'trade_in.moved': ({ facts: { number, what } }) => ['changed trade-in', `${number}`, what],
  'trade_in.identity_read': ({ facts: { number } }) => [
    'read the seller’s identity of trade-in',
    `${number}`,
  ],
  'trade_in.owner_erased': ({ facts: { number } }) => [
    'erased the personal data of trade-in',
    `${number}`,
  ],
  'production_cost.saved': ({ facts: { what } }) => ['saved a production cost:', what],
}
