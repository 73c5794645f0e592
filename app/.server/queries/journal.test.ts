import { describe, expect, it } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { posts as ownPosts } from '#content/journal/index.ts'
import { testShop } from '#tests/support/shop.ts'
import type { ContentPost } from '../gateways/content-site/content-post.ts'
import type { ContentSite } from '../gateways/content-site/content-site.ts'
import { journalPage, journalPaths, journalPost } from './journal.ts'
import { sitemapPaths } from './sitemap.ts'

const post = (id: number, src?: string): ContentPost => ({
  id,
  date: '2024-07-01T23:30:00',
  publishedAt: null,
  title: `Post ${id}`,
  excerpt: '',
  content: '<p>x</p>',
  image: src ? { src, srcSet: null, alt: '' } : null,
})

function shopWith(contentSite: ContentSite, url = 'https://journal.example/wp-json/wp/v2') {
  const config = readConfig({ DATABASE_URL: 'none', CONTENT_SITE_URL: url })
  return testShop({ db: null, config, contentSite })
}
const siteOf = (pages: ContentPost[][]): ContentSite => ({
  posts: async (page) => ({ posts: pages[page - 1] ?? [], pages: pages.length }),
  post: async (id) => pages.flat().find((candidate) => String(candidate.id) === id) ?? null,
})

describe('the journal without a content site', () => {
  const shop = testShop({ db: null })

  it('shows our own posts, newest first, in the shape of a content site [D31, BLOG-14]', async () => {
    const { posts, pages } = await journalPage(shop, 1)
    expect(posts.length).toBeGreaterThanOrEqual(3)
    expect(pages).toBe(1)
    const dates = posts.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const { title, excerpt, content, date, publishedAt, home } of posts) {
      expect(home).toBeNull()
      expect(title && excerpt && publishedAt).toBeTruthy()
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(content.replace(/<[^>]+>/g, ' ').split(/\s+/).length).toBeGreaterThan(400)
      expect(`${title}${excerpt}${content}`).not.toMatch(/\{\w+\}/)
    }
    expect((await journalPage(shop, 2)).posts).toEqual([])
  })

  it('finds each by its id, and nothing else [BLOG-09, D31]', async () => {
    for (const { id, title } of ownPosts) {
      expect(await journalPost(shop, String(id))).toMatchObject({ id, title })
    }
    for (const id of ['0', '99', 'abc', '1.0', '1/..', '']) {
      expect(await journalPost(shop, id), id).toBeNull()
    }
  })
})

describe('the journal of a content site', () => {
  it('shows its posts and none of ours [D31]', async () => {
    const shop = shopWith(siteOf([[post(31)], [post(30)]]))
    expect(await journalPage(shop, 1)).toMatchObject({
      posts: [{ id: 31, home: 'https://journal.example' }],
      pages: 2,
    })
    expect(await journalPost(shop, '30')).toMatchObject({ id: 30 })
    expect(await journalPost(shop, '1')).toBeNull()
  })

  it('is empty where that site fails [D31, BLOG-05]', async () => {
    const shop = shopWith(siteOf([]))
    expect(await journalPage(shop, 1)).toEqual({ posts: [], pages: 0 })
  })

  it('asks it for digits only [D31]', async () => {
    const asked: string[] = []
    const shop = shopWith({
      posts: async () => ({ posts: [], pages: 0 }),
      post: async (id) => {
        asked.push(id)
        return null
      },
    })
    for (const id of ['1?x', '../users', 'a', '٣', '']) await journalPost(shop, id)
    expect(asked).toEqual([])
  })

  it('has pictures from any https site, over plain http from its own only [BLOG-12]', async () => {
    const addresses = [
      'https://cdn.example/a.jpg',
      'http://cdn.example/a.jpg',
      'http://127.0.0.1:8080/a.jpg',
    ]
    const shown = async (url?: string) => {
      const { posts } = await journalPage(
        shopWith(siteOf([addresses.map((address, at) => post(at + 1, address))]), url),
        1,
      )
      return posts.map(({ image }) => image !== null)
    }
    expect(await shown()).toEqual([true, false, false])
    expect(await shown('http://127.0.0.1:8080/wp-json/wp/v2')).toEqual([true, false, true])
  })
})

describe('the sitemap', () => {
  it('names every post of ours [SEO-03]', async () => {
    const paths = await sitemapPaths(testShop({ db: null }))
    for (const { id } of ownPosts) expect(paths).toContain(`/blog/${id}`)
  })

  it('names the first pages of a content site, and stops where it fails [SEO-03]', async () => {
    const pages = Array.from({ length: 20 }, (_, at) => [post(100 - at)])
    expect(await journalPaths(shopWith(siteOf(pages)))).toHaveLength(8)
    const asked: number[] = []
    const failing: ContentSite = {
      posts: async (page) => {
        asked.push(page)
        return { posts: page === 1 ? [post(5)] : [], pages: page === 1 ? 9 : 0 }
      },
      post: async () => null,
    }
    expect(await journalPaths(shopWith(failing))).toEqual(['/blog/5'])
    expect(asked).toEqual([1, 2])
  })
})
