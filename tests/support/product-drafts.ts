import { newProduct, type ProductDraft } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { type ProductToSave, readProduct } from '#app/contracts/catalog/read-product.ts'

/** A product form as staff may fill it in. */
export const draft: ProductDraft = {
  ...newProduct,
  name: 'Salish Wave',
  slug: 'salish-wave',
  shortDescription: 'A wave.',
  description: '<h4>Water</h4><p>Of the <strong>Sound</strong>.</p>',
  images: [
    { src: 'https://pictures.example/a.jpg', alt: 'From the front' },
    { src: '/pendants/sound-wave-edge.jpg', alt: '' },
  ],
  specifications: [
    { name: 'Height', value: '24 mm' },
    { name: 'Width', value: '' },
    { name: '', value: 'lost on purpose' },
  ],
  categories: ['Water', 'Tides & Currents'],
}

/** The same as a product that may be stored, with these changes. */
export function productToSave(changes: Partial<ProductDraft> = {}): ProductToSave {
  const read = readProduct({ ...draft, ...changes })
  if (isRefusal(read)) throw new Error(read.message)
  return read
}
