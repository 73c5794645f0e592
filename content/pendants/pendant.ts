import { builtInChain, chainName } from '#app/domain/catalog/necklace-chain.ts'
import type { Attribute, Category, Product } from '#app/domain/catalog/product.ts'

/** What is particular to one built-in pendant. Everything else about it follows from these facts. */
export type PendantFacts = {
  id: string
  name: string
  slug: string
  featured: boolean
  short: string
  /** HTML: what the form is, how it is made, where the laser mark is. */
  story: string
  small: SizeFacts
  large: SizeFacts
  /** Millimeters, of Large, without the bail. Small is the same form at the same proportions. */
  size: { height: number; width: number; depth: number }
  /** A casting's weight is within this of the listed grams. */
  tolerancePercent: 3 | 5
  finish: string
  categories: readonly Category[]
  /** What each picture shows, for those who do not see it; without a full stop. That of `body` follows. */
  seen: Readonly<Record<Exclude<View, 'body'>, string>>
}

type SizeFacts = { grams: number; fee: 600 | 650 | 750 | 1100 | 1250 }

/** From where each pendant is seen, in the order of its pictures. */
export const views = ['front', 'body', 'three-quarter', 'edge', 'scale'] as const

type View = (typeof views)[number]

/** Catalog price of every built-in pendant; never charged, since each has sizes. Source: specification, section 9. */
const catalogPrice = '2499.00'

export function pendant(facts: PendantFacts): Product {
  const { id, name, slug } = facts
  const seen = { ...facts.seen, body: seenWorn(facts) }
  return {
    id,
    name,
    slug,
    price: catalogPrice,
    description: `${facts.story.trim()}\n${weightAndSize(facts)}`,
    short_description: facts.short,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    active: true,
    featured: facts.featured,
    images: views.map((view, order) => ({
      id: `p${id}-img-${order}`,
      src: `/pendants/${slug}-${view}.jpg`,
      alt: `${name}${view === 'front' ? ' on its chain' : ''}: ${seen[view]}.`,
      order,
    })),
    attributes: attributes(facts),
    categories: [...facts.categories],
    related_ids: [],
    shipping_class: '',
  }
}

function attributes(facts: PendantFacts): Attribute[] {
  const { id, small, large, size, finish } = facts
  const ofSmall = scaled(size, smallScale(facts))
  const rows: [name: string, option: string][] = [
    ['Gold Size: Small', goldSize(small)],
    ['Gold Size: Large', goldSize(large)],
    ['Height', `${size.height} mm`],
    ['Width', `${size.width} mm`],
    ['Depth', `${size.depth} mm`],
    ['Fineness', '.9999 (24k)'],
    ['Finish', finish],
    [chainName, builtInChain],
    ['Height: Small', `${ofSmall.height} mm`],
    ['Width: Small', `${ofSmall.width} mm`],
    ['Depth: Small', `${ofSmall.depth} mm`],
  ]
  return rows.map(([name, option], at) => ({ id: `p${id}-attr-${at}`, name, option }))
}

const goldSize = ({ grams, fee }: SizeFacts) => `Weight: ${grams.toFixed(1)}g, Fee: $${fee}`

/** What the weights and measures mean; the figures themselves are its sizes and specifications. */
function weightAndSize({ tolerancePercent }: PendantFacts): string {
  return `<h3>Weight and size</h3>
<p>You pay for the listed weight; each casting is within ${tolerancePercent}% of it. If yours weighs less by more than our scale’s margin of error, we refund you for the missing gold; if it weighs more, you pay nothing more. Dimensions are height × width × depth, not including the bail (the loop for the chain). An 18-inch chain is included.</p>`
}

/** Same form, same metal: lengths go with the cube root of the weight. */
export const smallScale = ({ small, large }: Pick<PendantFacts, 'small' | 'large'>) =>
  Math.cbrt(small.grams / large.grams)

/** The worn view is rendered at true scale: `content/pendants/render/body.py`. */
const seenWorn = ({ size }: PendantFacts) =>
  `the Large, ${size.width} mm wide, worn on an 18-inch chain at the open neck of a linen shirt, in a to-scale rendering`

/** To a tenth of a millimeter. */
function scaled({ height, width, depth }: PendantFacts['size'], scale: number) {
  const of = (mm: number) => Number((mm * scale).toFixed(1))
  return { height: of(height), width: of(width), depth: of(depth) }
}
