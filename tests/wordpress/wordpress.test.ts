import { type Browser, chromium, type Page } from '@playwright/test'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { openWordpress, type Wordpress, wordpressIsInstalled } from '#tests/support/wordpress.ts'
import playwright from '../../playwright.config.ts'

const installed = wordpressIsInstalled()
const without = 'skipped: PHP with mysqli, MariaDB and /usr/share/wordpress are not all here'

describe.skipIf(!installed)(
  `the journal of a real WordPress${installed ? '' : ` (${without})`}`,
  { timeout: 240_000 },
  () => {
    let wordpress: Wordpress
    let shop: TestShop
    let browser: Browser
    const logged: string[] = []

    beforeAll(async () => {
      wordpress = await openWordpress()
      const settings = {
        CONTENT_SITE_URL: wordpress.url,
        CONTENT_SITE_KEY: 'consumer_key=ck_0123&consumer_secret=cs_4567',
      }
      shop = await openBuiltShop(settings, pino({}, { write: (line) => void logged.push(line) }))
      browser = await chromium.launch(playwright.use?.launchOptions)
    })
    afterAll(async () => {
      await browser?.close()
      await shop?.close()
      await wordpress?.close()
    })

    const htmlOf = async (path: string) => (await fetch(shop.url + path)).text()

    /** A page of the shop, as it is served or with its content security policy switched off. */
    async function visit(path: string, bypassCSP = false): Promise<Page> {
      const page = await browser.newPage({ bypassCSP, baseURL: shop.url })
      await page.goto(path, { waitUntil: 'networkidle' })
      return page
    }

    it('lists its posts on two pages, with local dates and titles as text [BLOG-01, BLOG-04, BLOG-10]', async () => {
      const page = await visit('/blog')
      const main = page.getByRole('main')
      const first = await main.locator('li h2').allTextContents()
      expect(first.slice(0, 2)).toEqual(['Untitled', 'Gold’s “weight” in grams — 5 < 6 & 日本'])
      expect(first).toContain('Purity & weight')
      expect(await main.textContent()).toContain('July 1, 2024')
      await main.getByRole('link', { name: 'Older posts' }).click()
      await page.waitForURL('/blog?page=2')
      await main.getByText('Note 1', { exact: true }).waitFor()
      const second = await main.locator('li h2').allTextContents()
      expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
      for (const secret of ['Locked', 'A draft', 'Private', 'Scheduled'])
        expect([...first, ...second]).not.toContain(secret)
      await page.close()
    })

    it('shows a featured picture only where it is public and there [BLOG-12]', async () => {
      const page = await visit(`/blog/${wordpress.ids.featured}`)
      const pictures = page.getByRole('main').locator('img')
      expect(await pictures.count()).toBe(2)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0)
        expect(await picture.getAttribute('src')).toContain(wordpress.origin)
      }
      await page.close()
      for (const id of [wordpress.ids.deleted, wordpress.ids.hidden, wordpress.ids.empty]) {
        const html = await htmlOf(`/blog/${id}`)
        expect(html).not.toContain('<img')
        expect(html).toContain('min read')
      }
    })

    it('has no drafts, and nothing that is behind a password [BLOG-09]', async () => {
      for (const id of [wordpress.ids.draft, wordpress.ids.locked, 99_999]) {
        const response = await fetch(`${shop.url}/blog/${id}`)
        expect(response.status).toBe(404)
        const html = await response.text()
        expect(html).toContain('Post not found')
        expect(html).not.toContain('secret')
      }
    })

    it.each([
      ['on', false],
      ['off', true],
    ])(
      'runs no script, lets nothing cover the page and keeps no form, with the policy %s [BLOG-13]',
      async (_, bypassCSP) => {
        for (const path of ['/blog', `/blog/${wordpress.ids.hostile}`]) {
          const page = await visit(path, bypassCSP)
          expect(await page.evaluate(() => (window as { __xss?: unknown }).__xss)).toBeUndefined()
          const left = await page
            .getByRole('main')
            .locator('script, style, iframe, form, input, svg [onload], [onerror], [style]')
            .count()
          expect(left).toBe(0)
          const covered = await page.evaluate(() => {
            const points = [0.1, 0.5, 0.9].flatMap((x) =>
              [0.3, 0.6, 0.9].map((y) => [x, y] as const),
            )
            return points.some(([x, y]) => {
              const top = document.elementFromPoint(x * innerWidth, y * innerHeight)
              return (
                top?.textContent === 'overlay' ||
                getComputedStyle(top ?? document.body).position === 'fixed'
              )
            })
          })
          expect(covered).toBe(false)
          await page.close()
        }
        const page = await visit(`/blog/${wordpress.ids.hostile}`, bypassCSP)
        const main = page.getByRole('main')
        expect(await main.textContent()).toContain('Café ’ &amp; <b>')
        await main.getByText('a link of theirs').click()
        expect(await page.evaluate(() => (window as { __xss?: unknown }).__xss)).toBeUndefined()
        expect(page.url()).toBe(`${shop.url}/blog/${wordpress.ids.hostile}`)
        await page.close()
      },
    )

    it('is fed and mapped by its own posts [SEO-03]', async () => {
      const feed = await htmlOf('/blog/feed.xml')
      expect(feed).toContain('<title>Purity &#38; weight</title>')
      expect(feed).toContain('<pubDate>Tue, 02 Jul 2024 06:30:00 GMT</pubDate>')
      expect(feed).not.toContain('__xss=')
      const page = await visit('/')
      const isXml = await page.evaluate(
        (xml) => !new DOMParser().parseFromString(xml, 'text/xml').querySelector('parsererror'),
        feed,
      )
      expect(isXml).toBe(true)
      await page.close()
      // The first request for it asks WordPress in the background.
      await expect.poll(() => htmlOf('/sitemap.xml')).toContain(`<loc>${shop.url}/blog/4</loc>`)
    })

    it('cannot be reached once the site is away for long, and no line of the log has the key [BLOG-05, BLOG-07, BLOG-15]', async () => {
      await wordpress.stop()
      shop.clock.advance({ minutes: 31 })
      for (const path of ['/blog', `/blog/${wordpress.ids.featured}`]) {
        const response = await fetch(shop.url + path)
        expect(response.status).toBe(503)
        expect(await response.text()).toContain('The journal can’t be reached')
      }
      expect(logged.filter((line) => line.includes('could not be reached'))).toHaveLength(2)
      expect(logged.join()).not.toMatch(/ck_|cs_|consumer_/)
    })
  },
)
