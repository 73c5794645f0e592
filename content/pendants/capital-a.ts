import { marks } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const capitalA: PendantFacts = {
  id: '11',
  name: 'Capital A',
  slug: 'capital-a',
  featured: false,
  short: 'A roman capital A, with a ridge down the middle of every stroke.',
  story: `
<p>The first letter of the alphabet, drawn the classical way: one thin stroke, one thick, a bar between them, and feet that widen at the base. Letters in stone are cut to a valley. This one is turned inside out and rises to a ridge, so each stroke has a bright side and a quiet side.</p>
<h3>How it’s made</h3>
<p>The letter is cast in one piece in 24k gold and its slopes are filed true. It has a flat, plain back. The weight, the fineness (.9999), and the maker’s stamp are laser-inscribed on the outer side of the thick stroke. We can make other letters as custom work.</p>`,
  small: { grams: 14.6, fee: 650 },
  large: { grams: 29.4, fee: 1100 },
  size: { height: 27, width: 28, depth: 5.6 },
  tolerancePercent: 3,
  finish: 'Filed slopes, bright ridge',
  categories: [marks],
  seen: {
    front: 'a roman capital A whose thin and thick strokes each rise to a bright ridge',
    'three-quarter':
      'the letter lying flat, seen from the lower left, with the depth of its strokes and its widened feet',
    edge: 'the letter lying flat, with the weight, the fineness (.9999), and the maker’s stamp on the outer side of its thick stroke',
    scale:
      'the Large on its chain with the Small beside it, two letters above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
