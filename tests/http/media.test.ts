import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPicture } from '#app/ui/gallery/own-picture.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { photo } from '#tests/support/pictures.ts'

let shop: TestShop
let cookie: string
let src: string
beforeAll(async () => {
  shop = await openBuiltShop()
  cookie = await signedInCookie(shop.app, await firstAdmin(shop.app))
  const answer = (await (await send(await photo())).json()) as { picture: { src: string } }
  src = answer.picture.src
})
afterAll(() => shop.close())

type Sent = { key?: string; at?: number; size?: number; headers?: Record<string, string> }

function send(part: Buffer, { key = randomUUID(), at = 0, size, headers = {} }: Sent = {}) {
  const query = new URLSearchParams({
    key,
    at: String(at),
    size: String(size ?? part.length),
    name: 'ring.jpg',
  })
  return fetch(`${shop.url}/admin/media/upload?${query}`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: shop.url, ...headers },
    body: new Uint8Array(part),
  })
}

describe('an uploaded picture', () => {
  it('is served in each width and kind as what it is, and kept for a year [MEDIA-03]', async () => {
    const others = (ownPicture(src)?.sources ?? []).flatMap(({ type, srcSet }) =>
      srcSet.split(', ').map((each) => [each.split(' ')[0] ?? '', type] as const),
    )
    expect(others).toHaveLength(4)
    for (const [path, type] of [[src, 'image/jpeg'] as const, ...others]) {
      const response = await fetch(shop.url + path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const { byteLength } = await response.arrayBuffer()
      expect(byteLength).toBe(Number(response.headers.get('content-length')))
      expect((await fetch(shop.url + path, { method: 'HEAD' })).status).toBe(200)
    }
  })

  it('stands among nothing else that could be asked for [MEDIA-03]', async () => {
    const [id = ''] = src.slice('/media/'.length).split('-')
    for (const path of [
      `/media/${id}-master.webp`,
      `/media/${id}-00000000-480x360-50x50.jpg`,
      src.replace('.jpg', '-999.avif'),
      src.replace('.jpg', '.png'),
      '/media/..%2Fsecret',
      '/media/',
    ]) {
      expect((await fetch(shop.url + path)).status, path).toBe(404)
    }
  })

  it('is refused where it is too large, not asked for rightly, or not by staff [MEDIA-02]', async () => {
    const big = await send(Buffer.alloc(9), { size: 200_000_000 })
    expect(big.status).toBe(400)
    expect(await big.json()).toMatchObject({
      refused: { message: expect.stringMatching(/larger than 40 MB/) },
    })
    expect((await send(Buffer.alloc(600 * 1024))).status).toBe(413)
    expect((await send(Buffer.alloc(9), { key: '../../secret' })).status).toBe(400)
    expect(
      (await send(await photo(), { headers: { Origin: 'https://evil.example' } })).status,
    ).toBe(403)
    expect((await send(await photo(), { headers: { Cookie: '' } })).status).toBe(401)
    const notOne = await send(Buffer.from('<html>'))
    expect(notOne.status).toBe(422)
  })
})
