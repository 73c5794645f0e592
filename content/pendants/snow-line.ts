import { land } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const snowLine: PendantFacts = {
  id: '6',
  name: 'Snow Line',
  slug: 'snow-line',
  featured: true,
  short: 'A single peak, frosted above the snow line and polished below it.',
  story: `
<p>One mountain, cut in facets from its summit to a straight base. It isn’t a portrait of a particular peak; it’s what you see above the city on a clear day, drawn as simply as we could. The frosted part is the snow, and it ends where the polish begins.</p>
<h3>How it’s made</h3>
<p>The facets are cut in a model and cast in one piece in 24k gold. Below the snow line each is planished with a small hammer and polished, its edges left soft; above it they are frosted with a fine point. The laser mark, with the weight, the fineness (.9999), and the maker’s stamp, is on the side of the base.</p>`,
  small: { grams: 15.2, fee: 650 },
  large: { grams: 30.2, fee: 1100 },
  size: { height: 24, width: 28, depth: 7 },
  tolerancePercent: 3,
  finish: 'Frosted snow, polished rock',
  categories: [land],
  seen: {
    front: 'a mountain in facets, frosted above a jagged snow line and polished below',
    'three-quarter':
      'the mountain lying flat, seen from the lower left, its ridge rising well above the flat base',
    edge: 'the mountain seen from its base, which bears the weight, the fineness (.9999), and the maker’s stamp',
    scale:
      'the Large on its chain with the Small beside it, two peaks above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
