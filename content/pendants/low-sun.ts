import { land, water } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const lowSun: PendantFacts = {
  id: '8',
  name: 'Low Sun',
  slug: 'low-sun',
  featured: false,
  short: 'A half sun with thirteen folded rays above a straight line of water.',
  story: `
<p>The sun on a late-summer evening, half set. Thirteen rays spread from it like an open fan, each with a ridge down the middle and a rounded end. Below runs a level bar of water, with short strokes of light on it.</p>
<h3>How it’s made</h3>
<p>The rays are cut as true folds, so that one side of each is lit while the other is in shadow, whichever way the piece hangs. It is cast in one piece in 24k gold and polished along the rays. The weight, the fineness (.9999), and the maker’s stamp are laser-inscribed on the end of the bar.</p>`,
  small: { grams: 14.5, fee: 650 },
  large: { grams: 29.1, fee: 1100 },
  size: { height: 18, width: 30, depth: 4.4 },
  tolerancePercent: 3,
  finish: 'Polished along the rays',
  categories: [land, water],
  seen: {
    front: 'a half sun with thirteen folded rays above a level bar with ripples of light',
    'three-quarter':
      'the half sun lying flat, seen from the lower left, its thin fan of rays behind the thicker bar',
    edge: 'the half sun lying flat, with the weight, the fineness (.9999), and the maker’s stamp in fine dark lines on the end of the bar',
    scale:
      'the Large on its chain with the Small beside it, two half suns above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
