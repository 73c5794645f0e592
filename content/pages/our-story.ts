import type { Guarantee } from './guarantees.ts'
import { guarantees } from './guarantees.ts'
import { pour } from './making-pictures.ts'
import type { Link, Page, PagePicture } from './page.ts'
import { story } from './pictures.ts'
import { storyMark, storySizes, storyWorn } from './piece-pictures.ts'

const market =
  'The price is the Comex spot price of gold on the day you buy, plus a flat fee for the piece and size.'

/** How a price is made, in a sentence; `bySet` in its place while staff set the gold price [STORY-07]. */
export const storyPrice = {
  market,
  bySet:
    'The price is the weight at the gold price we set that day, plus a flat fee for the piece and size.',
} as const

export const ourStory = {
  title: 'Our story',
  back: { to: '/', label: 'Home' },
  description:
    'A small Seattle maker of pure 24k gold jewelry: why we work in .9999 fine gold, the values we keep, and a city that learned to weigh gold in 1898.',
  lead: 'We make pure gold jewelry in Seattle, mostly pendants. We weigh it, show you what it costs, and stand behind it.',
  picture: pour,
  founderMessage: {
    heading: 'A note from our founder',
    paragraphs: [
      'Most gold jewelry is partly something else. There are good reasons for that: alloys are harder, and they cost less. But there’s a pleasure in something that is one material all the way through, and that’s what I wanted to make.',
      'Pure gold is heavier than you expect, and the only word for its color is gold. It calls for restraint. You can’t hide a poor casting under stones, and you can’t make up for softness with a clever setting. You need a good design, enough metal, and patience.',
      'I also wanted a price that people could check. Here you can see how many grams you’re buying, what a gram costs today, and what we charge to make it. Do the math and you’ll get our price.',
      'You buy a piece like this once and pass it down. The person who holds it sixty years from now should be able to read what it is right on the metal. That’s why we inscribe the weight.',
      'Thank you for reading before you buy. Questions? Write to us. A real person will answer.',
    ],
    signature: '{founder}',
  },
  mark: {
    picture: storyMark,
    note: 'The weight, the fineness, and our stamp, inscribed on the base.',
  },
  sections: [
    {
      id: 'heritage',
      heading: 'A city that learned to weigh gold',
      body: 'In July 1897 the steamship Portland came into Seattle from the north. The newspapers reported a ton of gold on board. Soon the city was the gateway to the Klondike, and people who had never held a nugget were talking about ounces.\n\nGold dust is hard to trust. It may be wet, or mixed with sand, or cut with brass filings, and a scale can be tipped with a thumb. So in 1898 the federal government opened an assay office in Seattle. A miner set down a bag. The assayers melted it, tested a sample, and paid the miner for the gold that was really there, by weight and by fineness.\n\nThat’s the heritage we claim. The rush was soon over; the method lasted. Melt it, test it, weigh it, write the number down, and let anyone check.',
      picture: story,
    },
    {
      id: 'older-than-the-city',
      heading: 'An older tradition',
      body: 'In much of the world, families still buy gold this way: pure, by weight, with a fee for the work. It’s given at births and weddings and worn for decades. When a piece is no longer wanted, it’s melted and made into another. Nothing is thrown away.\n\nWe bring that tradition to an American workshop. The word “karat” and the number 24 have [their own history](/qa/history-24k).',
      picture: storyWorn,
    },
    {
      id: 'what-we-make',
      heading: 'What we make',
      body: `We make mostly pendants. A pendant can be thick, and it hangs where it won’t get bumped, which is right for soft gold. They come in .25oz, .5oz, 1oz and custom sizes. Ounce sizes are approximate; what you pay for is the listed weight in grams. ${market}`,
      picture: storySizes,
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
        body: 'Quality is what can be measured: 99.99% fine, weight to 0.1 g, four tests before a piece ships. What can’t be measured, we check twice.',
      },
      {
        name: 'Family Values',
        body: 'We make things to be passed down, and we treat people the way we’d want our own families treated: a straight answer, a fair price, a promise kept.',
      },
      {
        name: 'Craftsmanship',
        body: 'Soft metal shows every careless touch. We take the time a piece needs, and we’d rather melt it and start over than ship it with an excuse.',
      },
    ],
  },
  next: [
    { to: '/products', label: 'See the collection' },
    { to: '/custom-work', label: 'Have a piece made' },
  ],
} as const satisfies Page & {
  founderMessage: { heading: string; paragraphs: readonly string[]; signature: string }
  mark: { picture: PagePicture; note: string }
  sections: readonly (Page['sections'][number] & { picture: PagePicture })[]
  guarantees: { heading: string; text: string; three: readonly Guarantee[]; all: Link }
  values: { heading: string; items: readonly { name: string; body: string }[] }
  back: Link
  next: readonly Link[]
}
