import { land } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const firCone: PendantFacts = {
  id: '7',
  name: 'Fir Cone',
  slug: 'fir-cone',
  featured: false,
  short: 'A Douglas fir cone in the round, each scale with its three-pointed bract.',
  story: `
<p>A closed cone, hanging tip down as it does on the tree. The scales follow the spiral of the real thing, and from under each one shows the three-pointed bract that identifies a Douglas fir. It is solid and modeled all the way around, so it has no back.</p>
<h3>How it is made</h3>
<p>The cone is modeled scale by scale and cast in one piece in 24k gold. The scales are burnished and the depths between them left matte. A smooth patch near the tip carries the laser mark: weight, .9999, and the maker’s stamp.</p>`,
  small: { grams: 14.2, fee: 750 },
  large: { grams: 28.4, fee: 1250 },
  size: { height: 25, width: 11.6, depth: 11.6 },
  tolerancePercent: 3,
  finish: 'Burnished scales, matte depths',
  categories: [land],
  seen: {
    front:
      'a slender closed cone on its chain, tip down, with rounded scales and three-pointed bracts',
    'three-quarter': 'the cone lying, seen from its tip, its scales going around it in a spiral',
    edge: 'the cone lying, on a smooth patch near its tip the weight, .9999, and the maker’s stamp',
    scale: 'Large on its chain and Small beside it, two cones above a millimeter ruler',
  },
}
