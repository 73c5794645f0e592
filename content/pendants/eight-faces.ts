import { geometry } from './categories.ts'
import type { PendantFacts } from './pendant.ts'

export const eightFaces: PendantFacts = {
  id: '10',
  name: 'Eight Faces',
  slug: 'eight-faces',
  featured: false,
  short: 'A regular octahedron: eight equal triangles, solid gold all the way through.',
  story: `
<p>The octahedron is one of the five regular solids, and one of the shapes in which gold itself can crystallize. Ours hangs from one corner. It is the most compact piece we make, and it shows plainly how small an ounce of gold is. Nothing is drawn on it; the eight faces take their light from the room.</p>
<h3>How it’s made</h3>
<p>It is cast solid in 24k gold, with no hollow inside. The faces are lapped flat and polished, and the edges are softened just enough not to snag. The weight, the fineness (.9999), and the maker’s stamp are laser-inscribed in the middle of one lower face.</p>`,
  small: { grams: 14.1, fee: 600 },
  large: { grams: 28.1, fee: 1100 },
  size: { height: 20.6, width: 20.6, depth: 20.6 },
  tolerancePercent: 3,
  finish: 'Mirror polish',
  categories: [geometry],
  seen: {
    front: 'an octahedron hanging from one corner, each polished face in its own light',
    'three-quarter':
      'the octahedron resting on one of its faces, with the weight, the fineness (.9999), and the maker’s stamp on another',
    edge: 'the octahedron up close, with the weight, the fineness (.9999), and the maker’s stamp in the middle of one face',
    scale:
      'the Large on its chain with the Small beside it, two octahedra above a ruler in millimeters and inches, with a disc the size of a US quarter in the corner',
  },
}
