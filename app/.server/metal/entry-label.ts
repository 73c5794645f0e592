import type { MetalKind } from '#app/domain/metal/metal-ledger.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'

const did: Record<MetalKind, string> = {
  opening: 'Opening balance',
  purchase: 'Bought',
  scrap: 'Sold as scrap:',
  cast: 'Cast',
  melted: 'Melted down',
  loss: 'Lost',
  'loss of pieces': 'Lost in pieces:',
  found: 'Found',
}

/** `Bought 31.10 g for $4,000.00` */
export function entryLabel({
  kind,
  mg,
  paid,
}: {
  kind: MetalKind
  mg: number
  paid: number | null
}): string {
  const sum = paid === null ? '' : ` for ${formatCents(cents(Math.abs(paid)))}`
  return `${did[kind]} ${formatMetal(mg)}${sum}`
}
