import { menu } from './menu.ts'

/**
 * The seven questions, in the order of the Q & A menu. The text of each is `{id}.md`
 * beside this file; words in braces there are filled in from `brand.ts`.
 */
export type Topic = {
  id: string
  /** As the menu names it. */
  label: string
  /** Page heading. */
  title: string
  /** For search engines: 110 to 155 characters, its own. */
  description: string
  /** One sentence for the card. */
  summary: string
}

const texts: Record<(typeof menu)[number]['id'], Omit<Topic, 'id' | 'label'>> = {
  'wear-aging-process': {
    title: 'How pure gold wears and ages',
    description:
      'Pure 24k gold does not tarnish, but it is soft. What daily wear does to a pendant over the years, how to clean it, and when to have it recast.',
    summary: 'Pure gold never loses its color, but it marks easily. Here’s what to expect.',
  },
  'history-24k': {
    title: 'Where the number 24 comes from',
    description:
      'From carob seeds and the Roman solidus to electrolytic refining: how gold came to be counted in 24 parts, and how four nines became possible.',
    summary: 'A Roman coin, a seed, and a chemist are behind the two digits stamped on pure gold.',
  },
  'bullion-vs-jewelry': {
    title: 'Bullion or jewelry: how the law sees it',
    description:
      'A gold bar and a gold pendant can hold the same metal and still be different things in law. Marking, sales tax, retirement accounts, and customs.',
    summary: 'The law treats the same gram of gold one way as a bar and another way as a pendant.',
  },
  'trade-sanctions': {
    title: 'U.S. trade sanctions and your order',
    description:
      'Why a small gold shop checks orders against U.S. sanctions lists, what happens on a match, and the {restockingFee} research and restocking fee that applies.',
    summary:
      'Who we can’t ship to, how we check, and what happens if an order is for a sanctioned party.',
  },
  'fincen-reporting': {
    title: 'FinCEN reporting, in plain English',
    description:
      'Cash over $10,000, Form 8300, and the $50,000 threshold for retailers: which reports exist in the gold trade and when one would involve you.',
    summary: 'Which payments gold sellers have to report, and why card payments aren’t among them.',
  },
  'trusting-source': {
    title: 'How to find a gold seller you can trust',
    description:
      'What to ask before you buy gold, which marks to look for, how to check weight and purity yourself, and which signs should make you walk away.',
    summary:
      'The questions, marks, and simple checks that tell a careful seller from a careless one.',
  },
  'customs-disclosure': {
    title: 'Declaring gold jewelry at U.S. customs',
    description:
      'How gold jewelry is declared at the U.S. border, why it is not entered as bullion, the tariff of about 3 percent or more, and a word on gemstones.',
    summary: 'What to declare when gold jewelry crosses the U.S. border, and what it may cost.',
  },
}

export const topics: readonly Topic[] = menu.map((entry) => ({ ...entry, ...texts[entry.id] }))

/** The index page itself. */
export const page = {
  title: 'Questions & Answers',
  description:
    'Seven plain answers about pure 24k gold: how it wears, where the karat comes from, and what U.S. law says about buying, paying, and shipping.',
  lead: 'Seven topics worth knowing about before you buy pure gold. Each takes a few minutes to read.',
} as const

/** The way on from every article [QA-04]. */
export const nextSteps = {
  heading: 'Where to go from here',
  links: [
    { to: '/products', label: 'See the collection', text: 'Pendants with their weight and price.' },
    { to: '/guarantees', label: 'Read the guarantees', text: 'Material, Laser Inscribed, Recast.' },
    {
      to: '/our-story',
      label: 'Our story',
      text: 'Who makes our pieces, and why we use pure gold.',
    },
    { to: '/contact', label: 'Ask us', text: 'Didn’t find your answer? Write to us.' },
    { to: '/privacy-policy', label: 'Privacy policy', text: 'What we keep, and what we don’t.' },
  ],
} as const
