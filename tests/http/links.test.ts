import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { type CrawledPage, crawl, filesOf, linksOf } from '#tests/support/crawl.ts'

let shop: TestShop
let pages: CrawledPage[]
beforeAll(async () => {
  shop = await openBuiltShop()
  pages = [...(await crawl(shop.url)).values()]
})
afterAll(() => shop.close())

const address = (page: CrawledPage) => page.$('link[rel=canonical]').attr('href')
/** A search of the collection is the collection again, and says so by its canonical address. */
const ownPages = () => pages.filter((page) => address(page) === shop.url + page.path)

describe('the whole site, followed from its first page', () => {
  it('has no link that leads nowhere, or by a detour [ROUTE-04]', async () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([])
    const read = new Set(pages.map(({ path }) => path))
    const files = linked(({ path }) => !read.has(path)).map(({ to }) => to.path)
    expect(await broken(files)).toEqual([])
  })

  it('has every place that a link points at within a page', () => {
    const missing = linked(({ fragment }) => fragment !== '').filter(({ to }) => {
      const page = pages.find(({ path }) => path === to.path)
      const ids = page?.$('[id]').toArray() ?? []
      return !ids.some((element) => element.attribs.id === to.fragment)
    })
    expect(missing).toEqual([])
  })

  it('has every picture, font, style, script and icon that its pages name', async () => {
    const files = [...new Set(pages.flatMap((page) => filesOf(page, shop.url)))]
    expect(
      files.filter((file) => /\.(js|css|woff2|svg|png|jpg)$/.test(file)).length,
    ).toBeGreaterThan(40)
    expect(await broken(files)).toEqual([])
    const styles = files.filter((file) => file.endsWith('.css'))
    const inStyles = await Promise.all(
      styles.map(async (file) => {
        const text = await (await fetch(shop.url + file)).text()
        return [...text.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, path = '']) => path)
      }),
    )
    expect(inStyles.flat().length).toBeGreaterThan(0)
    expect(await broken(inStyles.flat())).toEqual([])
  })

  it('leads to every address of the sitemap, and the sitemap names every page [SEO-03]', async () => {
    const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
    const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)
    expect(named.toSorted()).toEqual(ownPages().map(address).toSorted())
  })

  it('follows the feed to the posts themselves [SEO-03]', async () => {
    const feed = await (await fetch(`${shop.url}/blog/feed.xml`)).text()
    const links = [...feed.matchAll(/<link>([^<]+)<\/link>/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((link) => !pages.some(({ path }) => shop.url + path === link))).toEqual([])
  })

  it('gives each page a title and a description that no other has [SEO-01]', () => {
    const titles = ownPages().map(({ $ }) => $('head title').text())
    const descriptions = ownPages().map(({ $ }) => $('meta[name=description]').attr('content'))
    expect(repeated(titles)).toEqual([])
    expect(repeated(descriptions)).toEqual([])
    for (const text of descriptions) expect(text?.length, text).toBeGreaterThanOrEqual(50)
    for (const text of descriptions) expect(text?.length, text).toBeLessThanOrEqual(160)
  })

  it('gives each page one heading of the first rank and one canonical address [SEO-01]', () => {
    for (const { path, $ } of pages) {
      expect($('h1').length, path).toBe(1)
      expect($('link[rel=canonical]').length, path).toBe(1)
      expect($('title').length - $('svg title').length, path).toBe(1)
      expect($('meta[name=robots][content*=noindex]').length, path).toBe(0)
    }
  })

  it('leads away only to https addresses, and never hands its window over', () => {
    for (const { path, $ } of pages) {
      for (const element of $('a[href]').toArray()) {
        const url = new URL(element.attribs.href ?? '', shop.url + path)
        if (url.origin !== shop.url) expect(url.protocol, url.href).toMatch(/^(https|mailto|tel):$/)
        if (element.attribs.target) expect(element.attribs.rel, url.href).toContain('noopener')
      }
    }
  })
})

type Link = ReturnType<typeof linksOf>[number]

/** Every link of some kind, with the page it stands on. */
function linked(wanted: (link: Link) => boolean): { on: string; to: Link }[] {
  return pages.flatMap((page) =>
    linksOf(page, shop.url)
      .filter(wanted)
      .map((to) => ({ on: page.path, to })),
  )
}

/** Those of the paths that do not answer with something. */
async function broken(paths: string[]): Promise<string[]> {
  const answers = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const response = await fetch(shop.url + path, { redirect: 'manual' })
      const { byteLength } = await response.arrayBuffer()
      return response.status === 200 && byteLength > 0 ? [] : path
    }),
  )
  return answers.flat()
}

function repeated(texts: readonly unknown[]): unknown[] {
  return texts.filter((text, at) => texts.indexOf(text) !== at)
}
