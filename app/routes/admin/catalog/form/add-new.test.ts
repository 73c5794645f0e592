import { expect, it } from 'vitest'
import { newProduct } from '#app/contracts/catalog/product.ts'
import { withNewCategory, withNewPicture } from './add-new.ts'
import { draftFrom, formStateOf, keyed } from './form-state.ts'

const state = formStateOf(newProduct)

it('a picture that was typed and not added yet is added [IMG-07]', () => {
  const next = withNewPicture({ ...state, newPicture: ' /a.jpg ' })
  expect(next).toMatchObject({ images: [{ src: '/a.jpg', alt: '' }], newPicture: '' })
  expect(withNewPicture({ ...state, newPicture: '  ' })).toMatchObject({ images: [] })
})

it('one that cannot be added is refused at its field [IMG-02, IMG-06, IMG-07]', () => {
  expect(withNewPicture({ ...state, newPicture: 'javascript:alert(1)' })).toEqual({
    message: expect.stringContaining('must begin with https://, or with /'),
    at: 'images',
  })
  const images = Array.from({ length: 10 }, (_, n) => keyed({ src: `/${n}.jpg`, alt: '' }))
  expect(withNewPicture({ ...state, images, newPicture: '/a.jpg' })).toEqual({
    message: 'Maximum of 10 images allowed',
    at: 'images',
  })
})

it('so is a category, once [CAT-04, CAT-08]', () => {
  const input = { ...state, categories: ['Water'], newCategory: ' Tides ' }
  expect(withNewCategory(input)).toMatchObject({
    categories: ['Water', 'Tides'],
    newCategory: '',
  })
  for (const newCategory of ['', '  ', ' WATER']) {
    expect(withNewCategory({ ...input, newCategory }).categories).toEqual(['Water'])
  }
})

it('what was not added is no part of the draft', () => {
  expect(draftFrom({ ...state, newPicture: '/a.jpg', newCategory: 'Tides' })).toEqual(newProduct)
})
