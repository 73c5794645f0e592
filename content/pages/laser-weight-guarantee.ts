import type { Figure, Link, Page } from './page.ts'
import { laserMark } from './pictures.ts'

export const laserWeightGuarantee = {
  title: 'Laser-inscribed weight guarantee',
  description:
    'Each piece carries its weight to 0.1 g, the purity mark .9999, and a maker’s stamp, inscribed by laser. Put it on a scale and compare for yourself.',
  lead: 'The weight, purity, and maker are inscribed on the metal itself. Paper can get lost; this stays with the piece.',
  picture: laserMark,
  inscription: {
    heading: 'What is inscribed',
    text: 'Three marks, small and sharp, placed where they don’t detract from the design.',
    marks: [
      {
        figure: '14.7 g',
        label: 'Weight, to 0.1 g',
        text: 'The weight of the piece itself, measured after finishing. This is an example; your piece shows its own weight.',
      },
      {
        figure: '.9999',
        label: 'Purity mark',
        text: 'At least 9,999 parts of gold in 10,000.',
      },
      {
        figure: 'Stamp',
        label: 'Maker’s stamp',
        text: 'Our mark. It shows who vouches for the other two.',
      },
    ],
  },
  sections: [
    {
      id: 'why-a-laser',
      heading: 'Why a laser',
      body: 'A punch pushes soft gold aside and can bend thin areas. A laser draws a shallow line without pressing on the metal. The line is fine enough to fit on an edge and sharp enough to read under a loupe. It removes far too little gold for a scale to show.',
    },
    {
      id: 'two-weights',
      heading: 'Listed weight and inscribed weight',
      body: 'The product page lists the weight of each size, and the price is based on it. Each piece is cast and finished by hand, so its actual weight may differ slightly, within the tolerance listed with the product. The inscription gives the weight of the piece in your hand.\n\nWe weigh each piece before it ships. If it weighs less than you paid for by more than our scale’s margin of error, we refund you for the missing gold. You don’t have to ask. If it is heavier, you pay nothing more.',
    },
    {
      id: 'certificate',
      heading: 'The certificate in the box',
      body: 'It records what the piece weighed, its serial number, and the gold price you paid. Your name is never on it. It’s signed, so anyone can verify it without us, even if we’re no longer in business. With the private claim code that comes with it, you can see what the gold is worth today, report the piece lost, or transfer the certificate to its next owner.',
    },
    {
      id: 'check-it',
      heading: 'Check it yourself',
      body: '1. Take the piece off its chain.\n2. Use a scale that reads to 0.1 g. A U.S. nickel should read 5.0 g.\n3. Compare the figure with the inscription.\n\nA difference of 0.1 g can come from rounding on your scale. If it’s more, tell us.',
    },
    {
      id: 'the-promise',
      heading: 'The promise',
      body: 'The inscribed weight is accurate to 0.1 g on the day the piece leaves us. If you find on arrival that it isn’t, write to {email}. We’ll weigh the piece again and make it right: with a new piece, or with a refund for the missing gold.',
    },
    {
      id: 'years-later',
      heading: 'Years later',
      body: 'Wear takes very little from a solid piece, but it does take something. If an inscription gets hard to read, we can weigh the piece and inscribe it again. After a [recast](/recast-guarantee), it gets a new inscription anyway.',
    },
  ],
  next: [
    { to: '/material-guarantee', label: 'Material guarantee' },
    { to: '/recast-guarantee', label: 'Recast guarantee' },
    { to: '/guarantees', label: 'All three guarantees' },
  ],
} as const satisfies Page & {
  inscription: { heading: string; text: string; marks: readonly Figure[] }
  next: readonly Link[]
}
