import type { Page } from './page.ts'

/** What each state beside a price means; the first words are those shown [LIVE-02]. */
export const goldPrice = {
  title: 'Gold price',
  description:
    'The gold price behind every piece: per gram and troy ounce, now and over the past day, month, and year, with its time and source.',
  lead: 'Every price in the shop starts here: grams × price per gram, plus a flat fee.',
  states: [
    {
      word: 'Live',
      meaning: 'From a market feed, updated within about the last hour while the market is open.',
    },
    {
      word: 'Set by us',
      meaning:
        'A price we enter ourselves. It stays in effect for at least two hours; then live feeds take over.',
    },
    {
      word: 'Market closed',
      meaning:
        'The price at the last close. Spot gold doesn’t trade from 5 PM Friday to 6 PM Sunday Eastern time, or from 5 to 6 PM on other days. On holidays, the price shows as stale.',
    },
    {
      word: 'Stale',
      meaning:
        'The market is open, but no feed has sent a newer price. Check the time shown with the price.',
    },
    {
      word: 'Held',
      meaning:
        'A feed reported a jump of more than 10%. While we check it, the last accepted price stays in effect.',
    },
    {
      word: 'Indicative price',
      meaning: 'We haven’t received a live price yet. This one is only a placeholder.',
    },
  ],
} as const satisfies Omit<Page, 'sections'> & {
  states: readonly { word: string; meaning: string }[]
}
