import type { Figure, Link, Page, Step } from './page.ts'
import { recast } from './pictures.ts'

// check before launch: the recast guarantee as a written warranty (GUAR-05), and what counts as
// production cost.
export const recastGuarantee = {
  title: 'Recast guarantee',
  description:
    'A piece bent or crushed by accident is cast again at {recastPrice} of production cost, for life, in 1-3 weeks. What is covered and how to send your piece.',
  lead: 'Pure gold is soft, and accidents happen. If yours is deformed by one, we cast it again.',
  picture: recast,
  terms: [
    { figure: 'For life', label: 'Lifetime recast', text: 'There is no date after which it ends.' },
    {
      figure: '{recastPrice}',
      label: 'Of production cost',
      text: 'We carry the rest. You know the sum before we begin.',
    },
    {
      figure: '1-3 weeks',
      label: 'Turnaround',
      text: 'Counted from the day the piece reaches us.',
    },
  ],
  steps: {
    heading: 'How it works',
    steps: [
      {
        heading: 'Write to us',
        body: 'Send a photograph of the damage and of the inscription to {email}, and tell us in a sentence what happened.',
      },
      {
        heading: 'Get a quote',
        body: 'We answer with the production cost, your half of it, and how to pack and insure the parcel. You owe nothing if you decide against it.',
      },
      {
        heading: 'We weigh it',
        body: 'The piece is weighed when it arrives, and you receive the figure before anything is melted.',
      },
      {
        heading: 'We cast it again',
        body: 'Same design, same metal. Then it goes through the same tests as a new piece.',
      },
      {
        heading: 'We send it back',
        body: 'With its new weight, .9999 and our stamp inscribed.',
      },
    ],
  },
  sections: [
    {
      id: 'what-is-covered',
      heading: 'What is covered',
      body: 'Pieces we made that were deformed by accident: bent, crushed, flattened, pulled out of shape, caught in a door, found by a dog. It does not matter how old the piece is.',
    },
    {
      id: 'what-is-not',
      heading: 'What is not',
      body: '- Fine scratches and a softer shine. They are the [ordinary aging](/qa/wear-aging-process) of pure gold, and they do no harm.\n- Damage done on purpose.\n- Loss and theft. Ask your insurer about those.\n- Pieces that others have soldered or altered. Another metal may have come in, and it would have to be refined out first. Ask us; we will look.',
    },
    {
      id: 'production-cost',
      heading: 'What production cost means',
      body: 'The cost of making the piece again: wax, mold, casting, finishing, tests and inscription. The gold is not part of it, because the gold is yours already. If some of it is missing, or you would like the new piece to be heavier, the added grams are priced at the gold price of the day.',
    },
    {
      id: 'a-new-piece',
      heading: 'The same piece, newly made',
      body: 'A recast follows the same design, but casting is handwork. Small differences in surface and weight are natural. The marks of its years are gone. If those are what you love about it, keep it as it is.',
    },
  ],
  next: [
    { to: '/material-guarantee', label: 'Material guarantee' },
    { to: '/laser-weight-guarantee', label: 'Laser inscribed weight guarantee' },
    { to: '/guarantees', label: 'All three guarantees' },
  ],
} as const satisfies Page & {
  terms: readonly Figure[]
  steps: { heading: string; steps: readonly Step[] }
  next: readonly Link[]
}
