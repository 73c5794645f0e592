import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ContentSiteServer,
  openContentSite,
  protectedPost,
  type Trouble,
  wordpressPost,
} from '#tests/support/content-site-server.ts'
import { type ContentSite, wordpressSite } from './content-site.ts'
import { getJson } from './get-json.ts'

const key = 'consumer_key=ck_0123&consumer_secret=cs_4567'

let server: ContentSiteServer
let site: ContentSite
let logged: string[]
let minutes: number

beforeEach(async () => {
  server = await openContentSite([wordpressPost(9), wordpressPost(8), wordpressPost(7)])
  logged = []
  minutes = 0
  site = siteAt(server.url)
})
afterEach(() => server.close())

function siteAt(url: string): ContentSite {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  return wordpressSite({ url, key }, log, () => new Date(1_800_000_000_000 + minutes * 60_000))
}
const titles = async (page = 1) => (await site.posts(page)).posts.map(({ title }) => title)

it('is not followed to another host, where the key would travel along [LIMIT-06]', async () => {
  let asked = 0
  const count = () => (asked += 1)
  const other = createServer((_request, response) => {
    count()
    response.end('[]')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const moved = createServer((request, response) => {
    const there = request.url?.startsWith('/v2/posts') ? `http://127.0.0.1:${port}` : ''
    response.writeHead(302, { Location: `${there}${request.url}` }).end()
  })
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`
  expect(await siteAt(`${address}/v2`).posts(1)).toEqual({ posts: [], pages: 0, reached: false })
  expect(asked).toBe(0)
  expect(logged.join()).toContain('redirects to another site')
  await siteAt(`${address}/v3`).posts(1)
  expect(logged.join()).toContain('redirects without end')
  expect(logged.join()).not.toContain('ck_0123')
  other.close()
  moved.close()
})

describe('the content site is asked', () => {
  it('for posts, with the key in the query, in JSON [BLOG-04]', async () => {
    expect(await titles()).toEqual(['Post 9', 'Post 8', 'Post 7'])
    const [call] = server.calls
    expect(call?.path).toBe('/posts')
    expect(call?.query.get('consumer_key')).toBe('ck_0123')
    expect(call?.query.get('consumer_secret')).toBe('cs_4567')
    expect(call?.headers.accept).toBe('application/json')
    expect(call?.headers['content-type']).toBe('application/json')
  })

  it('for one post, with the same key [BLOG-06]', async () => {
    expect((await site.post('8')).post).toMatchObject({ id: 8, title: 'Post 8' })
    const [call] = server.calls
    expect(call?.path).toBe('/posts/8')
    expect(call?.query.get('consumer_secret')).toBe('cs_4567')
    expect(call?.headers.accept).toBe('application/json')
  })

  it('without a key where none is set, and behind a query where its API is', async () => {
    const bare = wordpressSite(
      { url: `${server.origin}/?rest_route=/wp/v2`, key: null },
      pino({ level: 'silent' }),
      () => new Date(),
    )
    await bare.posts(2)
    const [call] = server.calls
    expect(call?.query.get('rest_route')).toBe('/wp/v2/posts')
    expect(call?.query.get('page')).toBe('2')
    expect([...(call?.query.keys() ?? [])]).not.toContain('consumer_key')
  })

  it('by pages, as many as it says there are [BLOG-04]', async () => {
    server.posts = Array.from({ length: 30 }, (_, at) => wordpressPost(30 - at))
    const first = await site.posts(1)
    expect(first.posts).toHaveLength(12)
    expect(first.pages).toBe(3)
    expect(await titles(3)).toHaveLength(6)
  })

  it.each([
    '',
    'abc',
    '1/../../users',
    '../users',
    '1?x=1',
    '1 ',
    '-1',
    '1e3',
    '٣',
    '9'.repeat(13),
  ])('never for the id %j, which is not digits alone [BLOG-06, D31]', async (id) => {
    expect(await site.post(id)).toEqual({ post: null, reached: true })
    expect(server.calls).toEqual([])
  })
})

const troubles: Trouble[] = [
  'error',
  'html',
  'nothing',
  'nine megabytes',
  'breaks off',
  'other JSON',
]

describe('a content site that fails', () => {
  it.each(troubles)('with %s: logged, and the list is empty [BLOG-05]', async (trouble) => {
    server.trouble = trouble
    expect(await site.posts(1)).toEqual({ posts: [], pages: 0, reached: false })
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('"level":40')
  })

  it.each(troubles)('with %s: logged, and the post is none [BLOG-07]', async (trouble) => {
    server.trouble = trouble
    expect(await site.post('8')).toEqual({ post: null, reached: false })
    expect(logged).toHaveLength(1)
  })

  it('by not being there: logged, and empty [BLOG-05, BLOG-07]', async () => {
    await server.close()
    expect(await titles()).toEqual([])
    expect(await site.post('8')).toEqual({ post: null, reached: false })
    expect(logged).toHaveLength(2)
    server = await openContentSite()
  })

  it.each(['hangs', 'drips'] as const)('by %s is not waited for [BLOG-05]', async (trouble) => {
    server.trouble = trouble
    await expect(getJson(`${server.url}/posts`, Array.isArray, 80)).rejects.toThrow(
      'did not answer in time',
    )
  })

  it('is waited for two seconds by no page, and its answer serves the next reader [BLOG-15]', async () => {
    // The timer is the test's: no answer comes before it is moved.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    try {
      const shown: unknown[] = []
      const asked = Promise.all([site.posts(1), site.post('8')]).then((both) => shown.push(...both))
      await vi.advanceTimersByTimeAsync(1999)
      expect(shown).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      await asked
      expect(shown).toEqual([
        { posts: [], pages: 0, reached: false },
        { post: null, reached: false },
      ])
      answer.resolve(Response.json([wordpressPost(4)]))
      expect(await titles()).toEqual(['Post 4'])
    } finally {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }
  })

  it('that never answers delays no reader longer than the limit [BLOG-15]', async () => {
    server.trouble = 'hangs'
    const log = pino({ level: 'silent' })
    const hurried = wordpressSite({ url: server.url, key }, log, () => new Date(), { waitMs: 20 })
    expect(await hurried.posts(1)).toMatchObject({ posts: [], reached: false })
    expect(await hurried.post('8')).toEqual({ post: null, reached: false })
  })

  it('distinguishes a post or page that is not there from an outage [BLOG-09, BLOG-15]', async () => {
    expect(await site.post('99')).toEqual({ post: null, reached: true })
    expect(await site.posts(7)).toEqual({ posts: [], pages: 0, reached: true })
    server.trouble = 'error'
    expect(await site.post('98')).toEqual({ post: null, reached: false })
    expect(await site.posts(6)).toEqual({ posts: [], pages: 0, reached: false })
  })

  it('never has its key or its address in the log [BLOG-05, BLOG-07]', async () => {
    for (const trouble of troubles) {
      server.trouble = trouble
      await site.posts(1)
      await site.post('8')
    }
    const unreachable = siteAt('http://127.0.0.1:1/wp-json/wp/v2')
    await unreachable.posts(1)
    expect(logged.length).toBe(troubles.length * 2 + 1)
    expect(logged.join()).not.toMatch(/ck_|cs_|consumer|127\.0\.0\.1|wp-json/)
  })

  it('is asked again by the next reader: a failure is not kept', async () => {
    server.trouble = 'error'
    expect(await titles()).toEqual([])
    server.trouble = null
    expect(await titles()).toEqual(['Post 9', 'Post 8', 'Post 7'])
  })
})

describe('answers of the content site', () => {
  it('are kept a few minutes, however many ask, and asked for once at a time', async () => {
    await Promise.all([titles(), titles(), titles()])
    minutes = 4
    await titles()
    expect(server.calls).toHaveLength(1)
  })

  it('are then renewed, while the old one serves', async () => {
    await titles()
    server.posts = [wordpressPost(10)]
    minutes = 6
    expect(await titles()).toEqual(['Post 9', 'Post 8', 'Post 7'])
    await expect.poll(() => titles()).toEqual(['Post 10'])
    expect(server.calls).toHaveLength(2)
  })

  it('serve on for half an hour while the site is away; after that the list is empty [BLOG-05]', async () => {
    await titles()
    server.trouble = 'error'
    for (minutes of [6, 12, 29]) {
      expect(await titles()).toEqual(['Post 9', 'Post 8', 'Post 7'])
      const said = logged.length + 1
      await expect.poll(() => logged.length).toBe(said)
    }
    minutes = 31
    expect(await titles()).toEqual([])
    server.trouble = null
    expect(await titles()).toHaveLength(3)
  })

  it('from hours ago serve nobody', async () => {
    await titles()
    server.posts = [wordpressPost(10)]
    minutes = 180
    expect(await titles()).toEqual(['Post 10'])
  })

  it('go at once where a post is taken back or locked', async () => {
    for (const [id, after] of [
      ['9', []],
      ['8', [protectedPost(8)]],
    ] as const) {
      expect((await site.post(id)).post).not.toBeNull()
      server.posts = [...after, wordpressPost(1)]
      minutes += 6
      await site.post(id)
      await expect.poll(() => site.post(id)).toEqual({ post: null, reached: true })
      server.posts = [wordpressPost(8)]
    }
  })
})
