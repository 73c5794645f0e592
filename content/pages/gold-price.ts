import type { Page } from './page.ts'

/** What each state beside a price means; the first words are those shown [LIVE-02]. */
export const goldPrice = {
  title: 'Gold price',
  description:
    'What we price our pieces from: the gold price by the gram and by the ounce, now and over a day, a month and a year, with its time and source.',
  lead: 'Every price in the shop is made from this one: grams × price per gram, plus a flat fee.',
  states: [
    {
      word: 'Live',
      meaning: 'From a market feed, within about the last hour, while the market is open.',
    },
    {
      word: 'Set by hand',
      meaning: 'Set by us. It holds for two hours at least, then the feeds take over again.',
    },
    {
      word: 'Market closed',
      meaning:
        'The price of the last close. Spot gold is not traded from Friday 5 PM to Sunday 6 PM New York time, and from 5 to 6 PM on other days. On holidays the price shows as stale.',
    },
    {
      word: 'Stale',
      meaning: 'The market is open, but no feed has given a newer price. Check its time.',
    },
    {
      word: 'Held',
      meaning:
        'A feed reported a jump of more than 10%. We check it first; until then the last accepted price stays.',
    },
    {
      word: 'Indicative price',
      meaning: 'No price has been fetched yet. This one is only for looking around.',
    },
  ],
} as const satisfies Omit<Page, 'sections'> & {
  states: readonly { word: string; meaning: string }[]
}
