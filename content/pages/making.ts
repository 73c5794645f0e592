import { box, drawing, pour } from './making-pictures.ts'
import { custom, laserMark } from './pictures.ts'

/** Under every piece: how it came to be, in four pictures [FACTS-12]. */
export const making = {
  heading: 'How our pieces are made',
  steps: [
    {
      heading: 'Drawing',
      body: 'Every design starts on paper, with its dimensions and weight.',
      picture: drawing,
    },
    {
      heading: 'Wax',
      body: 'Next, we carve or print it in wax.',
      picture: custom,
    },
    {
      heading: 'Pour',
      body: 'The wax melts out of a plaster mold, and pure gold takes its place.',
      picture: pour,
    },
    {
      heading: 'Inscription',
      body: 'We weigh the finished piece, and a laser inscribes the weight.',
      picture: laserMark,
    },
  ],
  /** True of these pictures alone: those of a product may be the owner's photographs. */
  note: 'These four images, and the one of the box, are computer renderings.',
} as const

/** What arrives [FACTS-19]; the terms ask for it to be checked before launch. `piece` is said of what hangs on nothing. */
export const inTheBox = {
  heading: 'What comes in the box',
  picture: box,
  /** The picture is the same on every page. */
  shown: 'A plain gold disc is shown in place of your piece.',
  piece: {
    heading: 'The piece',
    alone: 'Tested, weighed, and inscribed.',
    beside: 'Your pendant: tested, weighed, and inscribed.',
    on: (chain: string) => `Your pendant, on its ${chain}: tested, weighed, and inscribed.`,
  },
  certificate: {
    heading: 'A signed certificate',
    body: 'It records the weight, the serial number, and the gold price on the day you bought the piece.',
    more: { to: '/laser-weight-guarantee#certificate', label: 'What the certificate is for' },
  },
  note: {
    heading: 'A gift note (optional)',
    body: 'Write your note in the cart. We’ll print it on the packing slip, which shows no prices.',
  },
} as const
