import { box, drawing, pour } from './making-pictures.ts'
import { custom, laserMark } from './pictures.ts'

/** Under every piece: how it came to be, in four pictures [FACTS-12]. */
export const making = {
  heading: 'How our pieces are made',
  steps: [
    {
      heading: 'Drawing',
      body: 'Each form begins on paper, with its measures and its grams.',
      picture: drawing,
    },
    {
      heading: 'Wax',
      body: 'Then it stands in wax, carved or printed.',
      picture: custom,
    },
    {
      heading: 'Pour',
      body: 'The wax melts out of a plaster mold, and pure gold takes its place.',
      picture: pour,
    },
    {
      heading: 'Inscription',
      body: 'The finished piece is weighed, and a laser writes its grams on it.',
      picture: laserMark,
    },
  ],
  /** True of these pictures alone: those of a product may be the owner's photographs. */
  note: 'These four pictures, and that of the box, are computer renderings.',
} as const

/** What arrives [FACTS-19]; the terms ask for it to be checked before launch. `piece` is said of what hangs on nothing. */
export const inTheBox = {
  heading: 'What comes in the box',
  picture: box,
  piece: {
    heading: 'The piece',
    alone: 'Tested, weighed and inscribed.',
    on: (chain: string) => `Tested, weighed and inscribed, on its ${chain}.`,
  },
  certificate: {
    heading: 'A signed certificate',
    body: 'It says what the piece weighed, its serial number and the gold price of that day.',
    more: { to: '/laser-weight-guarantee#certificate', label: 'What the certificate is for' },
  },
  note: {
    heading: 'A gift note, if you write one',
    body: 'You add it in the cart. It is printed on the packing slip, without prices.',
  },
} as const
