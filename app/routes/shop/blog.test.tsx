import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { wordpressSite } from '#app/.server/content/site/content-site.ts'
import { posts as ownPosts } from '#content/journal/index.ts'
import { type ContentSiteServer, openContentSite } from '#tests/support/content-site-server.ts'
import { renderPage } from '#tests/support/page.tsx'
import { testShop } from '#tests/support/shop.ts'
import * as list from './blog.tsx'
import * as post from './blog-post.tsx'

const ours = testShop({ db: null })
const listOf = (app: AppContext, address = '/blog') =>
  renderPage(app, list, { path: '/blog', address })
const postOf = (app: AppContext, id: string) =>
  renderPage(app, post, { path: '/blog/:id', address: `/blog/${id}` })

describe('our own journal', () => {
  it('lists its posts as cards, each with its own link and picture [BLOG-01, BLOG-17, ROUTE-04]', async () => {
    const { status, html, words } = await listOf(ours)
    expect(status).toBe(200)
    const $ = load(html)
    const links = $('main ul.stagger > li a').toArray()
    expect(links.map((link) => $(link).attr('href'))).toEqual(
      ownPosts.map(({ id }) => `/blog/${id}`),
    )
    expect(
      $('main ul.stagger img')
        .map((_, image) => $(image).attr('src'))
        .get(),
    ).toEqual(ownPosts.map(({ picture }) => picture.src))
    expect(words).toContain('September 16, 2026')
    expect(words).not.toContain('Page 1 of')
  })

  it('opens each post with date, reading time, picture, full body and a way back [BLOG-10, BLOG-11, BLOG-17, ROUTE-04]', async () => {
    const { status, html, words } = await postOf(ours, '4')
    expect(status).toBe(200)
    const $ = load(html)
    expect($('h1').text()).toBe('How a pendant is cast')
    expect(words).toContain('September 16, 2026')
    const wordsOfBody = $('.prose').text().split(/\s+/).filter(Boolean).length
    expect(words).toContain(`${Math.ceil(wordsOfBody / 200)} min read`)
    const back = $('main a').filter((_, link) => $(link).text() === 'Back to Blog')
    expect(back.toArray().map((link) => $(link).attr('href'))).toEqual(['/blog'])
    expect($('.prose h2').length).toBeGreaterThan(2)
    const [image, ...more] = $('main img').toArray()
    expect(more).toEqual([])
    expect($(image).attr()).toMatchObject({
      src: '/pictures/custom.jpg',
      alt: expect.stringContaining('green wax'),
    })
  })

  it.each(['99', 'abc', '1x', '-1'])('has no post %s [BLOG-09]', async (id) => {
    const { status, words } = await postOf(ours, id)
    expect(status).toBe(404)
    expect(words).toContain('Post not found')
    expect(words).toContain('Back to Blog')
  })
})

describe('the journal of a content site', () => {
  let server: ContentSiteServer
  let app: AppContext
  beforeAll(async () => {
    server = await openContentSite()
    const config = readConfig({ DATABASE_URL: 'none', CONTENT_SITE_URL: server.url })
    app = testShop({ db: null, config })
    const site = { url: server.url, key: null }
    app.contentSite = wordpressSite(site, app.log, app.now)
  })
  afterAll(() => server.close())

  it('shows dates of its own calendar, titles as text, and pages [BLOG-01, BLOG-10, D11]', async () => {
    const { html, words } = await listOf(app)
    const $ = load(html)
    expect(words).toContain('July 1, 2024')
    expect(words).not.toContain('July 2, 2024')
    const titles = $('main li h2')
      .toArray()
      .map((heading) => $(heading).text())
    expect(titles.slice(0, 2)).toEqual(['Untitled', 'Gold’s “weight” in grams — 5 < 6 & 日本'])
    expect(titles).not.toContain('Behind a password')
    expect(words).toContain('Page 1 of 2')
    expect($('main nav a[rel=next]').attr('href')).toBe('/blog?page=2')
    const second = load((await listOf(app, '/blog?page=2')).html)
    expect(second('main nav a[rel=prev]').attr('href')).toBe('/blog')
    expect(second('main nav a[rel=next]')).toHaveLength(0)
    const beyond = await listOf(app, '/blog?page=9')
    expect(beyond.status).toBe(200)
    expect(beyond.words).toContain('See the newest posts')
    for (const odd of ['0', '-1', 'x', '1e3', '99999999'])
      expect((await listOf(app, `/blog?page=${odd}`)).words).toContain('Page 1 of 2')
  })

  it('shows a featured picture only where there is one, and sends its host no referrer [BLOG-12]', async () => {
    const cards = load((await listOf(app)).html)('main li img')
    expect(cards).toHaveLength(1)
    const image = load((await postOf(app, '12')).html)('main img').first()
    expect(image.attr('src')).toBe(`${server.origin}/pendant.png`)
    expect(image.attr('alt')).toBe('A 24k gold pendant')
    expect(image.attr('referrerpolicy')).toBe('no-referrer')
    expect(Number(image.attr('width')) / Number(image.attr('height'))).toBe(1.5)
    for (const id of ['14', '15', '17']) {
      const { status, html } = await postOf(app, id)
      expect(status).toBe(200)
      expect(load(html)('main img')).toHaveLength(0)
    }
  })

  it('counts minutes of the visible words [BLOG-11]', async () => {
    expect((await postOf(app, '12')).words).toContain('2 min read')
    const empty = await postOf(app, '17')
    expect(empty.words).toContain('0 min read')
    expect(empty.words).toContain('There’s nothing here yet.')
  })

  it('has hostile posts cleaned [BLOG-13]', async () => {
    const $ = load((await postOf(app, '16')).html)
    const body = $('.prose')
    expect(body.text()).toContain('Café ’ &amp; <b>')
    expect(body.find('script, style, iframe, form, input, button, svg, math')).toHaveLength(0)
    expect(body.find('[onclick], [onerror], [style], [class], [id]:not([id^=post-])')).toHaveLength(
      0,
    )
    expect(body.find('a').attr('href')).toBeUndefined()
  })

  it('has no post behind a password [BLOG-09]', async () => {
    expect((await postOf(app, '13')).status).toBe(404)
  })

  it('says that it cannot be reached, and not that a post does not exist, where the site fails [BLOG-05, BLOG-07, BLOG-15]', async () => {
    for (const trouble of ['error', 'hangs'] as const) {
      server.trouble = trouble
      const fresh = { ...app }
      const site = { url: server.url, key: null }
      fresh.contentSite = wordpressSite(site, app.log, app.now, { waitMs: 50 })
      const { status, html, words } = await listOf(fresh)
      expect(status).toBe(503)
      expect(words).toContain('The journal can’t be reached right now.')
      expect(load(html)('main li')).toHaveLength(0)
      const missed = await postOf(fresh, '12')
      expect(missed.status).toBe(503)
      expect(missed.words).toContain('The journal can’t be reached')
      expect(missed.words).not.toMatch(/not found|taken back/i)
      expect(load(missed.html)('main a').attr('href')).toBe('/blog')
      server.trouble = null
    }
  })

  it('says so of a post that is not there while the site answers [BLOG-09]', async () => {
    const { status, words } = await postOf(app, '404')
    expect(status).toBe(404)
    expect(words).toContain('Post not found')
  })
})
