import type { Link, Page, PagePicture } from './page.ts'
import { assay, laserMark, recast } from './pictures.ts'

export type Guarantee = {
  id: 'material' | 'laser-inscribed' | 'recast'
  /** The name under which it is given [FACTS-25]. */
  name: string
  to: string
  /** The fact in a few characters. */
  figure: string
  /** One sentence, for cards. */
  summary: string
  /** A few words, for phones. */
  brief: string
  /** A paragraph, for the overview. */
  body: string
  linkLabel: string
  picture: PagePicture
}

export const guarantees = {
  title: 'The triple guarantee',
  description:
    'Three written guarantees on every piece of 24k gold: Material for purity, Laser Inscribed for weight and marks, Recast for accidents, for life.',
  lead: 'What is it made of, how much of it is there, and what if something happens to it? Three questions, three written answers.',
  three: [
    {
      id: 'material',
      name: 'Material',
      to: '/material-guarantee',
      figure: '99.99%',
      summary: 'The gold is 99.99% fine, tested, and documented.',
      brief: 'Tested and documented.',
      body: 'Every piece is 99.99% fine gold. The U.S. standard for 24k is 99.95%. We test every piece and record the results.',
      linkLabel: 'Read the material guarantee',
      picture: assay,
    },
    {
      id: 'laser-inscribed',
      name: 'Laser Inscribed',
      to: '/laser-weight-guarantee',
      figure: '0.1 g',
      summary:
        'The weight (to 0.1 g), the .9999 purity mark, and our stamp are inscribed in the metal.',
      brief: 'Weight, purity, and stamp.',
      body: 'A laser inscribes the weight (to 0.1 g), the .9999 purity mark, and our maker’s stamp. A signed certificate comes in the box.',
      linkLabel: 'Read the weight guarantee',
      picture: laserMark,
    },
    {
      id: 'recast',
      name: 'Recast',
      to: '/recast-guarantee',
      figure: 'For life',
      summary:
        'If you bend it by accident, at any time, we’ll recast it for {recastPrice} of production cost.',
      brief: 'For {recastPrice} of production cost.',
      body: 'If a piece is accidentally bent out of shape, we’ll recast it for {recastPrice} of production cost. It takes 1-3 weeks. This is a lifetime guarantee.',
      linkLabel: 'Read the recast guarantee',
      picture: recast,
    },
  ],
  sections: [
    {
      id: 'why-three',
      heading: 'Why three',
      body: 'When you buy gold, you depend on things you can’t see: purity and weight. The first two guarantees let you check both: purity with an instrument, weight with a scale.\n\nThe third is about time. Pure gold is soft, and life has car doors and stone floors. You shouldn’t have to treat your piece like it’s made of glass.',
    },
    {
      id: 'which-pieces',
      heading: 'Which pieces they cover',
      body: 'Every piece we make and sell, from the [collection](/products) or [custom-made](/custom-work). There’s nothing to register, and coverage is included in the price. The only thing you’d ever pay for is your share of a recast, and we’ll quote it first. The inscription ties the piece to its guarantee, so please don’t polish it away, and keep your order confirmation.',
    },
    {
      id: 'how-to-use',
      heading: 'How to make a claim',
      body: 'Write to {email} or call {phone}. Tell us what’s wrong, and send photos of the piece and its inscription. Please wait for our reply before you send anything: we’ll tell you how to pack and insure the package.',
    },
  ],
  questions: {
    text: 'What to look for in any seller, including us.',
    link: { to: '/qa/trusting-source', label: 'Trusting Your Source' },
  },
} as const satisfies Page & {
  three: readonly Guarantee[]
  questions: { text: string; link: Link }
}
