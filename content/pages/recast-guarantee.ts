import type { Figure, Link, Page, Step } from './page.ts'
import { recast } from './pictures.ts'

// check before launch: the recast guarantee as a written warranty (GUAR-05), and what counts as
// production cost.
export const recastGuarantee = {
  title: 'Recast guarantee',
  description:
    'A piece bent or crushed by accident is recast in 1-3 weeks at {recastPrice} of production cost, for life. What is covered and how to send your piece.',
  lead: 'Pure gold is soft, and accidents happen. If your piece gets bent out of shape, we’ll recast it.',
  picture: recast,
  terms: [
    { figure: 'For life', label: 'Coverage', text: 'Lifetime recast: it never expires.' },
    {
      figure: '{recastPrice}',
      label: 'Your share of production cost',
      text: 'We cover the rest. You’ll get a quote before we start.',
    },
    {
      figure: '1-3 weeks',
      label: 'Turnaround',
      text: 'From the day your piece reaches us.',
    },
  ],
  steps: {
    heading: 'How it works',
    steps: [
      {
        heading: 'Write to us',
        body: 'Email photos of the damage and the inscription to {email}, and tell us in a sentence what happened.',
      },
      {
        heading: 'Get a quote',
        body: 'We reply with the production cost, your share of it, and how to pack and insure it. You owe nothing if you decide against it.',
      },
      {
        heading: 'We weigh it',
        body: 'We weigh the piece when it arrives and tell you the weight before we melt anything.',
      },
      {
        heading: 'We recast it',
        body: 'Same design, same metal. Then it goes through the same tests as a new piece.',
      },
      {
        heading: 'We send it back',
        body: 'With its new weight, the fineness (.9999), and our stamp inscribed.',
      },
    ],
  },
  sections: [
    {
      id: 'what-is-covered',
      heading: 'What is covered',
      body: 'Pieces we made that were accidentally deformed: bent, crushed, flattened, pulled out of shape, caught in a door, or chewed by a dog. It doesn’t matter how old the piece is.',
    },
    {
      id: 'what-is-not',
      heading: 'What is not covered',
      body: '- Fine scratches and a softer shine. They’re part of the [normal aging](/qa/wear-aging-process) of pure gold, and they do no harm.\n- Damage done on purpose.\n- Loss and theft. Ask your insurer about those.\n- Pieces that someone else has soldered or altered. Another metal may have gotten in, and it would have to be refined out first. Ask us; we’ll take a look.',
    },
    {
      id: 'production-cost',
      heading: 'What production cost means',
      body: 'The cost of making the piece again: wax, mold, casting, finishing, tests, and inscription. The gold isn’t part of it, because it’s already yours. If some of it is missing, or you’d like the new piece to be heavier, you pay that day’s gold price for the added grams.',
    },
    {
      id: 'a-new-piece',
      heading: 'The same piece, newly made',
      body: 'A recast follows the same design, but casting is done by hand. Small differences in surface and weight are natural. Signs of wear will be gone. If that’s what you love about your piece, keep it as it is.',
    },
  ],
  next: [
    { to: '/material-guarantee', label: 'Material guarantee' },
    { to: '/laser-weight-guarantee', label: 'Laser-inscribed weight guarantee' },
    { to: '/guarantees', label: 'All three guarantees' },
  ],
} as const satisfies Page & {
  terms: readonly Figure[]
  steps: { heading: string; steps: readonly Step[] }
  next: readonly Link[]
}
