import { alertBeyond, largestBeyond, type PriceChange } from '#app/domain/catalog/price-change.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import type { Orm } from '../platform/db/database.ts'

type Changed = PriceChange & { product: { id: string; name: string } }

/**
 * Tells the owners of prices that staff moved by more than 20%, once for a change of many products
 * [ALERT-06]. `change`: its id; null where one product was saved.
 */
export async function alertPrices(
  tx: Orm,
  changes: readonly Changed[],
  { change, by, at }: { change: string | null; by: string; at: Date },
): Promise<void> {
  const largest = largestBeyond(changes, alertBeyond)
  if (!largest) return
  const beyond = changes.filter((each) => largestBeyond([each], alertBeyond))
  const products = new Set(beyond.map(({ product }) => product.id)).size
  await raiseAlert(tx, { kind: 'prices-changed', at, facts: { by, change, products, largest } })
}
