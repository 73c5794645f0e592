import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const pages = [
  '/',
  '/products',
  '/product/7',
  '/gold-price',
  '/gold-price/proof',
  '/our-story',
  '/custom-work',
  '/guarantees',
  '/material-guarantee',
  '/laser-weight-guarantee',
  '/recast-guarantee',
  '/contact',
  '/blog',
  '/qa',
  '/qa/wear-aging-process',
  '/qa/history-24k',
  '/qa/bullion-vs-jewelry',
  '/qa/trade-sanctions',
  '/qa/fincen-reporting',
  '/qa/trusting-source',
  '/qa/customs-disclosure',
  '/find-order',
  '/privacy-policy',
  '/terms-and-conditions',
]

describe('public addresses', () => {
  it.each([
    ['/guarantee', '/guarantees'],
    ['/weight-guarantee', '/laser-weight-guarantee'],
  ])('%s redirects to %s [ROUTE-01]', async (from, to) => {
    const response = await fetch(shop.url + from, { redirect: 'manual' })
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(to)
  })

  it('a slug leads to its product, whose canonical address is by id [PDP-01, SEO-01, D21]', async () => {
    const response = await fetch(`${shop.url}/product/sound-wave?utm_source=a`, {
      redirect: 'manual',
    })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/product/5?utm_source=a')
    const html = await (await fetch(`${shop.url}/product/sound-wave`)).text()
    expect(html).toMatch(/<h1[^>]*>Sound Wave<\/h1>/)
    expect(html).toContain(`<link rel="canonical" href="${shop.url}/product/5"`)
    expect((await fetch(`${shop.url}/product/no-such-piece`)).status).toBe(404)
  })

  it.each(pages)(
    '%s opens directly, whole and without JavaScript [ROUTE-04, SEO-01]',
    async (path) => {
      const response = await fetch(shop.url + path)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
      expect(/<title>[^<]{10,}<\/title>/.test(html)).toBe(true)
      expect(/<meta name="description" content="[^"]{50,}"/.test(html)).toBe(true)
      expect(html).toContain(`<link rel="canonical" href="${shop.url}${path}"`)
      for (const property of ['og:title', 'og:description', 'og:url', 'og:type']) {
        expect(html, property).toContain(`property="${property}"`)
      }
    },
  )

  it('have titles and descriptions of their own [SEO-01]', async () => {
    const heads = await Promise.all(
      pages.map(async (path) => {
        const html = await (await fetch(shop.url + path)).text()
        return [
          /<title>([^<]*)/.exec(html)?.[1],
          /<meta name="description" content="([^"]*)/.exec(html)?.[1],
        ]
      }),
    )
    expect(new Set(heads.map(([title]) => title)).size).toBe(pages.length)
    expect(new Set(heads.map(([, description]) => description)).size).toBe(pages.length)
  })

  it.each(['/nothing-here', '/products/5', '/qa/unknown', '/admin/x'])(
    '%s is Page Not Found, with status 404 and a way home [ROUTE-02, ROUTE-03, ROUTE-07]',
    async (path) => {
      const response = await fetch(shop.url + path)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('Page Not Found')
      expect(html).toMatch(/The page you(&#x27;|')re looking for doesn(&#x27;|')t exist\./)
      expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return Home/)
    },
  )

  it.each(['/order/unknown', '/order/unknown/return', '/pay/unknown', '/order/delay/unknown'])(
    '%s is Page Not Found, and leads to Find My Order [PRIVACY-10, ROUTE-02]',
    async (path) => {
      const response = await fetch(shop.url + path)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('Page Not Found')
      expect(html).toMatch(/<a[^>]*href="\/find-order"[^>]*>Find my order/)
    },
  )
})

describe('a document that is not there', () => {
  it('is a page that says so to a browser, and JSON to a program [PAPER-11]', async () => {
    const url = `${shop.url}/order/unknown/documents/receipt.pdf`
    const page = await fetch(url, { headers: { Accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const html = await page.text()
    expect(html).toContain('This document doesn’t exist.')
    expect(html).toContain('href="/find-order"')
    const json = await fetch(url)
    expect(json.status).toBe(404)
    expect(await json.json()).toMatchObject({ error: { code: 'document_unknown' } })
  })
})

describe('addresses for machines', () => {
  it('healthz says the process is up [OPS-06]', async () => {
    const response = await fetch(`${shop.url}/healthz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ok: true })
  })

  it('readyz says whether database and gold price are there, and nothing else [OPS-06]', async () => {
    const response = await fetch(`${shop.url}/readyz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ok: true, database: 'ok', goldPrice: 'indicative' })
  })

  it('the sitemap names every public page, robots.txt keeps out of the admin area [SEO-03]', async () => {
    const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
    for (const path of pages) expect(sitemap).toContain(`<loc>${shop.url}${path}</loc>`)
    // It is one file: there are no others.
    for (const path of ['/sitemap-1.xml', '/other.xml']) {
      expect((await fetch(shop.url + path)).status, path).toBe(404)
    }
    const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
    expect(robots).toContain('Disallow: /admin')
    expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
  })
})
