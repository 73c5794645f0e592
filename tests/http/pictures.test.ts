import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

describe('pictures', () => {
  it.each([
    ['/pendants/sound-wave-front-672.avif', 'image/avif'],
    ['/pendants/sound-wave-front-672.webp', 'image/webp'],
    ['/pendants/sound-wave-front.jpg', 'image/jpeg'],
    ['/pictures/hero-672.avif', 'image/avif'],
    ['/pictures/hero.jpg', 'image/jpeg'],
  ])(
    '%s comes as what it is, is kept a day, and then asked for again cheaply [PIC-02]',
    async (path, type) => {
      const first = await fetch(shop.url + path)
      expect(first.status).toBe(200)
      expect(first.headers.get('content-type')).toBe(type)
      expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^"\w+"$/)
      expect((await first.arrayBuffer()).byteLength).toBe(
        Number(first.headers.get('content-length')),
      )
      const again = await fetch(shop.url + path, { headers: { 'If-None-Match': tag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('cache-control')).toBe('public, max-age=86400')
      expect((await again.arrayBuffer()).byteLength).toBe(0)
    },
  )

  it.each(['/pictures/table.json', '/pictures/pictures.ts', '/pendants/', '/pendants/no-such.jpg'])(
    'are alone in their folders: %s is not there',
    async (path) => {
      expect((await fetch(shop.url + path)).status).toBe(404)
    },
  )

  it('stand where the drawings stood before [PIC-06]', async () => {
    const response = await fetch(`${shop.url}/pendants/sound-wave-front.svg`, {
      redirect: 'manual',
    })
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe('/pendants/sound-wave-front.jpg')
  })
})
