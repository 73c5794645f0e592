import { assay, custom, laserMark, story } from './pictures.ts'

/** Under every piece: how it came to be, in four pictures [FACTS-12]. */
export const making = {
  heading: 'How our pieces are made',
  steps: [
    {
      heading: 'Wax',
      body: 'The form stands in wax first, carved or printed.',
      picture: custom,
    },
    {
      heading: 'Gold',
      body: 'Grains of pure gold are melted and poured where the wax was.',
      picture: story,
    },
    {
      heading: 'Test',
      body: 'X-rays show what the metal is, and how much of it is gold.',
      picture: assay,
    },
    {
      heading: 'Mark',
      body: 'The piece is weighed, and a laser writes its grams on it.',
      picture: laserMark,
    },
  ],
} as const
