import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { posts as ownPosts } from '#content/journal/index.ts'
import { pictures } from '#content/pictures/pictures.ts'
import { testShop } from '#tests/support/shop.ts'
import type { ContentPost } from '../site/content-post.ts'
import type { ContentSite } from '../site/content-site.ts'
import { journalPage, journalPost, knownJournalPaths, readJournalPaths } from './journal.ts'
import { sitemapFiles } from './sitemap.ts'

const post = (id: number, src?: string): ContentPost => ({
  id,
  date: '2024-07-01T23:30:00',
  publishedAt: null,
  title: `Post ${id}`,
  excerpt: '',
  content: '<p>x</p>',
  image: src ? { src, srcSet: null, alt: '' } : null,
  link: null,
  linked: {},
})

function shopWith(
  site: Omit<ContentSite, 'notice'>,
  url = 'https://journal.example/wp-json/wp/v2',
) {
  const config = readConfig({ DATABASE_URL: 'none', CONTENT_SITE_URL: url })
  return testShop({ db: null, config, contentSite: { ...site, notice: () => null } })
}
const siteOf = (pages: ContentPost[][]): Omit<ContentSite, 'notice'> => ({
  posts: async (page) => ({ posts: pages[page - 1] ?? [], pages: pages.length, reached: true }),
  post: async (id) => ({
    post: pages.flat().find((candidate) => String(candidate.id) === id) ?? null,
    reached: true,
  }),
})
const sitemapPaths = async (app: AppContext) =>
  (await sitemapFiles(app)).flat().map(({ path }) => path)
const noPosts = { posts: [], pages: 0 }

describe('the journal without a content site', () => {
  const app = testShop({ db: null })

  it('shows our own posts, newest first, with a picture, in the shape of a content site [D31, BLOG-14, BLOG-17]', async () => {
    const { posts, pages } = await journalPage(app, 1)
    expect(posts.length).toBeGreaterThanOrEqual(3)
    expect(pages).toBe(1)
    const dates = posts.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const { title, excerpt, content, date, publishedAt, home, image } of posts) {
      expect(home).toBeNull()
      expect(image?.alt).toBeTruthy()
      expect(pictures.map((name) => `/pictures/${name}.jpg`)).toContain(image?.src)
      expect(title && excerpt && publishedAt).toBeTruthy()
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(content.replace(/<[^>]+>/g, ' ').split(/\s+/).length).toBeGreaterThan(400)
      expect(`${title}${excerpt}${content}`).not.toMatch(/\{\w+\}/)
    }
    expect((await journalPage(app, 2)).posts).toEqual([])
  })

  it('finds each by its id, and nothing else [BLOG-09, D31]', async () => {
    for (const { id, title } of ownPosts) {
      expect((await journalPost(app, String(id))).post).toMatchObject({ id, title })
    }
    for (const id of ['0', '99', 'abc', '1.0', '1/..', '']) {
      expect(await journalPost(app, id), id).toEqual({ post: null, reached: true })
    }
  })
})

describe('the journal of a content site', () => {
  it('shows its posts and none of ours [D31]', async () => {
    const app = shopWith(siteOf([[post(31)], [post(30)]]))
    expect(await journalPage(app, 1)).toMatchObject({
      posts: [{ id: 31, home: 'https://journal.example' }],
      pages: 2,
    })
    expect((await journalPost(app, '30')).post).toMatchObject({ id: 30 })
    expect((await journalPost(app, '1')).post).toBeNull()
  })

  it('is empty where that site fails [D31, BLOG-05]', async () => {
    const app = shopWith({
      posts: async () => ({ ...noPosts, reached: false }),
      post: async () => ({ post: null, reached: false }),
    })
    expect(await journalPage(app, 1)).toEqual({ posts: [], pages: 0, reached: false })
  })

  it('asks it for digits only [D31]', async () => {
    const asked: string[] = []
    const app = shopWith({
      posts: async () => ({ ...noPosts, reached: true }),
      post: async (id) => {
        asked.push(id)
        return { post: null, reached: true }
      },
    })
    for (const id of ['1?x', '../users', 'a', '٣', '']) await journalPost(app, id)
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

  it('names the first pages of a content site as last read, also while it fails [SEO-03, BLOG-16]', async () => {
    const pages = Array.from({ length: 20 }, (_, at) => [post(100 - at)])
    const site = siteOf(pages)
    let failsFrom = 99
    const asked: number[] = []
    const app = shopWith({
      ...site,
      posts: async (page) => {
        asked.push(page)
        return page < failsFrom ? site.posts(page) : { ...noPosts, reached: false }
      },
    })
    await readJournalPaths(app)
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await knownJournalPaths(app)).toHaveLength(8)
    expect(await sitemapPaths(app)).toContain('/blog/93')
    failsFrom = 3
    await readJournalPaths(app)
    expect(await knownJournalPaths(app)).toHaveLength(8)
  })

  it('does not wait for a content site that never answers, and asks it for the next time [BLOG-16]', async () => {
    let answer = (_: Awaited<ReturnType<ContentSite['posts']>>) => {}
    const app = shopWith({
      posts: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      post: () => new Promise(() => {}),
    })
    // Would never end if it waited.
    const paths = await sitemapPaths(app)
    expect(paths).toContain('/blog')
    expect(paths.filter((path) => path.startsWith('/blog/'))).toEqual([])
    answer({ posts: [post(5)], pages: 1, reached: true })
    await expect.poll(() => knownJournalPaths(app)).toEqual(['/blog/5'])
  })
})
