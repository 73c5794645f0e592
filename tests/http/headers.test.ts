import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyAddresses } from '#app/domain/access/secret-addresses.ts'
import routes from '#app/routes.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { addresses as addressesOf, type RouteEntry } from './attack/route-addresses.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const addresses = ['/', '/products', '/product/7', '/nothing-here', '/api/nothing', '/healthz']

describe('every answer', () => {
  it.each(addresses)('%s carries the security headers [SEC-01]', async (path) => {
    const { headers } = await fetch(shop.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    expect(scripts).toContain("'self'")
    expect(scripts).not.toContain('unsafe')
    expect(scripts).not.toContain('nonce')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBeTruthy()
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('asks browsers to stay on https once the shop is on https [SEC-01]', async () => {
    const secure = await openBuiltShop({
      PUBLIC_URL: 'https://shop.example.com',
      TEST_PAYMENTS: 'yes',
    })
    const { headers } = await fetch(`${secure.url}/healthz`)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    await secure.close()
  })

  it('allows exactly the inline scripts the page was rendered with, by hash [SEC-01]', async () => {
    const response = await fetch(`${shop.url}/product/7`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
      .filter(([, attributes]) => !attributes?.includes('application/ld+json'))
      .map(([, , body]) => body ?? '')
    expect(inline.length).toBeGreaterThan(0)
    for (const body of inline) {
      const hash = createHash('sha256').update(body).digest('base64')
      expect(policy).toContain(`'sha256-${hash}'`)
    }
    expect(html).not.toContain('nonce=')
  })

  it.each([
    '/',
    '/products',
    '/products.data',
    '/product/7',
    '/product/7.data',
    '/gold-price',
    '/gold-price.data',
    '/product/none',
    '/nothing-here',
    '/.netlify/functions/gold',
    '/api/gold-price/history?range=day',
  ])('lets no cache keep %s without asking, since it shows a price [LIVE-07]', async (path) => {
    const { headers } = await fetch(shop.url + path)
    expect(headers.get('cache-control')).toMatch(/^no-(cache|store)(, no-transform)?$/)
  })

  it.each(['/', '/contact', '/product/7', '/product/none', '/nothing-here', '/admin/login'])(
    'asks proxies to leave the HTML of %s as it is, compressed as before [DOM-08]',
    async (path) => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers } = await fetch(shop.url + path, {
          headers: { 'accept-encoding': encoding },
        })
        expect(headers.get('cache-control')).toMatch(/^no-(cache|store), no-transform$/)
        const coded = headers.get('content-encoding') ?? 'identity'
        if (encoding !== 'br') expect(coded).toBe(encoding)
      }
      const { headers } = await fetch(`${shop.url}${path}`, { method: 'HEAD' })
      expect(headers.get('cache-control')).toContain('no-transform')
    },
  )

  it('gives every visitor the same bytes, so that pages can be kept', async () => {
    const [first, second] = await Promise.all([
      fetch(`${shop.url}/product/7`, { headers: { 'user-agent': 'one' } }).then((r) => r.text()),
      fetch(`${shop.url}/product/7`, {
        headers: { 'user-agent': 'two', cookie: 'a=b', 'accept-language': 'de' },
      }).then((r) => r.text()),
    ])
    expect(second).toBe(first)
  })
})

it('every route with a key in its address is in the one list, and everything follows from it [SEC-07]', async () => {
  const withKey = addressesOf(routes as RouteEntry[], '').filter((path) =>
    path.includes('xxxxxxxx'),
  )
  expect(withKey.length).toBeGreaterThan(10)
  const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
  const ahead = await (await fetch(`${shop.url}/speculation-rules.json`)).text()
  for (const path of [...withKey, '/certificate/7']) {
    const prefix = keyAddresses.find((each) => path.startsWith(each))
    expect([path, prefix]).toEqual([path, expect.any(String)])
    for (const asked of [path, path.replace('e', '%65')]) {
      const { headers } = await fetch(shop.url + asked, { redirect: 'manual' })
      expect([asked, headers.get('referrer-policy')]).toEqual([asked, 'same-origin'])
    }
    expect(robots).toContain(path.startsWith('/admin') ? '/admin' : `Disallow: ${prefix}\n`)
    expect(ahead).toContain(`"${prefix}*"`)
  }
})
