import type { ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import { fallbackSource } from '#app/domain/gold-price/gold-price.ts'
import { stateLabel } from '#app/ui/gold-price/format-gold-price.ts'

/** The state of the price as staff read it: buyers read `Indicative price`. */
export function staffStateLabel(gold: Pick<ShownGoldPrice, 'state' | 'source'>): string | null {
  const isStandIn = gold.source === fallbackSource || gold.state === 'indicative'
  return isStandIn ? 'Stand-in price, not live' : stateLabel(gold)
}
