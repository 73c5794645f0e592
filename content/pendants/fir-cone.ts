import { land } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const firCone: PendantFacts = {
  id: '7',
  name: 'Fir Cone',
  slug: 'fir-cone',
  featured: false,
  short: 'A Douglas fir cone in the round, each scale with its three-pointed bract.',
  story: `
<p>A closed cone, hanging tip down as it does on the tree. The scales follow the spiral of the real thing, and from under each one peeks the three-pointed bract that identifies a Douglas fir. It is solid and modeled all the way around, so it has no back.</p>
<h3>How it’s made</h3>
<p>The cone is modeled scale by scale and cast in one piece in 24k gold. The scales are burnished, and the recesses between them are left matte. A smooth patch near the tip carries the laser mark: the weight, the fineness (.9999), and the maker’s stamp.</p>`,
  small: { grams: 14.2, fee: 750 },
  large: { grams: 28.4, fee: 1250 },
  size: { height: 25, width: 11.6, depth: 11.6 },
  tolerancePercent: 3,
  finish: 'Burnished scales, matte recesses',
  categories: [land],
  seen: {
    front: 'a slender closed cone, tip down, with rounded scales and three-pointed bracts',
    'three-quarter': 'the cone on its side, seen from the tip, its scales spiraling around it',
    edge: 'the cone on its side, with the weight, the fineness (.9999), and the maker’s stamp on a smooth patch near the tip',
    scale:
      'the Large on its chain with the Small beside it, above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
