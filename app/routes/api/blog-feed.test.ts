import { load } from 'cheerio'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { posts as ownPosts } from '#content/journal/index.ts'
import { testShop } from '#tests/support/shop.ts'
import { loader } from './blog-feed.ts'

async function feedOf(app: AppContext) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request('http://localhost/blog/feed.xml')
  const response = await loader({ request, context, params: {} } as unknown as LoaderFunctionArgs)
  const xml = await response.text()
  return { answer: response, xml, $: load(xml, { xml: true }) }
}

it('the feed is RSS 2.0 of our own posts, whole, each at its absolute address [SEO-03]', async () => {
  const { answer, xml, $ } = await feedOf(testShop({ db: null, publicUrl: 'https://shop.example' }))
  expect(answer.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/)
  expect($('channel > link').text()).toBe('https://shop.example/blog')
  expect($('atom\\:link').attr('href')).toBe('https://shop.example/blog/feed.xml')
  expect($('channel > title').text()).not.toBe('')
  expect($('channel > description').text()).not.toBe('')
  const items = $('item').toArray()
  expect(items).toHaveLength(ownPosts.length)
  items.forEach((element, at) => {
    const item = $(element)
    const post = ownPosts[at]
    expect(item.find('title').text()).toBe(post?.title)
    expect(item.find('link').text()).toBe(`https://shop.example/blog/${post?.id}`)
    expect(item.find('guid').text()).toBe(item.find('link').text())
    expect(item.find('description').text()).toBe(post?.excerpt)
    expect(item.find('pubDate').text()).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
    const body = load(item.find('content\\:encoded').text())
    expect(body('body').text().length).toBeGreaterThan(2000)
    for (const link of body('a').toArray()) {
      expect(body(link).attr('href')).toMatch(/^(https:\/\/|mailto:|tel:)/)
    }
  })
})

it('the feed holds what third parties write as text and clean HTML, and stays XML [SEO-03, BLOG-13]', async () => {
  const post = {
    id: 7,
    date: '2024-07-01T23:30:00',
    publishedAt: null,
    title: `5 < 6 & ]]> "x" \u0000\u0008\ud800 日本`,
    excerpt: '<script>alert(1)</script>',
    content: `<p>a ]]&gt; b \u0001</p><script>alert(1)</script><img src="/a.jpg"><p>]]></p>`,
    image: null,
    link: null,
    linked: {},
  }
  const { xml, $ } = await feedOf(
    testShop({
      db: null,
      config: readConfig({
        DATABASE_URL: 'none',
        CONTENT_SITE_URL: 'https://journal.example/wp-json/wp/v2',
      }),
      contentSite: {
        posts: async () => ({ posts: [post], pages: 1, reached: true }),
        post: async () => ({ post: null, reached: true }),
        notice: () => null,
      },
    }),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no XML may hold them.
  expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f]/)
  expect(xml.isWellFormed()).toBe(true)
  expect($('item > title').text()).toBe('5 < 6 & ]]> "x" � 日本')
  expect($('item > description').text()).toBe('<script>alert(1)</script>')
  expect($('item pubDate')).toHaveLength(0)
  const html = $('item > content\\:encoded').text()
  expect(html).toContain('src="https://journal.example/a.jpg"')
  expect(html).not.toContain('alert')
})

it('the feed of a content site that fails has no items, and is a feed [SEO-03, BLOG-05]', async () => {
  const { answer, $ } = await feedOf(
    testShop({
      db: null,
      contentSite: {
        posts: async () => ({ posts: [], pages: 0, reached: false }),
        post: async () => ({ post: null, reached: true }),
        notice: () => null,
      },
    }),
  )
  expect(answer.status).toBe(200)
  expect($('channel')).toHaveLength(1)
  expect($('item')).toHaveLength(0)
})
