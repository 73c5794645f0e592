import type { Guarantee } from './guarantees.ts'
import { guarantees } from './guarantees.ts'
import type { Link, Page, PagePicture } from './page.ts'
import { custom, hero, story } from './pictures.ts'
import { homeSizes as sizes } from './piece-pictures.ts'

const sentence = '24k gold pendants, 99.99% fine. Made in the United States, priced by weight.'

export const home = {
  title: 'Pure 24k gold, by the gram',
  description:
    'Pure 24k (.9999) gold jewelry, mostly pendants, made in the United States. Each piece is priced by the gram from the live gold price, plus a flat fee.',
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
      body: 'Tested and inscribed.',
    },
    {
      id: 'american-made',
      figure: 'US',
      heading: 'American made',
      body: 'Designed, cast, and finished in Seattle.',
    },
    {
      id: 'gold-price',
      figure: '',
      heading: 'Gold today',
      body: 'Price per gram, with time and source.',
    },
  ],
  featured: {
    heading: 'Featured Collection',
    viewAll: { to: '/products', label: 'View All' },
  },
  price: {
    heading: 'How we price a piece',
    parts: ['grams', 'price per gram', 'flat fee'],
    formula: 'grams × price per gram + flat fee',
    body: 'Gold at the Comex spot price on the day, plus a flat fee per piece and size.',
    /** In its place while staff set the gold price. */
    bySet: 'Gold at the price we set that day, plus a flat fee per piece and size.',
    picture: story,
  },
  guarantees: {
    heading: 'Three guarantees',
    text: 'Material, Laser Inscribed, Recast: all in writing.',
    three: guarantees.three,
    all: { to: '/guarantees', label: 'Read the triple guarantee' },
  },
  sizes: {
    heading: 'Sizes by weight',
    text: '.25oz, .5oz, 1oz and custom sizes.',
    rows: [
      { name: '.25oz', grams: 'about 7 g' },
      { name: '.5oz', grams: 'about 14 to 15.4 g' },
      { name: '1oz', grams: 'about 28 to 32 g' },
      { name: 'Custom', grams: 'any weight' },
    ],
    note: '.25oz: made to order. Everyday ounces, not troy.',
    picture: sizes,
  },
  customWork: { picture: custom },
  sections: [
    {
      id: 'custom-work',
      heading: 'Design your own piece',
      body: 'Send a sketch or a photo. Custom pieces take {customTime}; rush orders take at least 14 days.',
    },
    {
      id: 'questions',
      heading: 'Read before you buy',
      body: 'How pure gold wears, and [how to vet any seller](/qa/trusting-source).',
    },
  ],
  next: [
    { to: '/custom-work', label: 'Start a custom piece' },
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
  price: {
    heading: string
    parts: readonly string[]
    formula: string
    body: string
    bySet: string
    picture: PagePicture
  }
  guarantees: { heading: string; text: string; three: readonly Guarantee[]; all: Link }
  customWork: { picture: PagePicture }
  sizes: {
    heading: string
    text: string
    rows: readonly { name: string; grams: string }[]
    note: string
    picture: PagePicture
  }
  next: readonly Link[]
}
