import { goldSizeName } from '../catalog/gold-size-name.ts'
import type { Image, Product } from '../catalog/product.ts'
import { type Cents, centsToDecimal } from '../money/cents.ts'
import type { CartItem, PriceBasis } from './cart.ts'

/** A piece in a chosen size, as it is put into the cart at the unit price the shopper saw. */
export function cartItem(
  { id, name, images }: Pick<Product, 'id' | 'name'> & { images: readonly Pick<Image, 'src'>[] },
  size: string,
  unitPrice: Cents,
  seen?: PriceBasis,
): Omit<CartItem, 'quantity'> {
  return {
    id,
    name,
    price: centsToDecimal(unitPrice),
    images: images.map(({ src }) => ({ src })),
    attributes: [{ name: goldSizeName(size) }],
    ...(seen ? { seen } : {}),
  }
}
