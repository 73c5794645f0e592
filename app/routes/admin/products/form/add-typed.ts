import { most } from '#app/contracts/product.ts'
import {
  hasText,
  pictureSentence,
  picturesSentence,
  type Refusal,
} from '#app/contracts/read-product.ts'
import { pictureAddress } from '#app/domain/catalog/picture-address.ts'
import { categoryKey } from '#app/domain/catalog/search.ts'
import { type FormState, keyed } from './form-state.ts'

/** With the picture whose address stands in its field; or why it cannot be added [IMG-01, IMG-02, IMG-06]. */
export function withTypedPicture(state: FormState): FormState | Refusal {
  if (state.newPicture.trim() === '') return { ...state, newPicture: '' }
  if (state.images.length >= most.images) return { message: picturesSentence, at: 'images' }
  const src = pictureAddress(state.newPicture)
  if (src === null) return { message: pictureSentence, at: 'images' }
  return { ...state, images: [...state.images, keyed({ src, alt: '' })], newPicture: '' }
}

/** With the category that was typed; one that is selected already is passed over [CAT-04]. */
export function withTypedCategory(state: FormState): FormState {
  const name = state.newCategory.trim()
  const isNew =
    hasText(name) && !state.categories.some((one) => categoryKey(one) === categoryKey(name))
  const categories = isNew ? [...state.categories, name] : state.categories
  return { ...state, categories, newCategory: '' }
}
