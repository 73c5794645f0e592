import { type Point, polar, sample, short, smooth } from '../geometry.ts'
import { around, cut, fill, gold, ink, linear, radial } from '../gold.ts'
import { boxAround, type Form, type View } from '../view.ts'

const scales = 88
/** Half the width of the cone at `down` (0 at the stem, 1 at the tip); fullest a little above the middle. */
const girth = (down: number) => 103 * Math.sin(Math.PI * down ** 0.86) ** 0.62 * (1 - 0.12 * down)
const top = -246
const length = 474

type Scale = { x: number; y: number; down: number; turn: number }

/** Each scale stands the golden angle on from the last, as on the tree. */
const spiral = (turned: number): Scale[] =>
  Array.from({ length: scales }, (_, at) => {
    const down = (0.035 + 0.95 * ((at + 0.5) / scales)) ** 1.02
    const turn = ((at * 137.508 + turned + 180) % 360) - 180
    return { x: girth(down) * Math.sin((turn * Math.PI) / 180), y: top + length * down, down, turn }
  })
    .filter(({ turn }) => Math.abs(turn) < 104)
    // Upper scales lie over lower ones, and those in front over those at the sides.
    .sort((a, b) => b.down - a.down || Math.abs(b.turn) - Math.abs(a.turn))

function placed({ x, y, down, turn }: Scale): string {
  const size = 0.5 + 0.5 * (girth(down) / 103)
  const side = Math.sin((turn * Math.PI) / 180)
  const narrow = Math.max(0.42, Math.cos((turn * Math.PI) / 180)) * size
  // Toward the tip the scales close in; at the sides they stand a little away.
  const lean = -side * (10 + 16 * (0.5 - down))
  const tone = Math.min(4, Math.max(0, Math.round((side + 0.75) * 2.3)))
  return `<use href="#s" fill="url(#c${tone})" transform="translate(${short(x)} ${short(y)})rotate(${short(lean)})scale(${(Math.round(narrow * 100) / 100).toString()} ${(Math.round(size * 100) / 100).toString()})"/>`
}

const fan = 'M-12-30C-34-22-44 6-32 22C-22 35 22 35 32 22C44 6 34-22 12-30Z'
const veins = [-62, -40, -20, 0, 20, 40, 62]
  .map((degrees) => {
    const [x, y] = polar(1, 90 + degrees * 0.72)
    const near = 26
    const far = 56 - Math.abs(degrees) * 0.14
    return `M${short(x * near)} ${short(-30 + y * near)}L${short(x * far)} ${short(-30 + y * far)}`
  })
  .join('')

const symbol =
  `<g id="s">` +
  fill(
    'M-9 18L-15 46Q-10 44-5.5 36L0 58 5.5 36Q10 44 15 46L9 18Z',
    'url(#b)',
    `stroke="${ink}" stroke-width="1.1" stroke-linejoin="round"`,
  ) +
  `<path d="${fan}" stroke="${ink}" stroke-width="1.8"/>` +
  cut(veins, 1.1, 0.42) +
  `<path d="M-27 21C-17 30.5 17 30.5 27 21" fill="none" stroke="${gold(1)}" stroke-width="2.4" stroke-linecap="round" opacity=".85"/>` +
  `</g>`

const outline = smooth(
  [
    ...sample(14, (t): Point => [-girth(t) - 12, top + 8 + (length - 6) * t]),
    ...sample(14, (t): Point => [girth(1 - t) + 12, top + 8 + (length - 6) * (1 - t)]),
  ],
  true,
)

const cone = (turned: number, extra = ''): View => ({
  defs:
    [0.99, 0.94, 0.82, 0.68, 0.5]
      .map((tone, at) =>
        radial(`c${at}`, [0.4, 0.62], 0.75, around(tone, '0 .04, 38 -.12, 72 -.36, 100 -.6')),
      )
      .join('') +
    linear('b', [0, 0], [0, 1], '0 .2, 50 .66, 100 .96') +
    linear('stem', [0, 0], [1, 0], '0 .5, 30 .96, 60 .6, 100 .2') +
    linear('core', [0, 0], [1, 0], '0 .3, 40 .36, 100 .06') +
    symbol,
  body:
    fill(outline, 'url(#core)') +
    spiral(turned).map(placed).join('') +
    fill('M-13-250H13L18-232Q0-222-18-232Z', 'url(#stem)', `stroke="${ink}" stroke-width="1.4"`) +
    extra,
  outline: fill(outline, '#000'),
  box: boxAround(232, 500),
})

const patch = fill(
  'M-26 168Q0 160 26 168L20 204Q0 212-20 204Z',
  'url(#stem)',
  `stroke="${ink}" stroke-width="1.2" stroke-opacity=".7"`,
)

export const firCone: Form = { front: cone(20), edge: { ...cone(110, patch), mark: [0, 187] } }
