import type { Guarantee } from './guarantees.ts'
import { guarantees } from './guarantees.ts'
import type { Link, Page, PagePicture } from './page.ts'
import { custom, hero } from './pictures.ts'

const sentence =
  'Pendants of 24k gold, 99.99% fine, made in the United States and priced by their weight.'

export const home = {
  title: 'Pure 24k gold, by the gram',
  description:
    'Pure 24k (.9999) gold jewelry, mostly pendants, made in the United States. Each piece is priced by its grams from the live gold price plus a flat fee.',
  lead: sentence,
  hero: {
    headline: 'Gold, and nothing else',
    sentence,
    action: { to: '/products', label: 'See the collection' },
    second: { to: '/our-story', label: 'Our story' },
    picture: hero,
  },
  /** The third card holds the gold price widget [HOME-02]. */
  cards: [
    {
      id: 'pure-gold',
      figure: '.9999',
      heading: '24k pure gold',
      body: '99.99% fine, tested by X-ray and inscribed with its purity.',
    },
    {
      id: 'american-made',
      figure: 'US',
      heading: 'American made',
      body: 'Designed, cast, finished and tested by a maker in Seattle.',
    },
    {
      id: 'gold-price',
      figure: '',
      heading: 'Gold today',
      body: 'The price of a gram, with its time and source.',
    },
  ],
  featured: {
    heading: 'Featured Collection',
    viewAll: { to: '/products', label: 'View All' },
  },
  price: {
    heading: 'How the price is made',
    parts: ['grams', 'price per gram', 'flat fee'],
    formula: 'grams × price per gram + flat fee',
    body: 'The Comex spot price of gold on the day, for the grams you buy, plus a flat fee for the work. Every price shows its parts, so you can check it with a calculator. In the cart a price is held for ten minutes. If gold falls meanwhile, you pay less.',
  },
  guarantees: {
    heading: 'Three guarantees',
    text: 'Material, Laser Inscribed, Recast: purity, weight and accidents, each in writing.',
    three: guarantees.three,
    all: { to: '/guarantees', label: 'Read the triple guarantee' },
  },
  sizes: {
    heading: 'Sizes by weight',
    text: '.25oz, .5oz, 1oz and custom sizes; .25oz is made as custom work. The names are rounded. The grams are what you buy.',
    rows: [
      { name: '.25oz', grams: 'about 7 g' },
      { name: '.5oz', grams: 'about 14 to 15.4 g' },
      { name: '1oz', grams: 'about 28 to 32 g' },
      { name: 'Custom', grams: 'the grams you choose' },
    ],
    note: 'Size names follow the everyday ounce of about 28.35 g, loosely. The gold price you read in the news is for a troy ounce of 31.1035 g. We compute from grams alone.',
  },
  customWork: { picture: custom },
  sections: [
    {
      id: 'custom-work',
      heading: 'A piece of your own',
      body: 'Send a sketch, a photograph or a few words. Custom work takes {customTime}, a rush at least 14 days.',
    },
    {
      id: 'questions',
      heading: 'Read before you buy',
      body: 'How pure gold wears, what the law says about buying it, and [how to trust a seller](/qa/trusting-source), us included.',
    },
  ],
  next: [
    { to: '/custom-work', label: 'Ask for custom work' },
    { to: '/qa', label: 'Questions & Answers' },
  ],
} as const satisfies Page & {
  hero: {
    headline: string
    sentence: string
    action: Link
    second: Link
    picture: PagePicture & { piece: string }
  }
  cards: readonly { id: string; figure: string; heading: string; body: string }[]
  featured: { heading: string; viewAll: Link }
  price: { heading: string; parts: readonly string[]; formula: string; body: string }
  guarantees: { heading: string; text: string; three: readonly Guarantee[]; all: Link }
  customWork: { picture: PagePicture }
  sizes: {
    heading: string
    text: string
    rows: readonly { name: string; grams: string }[]
    note: string
  }
  next: readonly Link[]
}
