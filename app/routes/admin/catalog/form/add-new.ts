import { productLimits } from '#app/contracts/catalog/product.ts'
import { hasText, type Refusal } from '#app/contracts/catalog/product-refusal.ts'
import { imageMessage, imagesMessage } from '#app/contracts/catalog/read-product.ts'
import { pictureAddress } from '#app/domain/catalog/picture-address.ts'
import { categoryKey } from '#app/domain/catalog/search.ts'
import { type FormState, keyed } from './form-state.ts'

/**
 * With the picture whose address is in its field; or why it cannot be added [IMG-01, IMG-02,
 * IMG-06].
 */
export function withNewPicture(state: FormState): FormState | Refusal {
  if (state.newPicture.trim() === '') return { ...state, newPicture: '' }
  if (state.images.length >= productLimits.images) return { message: imagesMessage, at: 'images' }
  const src = pictureAddress(state.newPicture)
  if (src === null) return { message: imageMessage, at: 'images' }
  return { ...state, images: [...state.images, keyed({ src, alt: '' })], newPicture: '' }
}

/** With the category that was typed and not added yet. */
export function withNewCategory(state: FormState): FormState {
  return {
    ...state,
    categories: withCategory(state.categories, state.newCategory),
    newCategory: '',
  }
}

/** One that is selected already is passed over [CAT-04]. */
export function withCategory(categories: string[], input: string): string[] {
  const name = input.trim()
  const isSelected = categories.some((one) => categoryKey(one) === categoryKey(name))
  return hasText(name) && !isSelected ? [...categories, name] : categories
}
