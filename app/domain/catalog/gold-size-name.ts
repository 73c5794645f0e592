import type { Attribute } from './product.ts'

/** The names alone: the cart of every page needs them, and not what reads and writes sizes. */

const namePrefix = 'Gold Size:'

export function isGoldSize(attribute: Pick<Attribute, 'name'>): boolean {
  return attribute.name.startsWith(namePrefix)
}

/** `Small` → `Gold Size: Small`, the name its attribute carries. */
export function goldSizeName(size: string): string {
  return `${namePrefix} ${size}`
}

/** `Gold Size: Small` → `Small`; null for any other attribute. */
export function sizeLabel(attribute: Pick<Attribute, 'name'>): string | null {
  return isGoldSize(attribute) ? attribute.name.slice(namePrefix.length).trim() : null
}
