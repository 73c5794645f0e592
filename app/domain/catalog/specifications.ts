import { isGoldSize, sizeLabel } from './gold-size-name.ts'
import type { Attribute } from './product.ts'

const dimensions = [
  { name: 'Height', adjective: 'high' },
  { name: 'Width', adjective: 'wide' },
  { name: 'Depth', adjective: 'deep' },
] as const

/**
 * `24 mm high × 18 mm wide × 3 mm deep` from the Height, Width and Depth attributes [PDP-15]; null
 * without any. An attribute may be of one size alone, `Height: Small`; for that size it goes before
 * the plain one [PDP-23]. Units are as staff entered them.
 */
export function dimensionsOf(
  attributes: readonly Attribute[],
  size: string | null = null,
): string | null {
  const shown = attributes.filter(hasValue)
  const named = (name: string) => shown.find((candidate) => candidate.name.trim() === name)
  const parts = dimensions.flatMap(({ name, adjective }) => {
    const attribute = (size !== null && named(ofSize(name, size))) || named(name)
    return attribute ? [`${attribute.option.trim()} ${adjective}`] : []
  })
  return parts.length > 0 ? parts.join(' × ') : null
}

/**
 * `19 × 19 mm`, height by width in short, to the millimeter from half a centimeter on [FACTS-01]; null
 * where one is missing, or both are not given in millimeters. `dimensionsOf` has them in full.
 */
export function shortMeasures(
  attributes: readonly Attribute[],
  size: string | null,
): string | null {
  const sides = ['Height', 'Width'].map((name) => {
    const input = (candidate: string) =>
      attributes.find((attribute) => hasValue(attribute) && attribute.name.trim() === candidate)
        ?.option
    const option = (size !== null && input(ofSize(name, size))) || input(name)
    const mm = Number(/^\s*(\d+(?:\.\d+)?)\s*mm\s*$/i.exec(option ?? '')?.[1])
    return mm >= 5 ? Math.round(mm) : mm
  })
  return sides.every((mm) => mm > 0) ? `${sides.join(' × ')} mm` : null
}

/** What `dimensionsOf` reads, for any size. */
export function dimensionAttributes(attributes: readonly Attribute[]): Attribute[] {
  const names = dimensionNames(attributes)
  return attributes.filter((attribute) => hasValue(attribute) && names.has(attribute.name.trim()))
}

/** Everything that is neither a gold size nor a dimension [PDP-14]; blank rows are not shown [D23]. */
export function specificationsOf(attributes: readonly Attribute[]): Attribute[] {
  const names = dimensionNames(attributes)
  return attributes.filter(
    (attribute) =>
      hasValue(attribute) &&
      attribute.name.trim() !== '' &&
      !isGoldSize(attribute) &&
      !names.has(attribute.name.trim()),
  )
}

const ofSize = (name: string, size: string) => `${name}: ${size}`

/** `Height`, and `Height: Small` where Small is a size of the piece. */
function dimensionNames(attributes: readonly Attribute[]): Set<string> {
  const sizes = attributes.map(sizeLabel).filter((size) => size !== null)
  return new Set(
    dimensions.flatMap(({ name }) => [name, ...sizes.map((size) => ofSize(name, size))]),
  )
}

function hasValue(attribute: Attribute): boolean {
  return attribute.option.trim() !== ''
}
