import type { Figure, Link, Page, Step } from './page.ts'
import { assay } from './pictures.ts'

// check before launch: the 99.95% US standard for 24k, here and in guarantees.ts (GUAR-02, D35);
// that tests and records are kept as described.
export const materialGuarantee = {
  title: 'Material guarantee',
  description:
    'We guarantee gold that is 99.99% fine, against the U.S. 24k standard of 99.95%. How each piece is tested and documented, and what we do if we are wrong.',
  lead: 'The gold in your piece is 99.99% fine. We say so in writing, and we show you how we know.',
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
        label: 'The U.S. standard for 24k',
        text: 'Up to five parts in ten thousand.',
      },
    ],
  },
  tests: {
    heading: 'Four tests',
    text: 'We test each piece after it’s finished and before it’s inscribed. Only pieces that pass all four tests move on.',
    steps: [
      {
        heading: 'XRF analysis',
        body: 'Under X-rays, each element in the metal gives off its own signal. The instrument should see gold, and no measurable trace of silver, copper, zinc, nickel, or lead. It leaves no mark.',
      },
      {
        heading: 'Weight and dimension check',
        body: 'We weigh and measure the piece and compare the numbers with its design. Pure gold weighs about 19.3 g per cubic centimeter. A piece that’s too light for its size doesn’t pass.',
      },
      {
        heading: 'Visual inspection',
        body: 'Under magnification, we look for pores, cracks, seams, and anything the mold left behind. Front, back, edges, and loop.',
      },
      {
        heading: 'Durability',
        body: 'We check the loop, the thin areas, and the edges by hand for weakness. Pure gold is soft, but a finished piece should never be fragile.',
      },
    ],
  },
  sections: [
    {
      id: 'documentation',
      heading: 'Documentation',
      body: 'Each piece has a record: what it is, its weight, its dimensions, the test results, and the date. You get a copy with your piece, and we keep one. If you lose yours, ask us for another.',
    },
    {
      id: 'one-metal',
      heading: 'One metal throughout',
      body: 'The guarantee covers the piece itself, including its loop: no plating, no hidden core, no alloy solder. If a product comes with a chain, the product page says what the chain is made of.',
    },
    {
      id: 'limits',
      heading: 'What a test can tell you',
      body: 'XRF reads a thin layer at the surface, and every reading has some uncertainty. That’s why it’s only one of four tests, and why we keep everything that touches pure gold separate from other metals. The article on [trusting your source](/qa/trusting-source) explains what you can check on your own.',
    },
    {
      id: 'if-we-were-wrong',
      heading: 'If we’re wrong',
      body: 'Have the piece tested by a lab or jeweler of your choice at any time. If the result says the gold isn’t what we promised, write to {email} with the report. We’ll test the piece again with you present. If the gold falls short, it’s your choice: we’ll remake the piece or refund what you paid.',
    },
  ],
  next: [
    { to: '/laser-weight-guarantee', label: 'Laser-inscribed weight guarantee' },
    { to: '/recast-guarantee', label: 'Recast guarantee' },
    { to: '/guarantees', label: 'All three guarantees' },
  ],
} as const satisfies Page & {
  comparison: { heading: string; text: string; rows: readonly Figure[] }
  tests: { heading: string; text: string; steps: readonly Step[] }
  next: readonly Link[]
}
