import { marks } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const compassCoin: PendantFacts = {
  id: '9',
  name: 'Compass Coin',
  slug: 'compass-coin',
  featured: true,
  short: 'A solid coin with a beaded rim and a sixteen-point compass rose.',
  story: `
<p>A flat, round piece, slightly thicker than a coin. Inside a rim of sixty beads lies a ring of degree marks, and inside that a compass rose of sixteen points, each cut with a lit side and a shaded one. It bears no face, no country, and no date. The back is plain, with room for a line of engraving.</p>
<h3>How it’s made</h3>
<p>The coin is cast in 24k gold, then its field is turned with fine rings and its edge is reeded. One plain panel in the edge carries the laser mark: the weight, the fineness (.9999), and the maker’s stamp.</p>`,
  small: { grams: 15.1, fee: 600 },
  large: { grams: 30.3, fee: 1100 },
  size: { height: 25, width: 25, depth: 3.5 },
  tolerancePercent: 3,
  finish: 'Turned field, polished rose',
  categories: [marks],
  seen: {
    front: 'a round coin with a rim of beads, degree marks, and a rose of sixteen points',
    'three-quarter':
      'the coin from below and to the right, its edge reeded and its beads rising above the field',
    edge: 'the coin lying flat, with the weight, the fineness (.9999), and the maker’s stamp on a plain panel of its reeded edge',
    scale:
      'the Large on its chain with the Small beside it, two coins above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
