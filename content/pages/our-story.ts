import type { Guarantee } from './guarantees.ts'
import { guarantees } from './guarantees.ts'
import type { Link, Page } from './page.ts'
import { story } from './pictures.ts'

export const ourStory = {
  title: 'Our story',
  description:
    'A small Seattle maker of pure 24k gold jewelry: why we work in .9999 fine gold, the values we keep, and a city that learned to weigh gold in 1898.',
  lead: 'We make jewelry of pure gold, mostly pendants, in Seattle. We weigh it, we say what it costs, and we stand behind it.',
  picture: story,
  founderMessage: {
    heading: 'A word from the founder',
    paragraphs: [
      'Most gold jewelry is partly something else. There are good reasons for it: alloys are harder, and they cost less. But there is a pleasure in a thing that is one substance all the way through, and I wanted to make such things.',
      'Pure gold has a weight that surprises the hand, and a color that needs no name other than gold. It asks its maker for restraint. You cannot hide a poor casting under stones, and you cannot make up for softness with a clever setting. You need a good form, enough metal, and patience.',
      'I also wanted a price that people could check. Here you see how many grams you buy, what a gram costs today, and what we ask for the work. If you do the sum, you should come out where we do.',
      'A piece like this is bought once and handed on. Whoever holds it in sixty years should be able to read from the metal what it is. That is why the weight is written on it.',
      'Thank you for reading before buying. If there is something you would like to know, write to us. You will hear from a person.',
    ],
    signature: '{founder}',
  },
  sections: [
    {
      id: 'heritage',
      heading: 'A city that learned to weigh gold',
      body: 'In July 1897 the steamship Portland came into Seattle from the north. The newspapers wrote of a ton of gold on board. Soon the city was the gateway to the Klondike, and people who had never held a nugget were talking about ounces.\n\nGold dust is hard to trust. It may be wet, or mixed with sand, or thinned with brass filings, and a scale can be tilted with a thumb. So in 1898 the federal government opened an assay office in Seattle. A miner put down a bag. It was melted, a sample was tested, and the miner was paid for the gold that was really there, by weight and by fineness.\n\nThat is the heritage we like to think of. The rush was soon over; the method is what lasts. Melt it, test it, weigh it, write the figure down, and let anyone check.',
    },
    {
      id: 'older-than-the-city',
      heading: 'An older custom',
      body: 'In much of the world, gold for the family is still bought this way: pure, by weight, with a fee for the hand that shaped it. It is given at births and weddings and worn for decades. When a form is no longer wanted, it is melted and becomes another. Nothing is thrown away.\n\nWe bring that custom together with American making. The word *karat* and its number have [a history of their own](/qa/history-24k).',
    },
    {
      id: 'what-we-make',
      heading: 'What we make',
      body: 'Pendants for the most part, because a pendant lets soft gold be thick and hang free. They come in .25oz, .5oz, 1oz and custom sizes. The names are rounded; each size is sold by its grams. The price is the Comex spot price of gold on the day for those grams, plus a flat fee.',
    },
  ],
  guarantees: {
    heading: 'Three guarantees',
    text: 'What we promise, in writing, with every piece.',
    three: guarantees.three,
    all: { to: '/guarantees', label: 'The triple guarantee' },
  },
  values: {
    heading: 'What we value',
    items: [
      {
        name: 'Quality',
        body: 'Quality is what can be measured: 99.99% fine, weight to 0.1 g, four tests before a piece leaves. What cannot be measured we look at twice.',
      },
      {
        name: 'Family Values',
        body: 'We make things to be handed on, and we treat people the way we would like our own to be treated: a straight answer, a fair price, a promise kept.',
      },
      {
        name: 'Craftsmanship',
        body: 'Soft metal shows every careless touch. We take the time a piece needs, and we would sooner melt it and begin again than send it out with an excuse.',
      },
    ],
  },
  next: [
    { to: '/', label: 'Home' },
    { to: '/custom-work', label: 'Have a piece made' },
  ],
} as const satisfies Page & {
  founderMessage: { heading: string; paragraphs: readonly string[]; signature: string }
  guarantees: { heading: string; text: string; three: readonly Guarantee[]; all: Link }
  values: { heading: string; items: readonly { name: string; body: string }[] }
  next: readonly Link[]
}
