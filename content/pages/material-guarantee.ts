import type { Figure, Link, Page, Step } from './page.ts'
import { assay } from './pictures.ts'

// check before launch: the 99.95% US standard for 24k, here and in guarantees.ts (GUAR-02, D35);
// that tests and records are kept as described.
export const materialGuarantee = {
  title: 'Material guarantee',
  description:
    'We guarantee gold that is 99.99% fine, against the US 24k standard of 99.95%. How each piece is tested and documented, and what we do if we are wrong.',
  lead: 'The gold in your piece is 99.99% fine. We say so in writing, and we show how we know.',
  picture: assay,
  comparison: {
    heading: 'Five parts, or one',
    text: 'Out of ten thousand parts by weight, this is how many may be something other than gold.',
    rows: [
      {
        figure: '99.99%',
        label: 'Our gold, .9999 fine',
        text: 'At most one part in ten thousand.',
      },
      {
        figure: '99.95%',
        label: 'The US standard for 24k',
        text: 'Up to five parts in ten thousand.',
      },
    ],
  },
  tests: {
    heading: 'Four tests',
    text: 'A piece is tested after it is finished and before it is inscribed. It goes on only when it has passed all four.',
    steps: [
      {
        heading: 'XRF analysis',
        body: 'Under X-rays, each element in the metal gives off its own signal. The instrument should see gold, and no trace of silver, copper, zinc, nickel or lead above its background. It leaves no mark.',
      },
      {
        heading: 'Weight and dimension check',
        body: 'The piece is weighed and measured, and the figures are compared with its design. Pure gold has about 19.3 g in a cubic centimeter. A piece that is too light for its size does not pass.',
      },
      {
        heading: 'Visual inspection',
        body: 'Under magnification we look for pores, cracks, seams and anything the mold has left behind. Front, back, edges and loop.',
      },
      {
        heading: 'Durability',
        body: 'We check the loop, the thin places and the edges by hand for weakness. Pure gold is soft, but a piece must not be frail.',
      },
    ],
  },
  sections: [
    {
      id: 'documentation',
      heading: 'Documentation',
      body: 'Each piece has a record: what it is, its weight, its dimensions, the result of the tests and the date. A copy goes to you with the piece and one stays with us. If you lose yours, ask for another.',
    },
    {
      id: 'one-metal',
      heading: 'One metal throughout',
      body: 'The guarantee is for the piece itself, its loop included: no plating, no hidden core, no solder of another alloy. Where a product comes with a chain, the product page says what the chain is.',
    },
    {
      id: 'limits',
      heading: 'What a test can tell',
      body: 'XRF reads a thin layer at the surface, and every reading has an uncertainty. That is why it is one test of four, and why we keep what touches pure gold apart from other metals. The article on [trusting your source](/qa/trusting-source) explains what you can check on your own.',
    },
    {
      id: 'if-we-were-wrong',
      heading: 'If we were wrong',
      body: 'Have the piece tested by a laboratory or a jeweler of your choice, whenever you like. If the result says that the gold is not what we promised, write to {email} with the report. We will test the piece again together with you. If the gold falls short, you choose: we make the piece again, or we return what you paid.',
    },
  ],
  next: [
    { to: '/laser-weight-guarantee', label: 'Laser inscribed weight guarantee' },
    { to: '/recast-guarantee', label: 'Recast guarantee' },
    { to: '/guarantees', label: 'All three guarantees' },
  ],
} as const satisfies Page & {
  comparison: { heading: string; text: string; rows: readonly Figure[] }
  tests: { heading: string; text: string; steps: readonly Step[] }
  next: readonly Link[]
}
