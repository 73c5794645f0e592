import { water } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const soundWave: PendantFacts = {
  id: '5',
  name: 'Sound Wave',
  slug: 'sound-wave',
  featured: true,
  short: 'Rows of swells under an open sky: Puget Sound from the deck of a ferry.',
  story: `
<p>A soft-cornered square with a narrow rim. The upper third is left plain, like sky. Below it the swells come forward in nine rows, fine at the horizon and broad at the near edge, so the light moves across them as the piece turns.</p>
<h3>How it’s made</h3>
<p>The swells are carved once by hand, then each pendant is cast in one piece in 24k gold. The crests and the sky are polished; the troughs keep a fine grain. Its weight, the fineness (.9999), and the maker’s stamp are laser-inscribed on the right-hand edge.</p>`,
  small: { grams: 14.7, fee: 750 },
  large: { grams: 28.9, fee: 1250 },
  size: { height: 24, width: 24, depth: 3.4 },
  tolerancePercent: 3,
  finish: 'Polished crests, satin troughs',
  categories: [water],
  seen: {
    front: 'a soft-cornered square of polished gold, plain sky above rows of swells',
    'three-quarter':
      'the square from below and to the right, the crests of the swells rising above its narrow rim',
    edge: 'the square lying flat, its smooth edge in front, with the weight, the fineness (.9999), and the maker’s stamp on it',
    scale:
      'the Large on its chain with the Small beside it, two squares of swells above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
