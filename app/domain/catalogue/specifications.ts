import { isGoldSize } from './gold-size.ts'
import type { Attribute } from './product.ts'

const dimensions = [
  { name: 'Height', adjective: 'high' },
  { name: 'Width', adjective: 'wide' },
  { name: 'Depth', adjective: 'deep' },
] as const

/**
 * `24 mm high × 18 mm wide × 3 mm deep` from the Height, Width and Depth attributes [PDP-15]; null
 * without any. Units are as staff typed them.
 */
export function dimensionsOf(attributes: readonly Attribute[]): string | null {
  const shown = attributes.filter(hasValue)
  const parts = dimensions.flatMap(({ name, adjective }) => {
    const attribute = shown.find((candidate) => candidate.name.trim() === name)
    return attribute ? [`${attribute.option.trim()} ${adjective}`] : []
  })
  return parts.length > 0 ? parts.join(' × ') : null
}

/** Everything that is neither a gold size nor a dimension [PDP-14]; blank rows are not shown [D23]. */
export function specificationsOf(attributes: readonly Attribute[]): Attribute[] {
  return attributes.filter(
    (attribute) =>
      hasValue(attribute) &&
      attribute.name.trim() !== '' &&
      !isGoldSize(attribute) &&
      !dimensions.some(({ name }) => name === attribute.name.trim()),
  )
}

function hasValue(attribute: Attribute): boolean {
  return attribute.option.trim() !== ''
}
