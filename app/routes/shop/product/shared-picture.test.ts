import { describe, expect, it } from 'vitest'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { sharedPicture } from './shared-picture.ts'

const image = (src: string, alt = 'Seen from the front') => ({ id: src, src, alt, order: 0 })

describe('the picture beside a shared link to a product', () => {
  it('is the card of a built-in pendant', () => {
    for (const pendant of builtInPendants) {
      expect(sharedPicture(pendant).src).toBe(`/share/pendant-${pendant.slug}.jpg`)
    }
  })

  it('is otherwise its first picture that is no SVG and has an address', () => {
    const images = [
      image('/pendants/sound-wave-front.svg'),
      image('https://[broken'),
      image('https://pictures.example/a.jpg'),
      image('https://pictures.example/b.jpg'),
    ]
    expect(sharedPicture({ name: 'Own', images })).toEqual({
      src: 'https://pictures.example/a.jpg',
      alt: 'Seen from the front',
    })
  })

  it('is the card of the collection where a product has none', () => {
    expect(sharedPicture({ name: 'Own', images: [] }).src).toBe('/share/products.jpg')
    const images = [image('/drawing.svg?v=2')]
    expect(sharedPicture({ name: 'Own', images }).src).toBe('/share/products.jpg')
  })
})
