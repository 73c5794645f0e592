import type { AppContext } from '#app/.server/app-context.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'

/** An avoirdupois ounce in milligrams, which sizes are named after [D45]. */
const ounce = 28_349.5

/** A piece of `1oz` weighs from 28 to 32 g. */
const tolerance = 0.15

type Sized = { weight: number; size: string }

const sizesOf = new WeakMap<readonly Product[], Sized[]>()

/**
 * What all pieces on sale call a size of so many ounces, such as `Small` for `.5oz`; null where they differ or
 * there are none [HOME-13]. Of the catalog in memory: for a name, nothing is read from the database.
 */
export function sizeNamed(app: AppContext, ounces: number): string | null {
  const onSale = app.cache.catalog?.onSale ?? []
  const sizes = sizesOf.get(onSale) ?? onSale.flatMap(({ attributes }) => goldSizes(attributes))
  sizesOf.set(onSale, sizes)
  const isNear = ({ weight }: Sized) => Math.abs(weight / (ounces * ounce) - 1) < tolerance
  const [name = null, ...others] = new Set(sizes.filter(isNear).map(({ size }) => size))
  return others.length === 0 ? name : null
}
