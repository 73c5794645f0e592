/** Prints what the pictures need to know of the pendants, as JSON. Run: node content/pendants/render/facts.ts */
import { pendantFacts } from '../catalog.ts'
import { smallScale } from '../pendant.ts'

const facts = pendantFacts.map((pendant) => ({
  slug: pendant.slug,
  grams: { small: pendant.small.grams, large: pendant.large.grams },
  size: pendant.size,
  smallScale: smallScale(pendant),
}))

process.stdout.write(`${JSON.stringify(facts)}\n`)
