import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { type CrawledPage, crawl } from '#tests/support/crawl.ts'

let shop: TestShop
let pages: CrawledPage[]
beforeAll(async () => {
  shop = await openBuiltShop()
  // A product with a size chosen tells of that size [SIZEURL-03].
  pages = [...(await crawl(shop.url)).values()].filter(({ path }) => !path.includes('?size='))
})
afterAll(() => shop.close())

const said = ({ $ }: CrawledPage, property: string) =>
  $(`meta[property="${property}"]`).attr('content') ?? ''

describe('a link that is shared', () => {
  it('shows title, words and a large picture of the page [SEO-01, BLOG-17]', async () => {
    for (const page of pages) {
      const { path, $ } = page
      expect(said(page, 'og:title'), path).toBeTruthy()
      expect($('title').first().text(), path).toContain(said(page, 'og:title'))
      expect(said(page, 'og:description'), path).toBe($('meta[name=description]').attr('content'))
      expect(said(page, 'og:url'), path).toBe($('link[rel=canonical]').attr('href'))
      expect(said(page, 'og:image'), path).toMatch(/^http:\S+\/share\/[\w-]+\.jpg$/)
      expect(said(page, 'og:image:width'), path).toBe('1200')
      expect(said(page, 'og:image:height'), path).toBe('630')
      expect(said(page, 'og:image:alt').length, path).toBeGreaterThan(8)
      expect($('meta[name="twitter:card"]').attr('content'), path).toBe('summary_large_image')
    }
  })

  it('shows another picture for each page and piece', () => {
    const pictures = new Map(
      pages.map((page) => [page.$('link[rel=canonical]').attr('href'), said(page, 'og:image')]),
    )
    expect(new Set(pictures.values()).size).toBe(pictures.size)
  })

  it('finds its pictures as JPEG, kept a day, and nothing else in their folder', async () => {
    const picture = await fetch(`${shop.url}/share/pendant-sound-wave.jpg`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('cache-control')).toBe('public, max-age=86400')
    for (const path of [
      '/share/cards.ts',
      '/share/',
      '/share/nothing.jpg',
      '/share/..%2fcards.ts',
    ]) {
      expect((await fetch(shop.url + path)).status, path).toBe(404)
    }
  })
})

describe('the shop on a home screen or in a tab', () => {
  it('has a manifest of all that is asked for, and icons of the sizes it names [SEO-03]', async () => {
    const response = await fetch(`${shop.url}/manifest.webmanifest`)
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = await response.json()
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', lang: 'en-US' })
    for (const name of ['name', 'short_name', 'description', 'background_color', 'theme_color']) {
      expect(manifest[name], name).toBeTruthy()
    }
    const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
    expect(purposes).toContain('maskable')
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(shop.url + src)
      expect(icon.headers.get('content-type'), src).toContain(type)
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(pngSize(bytes), src).toBe(sizes)
    }
  })

  it('has icons for programs old and new, and a color for each theme [SEO-03]', async () => {
    const [home] = pages
    if (!home) throw new Error('no pages')
    const icons = home.$('link[rel=icon], link[rel=apple-touch-icon]').toArray()
    expect(icons.map(({ attribs }) => attribs.href)).toEqual([
      '/favicon.ico',
      '/favicon.svg',
      '/apple-touch-icon.png',
    ])
    const touch = await fetch(`${shop.url}/apple-touch-icon.png`)
    expect(pngSize(Buffer.from(await touch.arrayBuffer()))).toBe('180x180')
    expect((await fetch(`${shop.url}/favicon.ico`)).headers.get('content-type')).toContain('icon')
    const colors = home.$('meta[name=theme-color]').toArray()
    expect(colors.map(({ attribs }) => attribs.media)).toEqual([
      '(prefers-color-scheme: light)',
      '(prefers-color-scheme: dark)',
    ])
  })
})

/** From the IHDR chunk, which is always the first. */
function pngSize(bytes: Buffer): string {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}
