import { geometry, water } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const harborKnot: PendantFacts = {
  id: '12',
  name: 'Harbor Knot',
  slug: 'harbor-knot',
  featured: true,
  short: 'One endless strand, woven over and under into a flat knot of four loops.',
  story: `
<p>A sailor’s mat knot in heavy gold. Follow the strand with a fingertip and it passes over, under, over, under, three times around and back to where it began; it has no end. Four loops on the outside make it sit square, and the middle is open.</p>
<h3>How it’s made</h3>
<p>The strand is laid and closed in wax, then cast in one piece in 24k gold and polished by hand. The hollows under the strands make its weight vary more than that of a flat piece. The laser mark, with the weight, the fineness (.9999), and the maker’s stamp, is on the outside of one loop.</p>`,
  small: { grams: 15.4, fee: 750 },
  large: { grams: 31.6, fee: 1250 },
  size: { height: 26.5, width: 26.5, depth: 7 },
  tolerancePercent: 5,
  finish: 'Hand polish',
  categories: [water, geometry],
  seen: {
    front: 'one endless strand, woven over and under into four loops around an open middle',
    'three-quarter':
      'the knot from below and to the right, its strands crossing one above the other',
    edge: 'the knot lying flat, with the weight, the fineness (.9999), and the maker’s stamp in fine dark lines on the outside of one loop',
    scale:
      'the Large on its chain with the Small beside it, two knots above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
