import type { Figure, Link, Page } from './page.ts'
import { laserMark } from './pictures.ts'

export const laserWeightGuarantee = {
  title: 'Laser inscribed weight guarantee',
  description:
    'Each piece carries its weight to 0.1 g, the purity mark .9999 and a maker’s stamp, inscribed by laser. Put it on a scale and compare for yourself.',
  lead: 'Weight, purity and maker are written on the metal itself. Paper can be lost; this stays with the piece.',
  picture: laserMark,
  inscription: {
    heading: 'What is inscribed',
    text: 'Three marks, small and sharp, where they do not disturb the design.',
    marks: [
      {
        figure: '14.7 g',
        label: 'Weight, to 0.1 g',
        text: 'The weight of the piece itself, taken after finishing. This is an example; yours has its own.',
      },
      {
        figure: '.9999',
        label: 'Purity mark',
        text: 'At least 9,999 parts of gold in 10,000.',
      },
      {
        figure: 'Stamp',
        label: 'Maker’s stamp',
        text: 'Our sign. It says who stands behind the other two.',
      },
    ],
  },
  sections: [
    {
      id: 'why-a-laser',
      heading: 'Why a laser',
      body: 'A punch drives soft gold aside and can bend a thin place. A laser writes a shallow line without force, small enough for an edge and sharp enough to read under a loupe. The gold it takes away is far less than a scale can show.',
    },
    {
      id: 'two-weights',
      heading: 'Listed weight and inscribed weight',
      body: 'The product page lists the weight of a size, and the price is computed from it. Each piece is cast and finished by hand, so its own weight may differ by a small tolerance, which is stated with the product. The inscription gives the figure of the piece in your hand.\n\nWe weigh each piece before it leaves. If it is lighter than you paid for by more than the error of our scale, the price of the missing gold goes back to you, without being asked. If it is heavier, you pay nothing more.',
    },
    {
      id: 'certificate',
      heading: 'The certificate in the box',
      body: 'It says what the piece weighed, its serial number, and the gold price it was sold at, and it never names you. It is signed, so anybody can check it without asking us, even when we are gone. With the private code beside it you can see what the gold is worth today, report the piece lost, or hand the certificate on to its next owner.',
    },
    {
      id: 'check-it',
      heading: 'Check it yourself',
      body: '1. Take the piece off its chain.\n2. Use a scale that reads to 0.1 g. A US nickel should show 5.0 g on it.\n3. Compare the figure with the inscription.\n\nA difference of 0.1 g can come from the rounding of your scale. If it is more, tell us.',
    },
    {
      id: 'the-promise',
      heading: 'The promise',
      body: 'The inscribed weight is true to 0.1 g on the day the piece leaves us. If you find on arrival that it is not, write to {email}. We will weigh the piece again and put it right: with a new piece, or by returning what was paid for gold that is not there.',
    },
    {
      id: 'years-later',
      heading: 'Years later',
      body: 'Wear takes very little from a solid piece, but it takes something. If an inscription has become hard to read, we can weigh the piece and inscribe it again. After a [recast](/recast-guarantee) it gets a new inscription in any case.',
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
