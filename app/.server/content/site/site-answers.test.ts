import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type ContentSiteServer,
  openContentSite,
  wordpressPost,
} from '#tests/support/content-site-server.ts'
import { type ContentSite, wordpressSite } from './content-site.ts'

let server: ContentSiteServer
let site: ContentSite

beforeEach(async () => {
  server = await openContentSite([wordpressPost(9), wordpressPost(8)])
  site = wordpressSite({ url: server.url, key: null }, pino({ level: 'silent' }), () => new Date())
})
afterEach(() => server.close())

const unreached = { post: null, reached: false }

it.each([401, 403, 429, 'error'] as const)(
  'a site that refuses every call with %s is not reached, and nothing is said of the post [CLEAN-09]',
  async (trouble) => {
    server.trouble = trouble
    expect(await site.post('8')).toEqual(unreached)
    expect(await site.posts(1)).toMatchObject({ posts: [], reached: false })
    expect(site.notice()).toContain('didn’t give a usable answer (HTTP')
    server.trouble = null
    expect((await site.post('8')).post?.id).toBe(8)
    expect(site.notice()).toBeNull()
  },
)

it('a post that the site refuses while it lists others is not there [CLEAN-09]', async () => {
  server.drafts = [7]
  expect(await site.post('7')).toEqual({ post: null, reached: true })
  expect(await site.post('99')).toEqual({ post: null, reached: true })
  // Refused, though it is in the list: who refuses it is not the site.
  server.drafts = [8]
  expect(await site.post('8')).toEqual(unreached)
})

const notice =
  '\ufeff<br />\n<b>Notice</b>:  Undefined index: [0] {"a"} in /wp/x.php[12] on line <b>3</b><br />\n'

it.each([
  ['before', notice, ''],
  ['after', '', `\n${notice}`],
  ['around', notice, '<!-- cached -->'],
  ['as JSON before', '{"a":1}\n[{"b":[{},{}]}]\n', '{"c":1}'],
])(
  'what is printed %s an answer is passed over, and staff are told [CLEAN-10]',
  async (_, before, after) => {
    server.noise = { before, after }
    expect((await site.posts(1)).posts.map(({ id }) => id)).toEqual([9, 8])
    expect((await site.post('8')).post?.title).toBe('Post 8')
    expect(site.notice()).toContain('sends extra text with its answers')
  },
)

it('which of its addresses are posts is asked once for all that are read [CLEAN-06]', async () => {
  const link = `${server.origin}/2024/why-24k/`
  const content = `<a href="/2024/Why-24k?x=1&amp;y">a</a><a href='${link}#b'>b</a><a href="/about">c</a><a href="https://else.example/d">d</a><a href="#e">e</a><a href="/f.pdf">f</a>`
  server.posts = [
    { ...wordpressPost(9, { content }), link: `${server.origin}/2024/this/` },
    { ...wordpressPost(8), link, slug: 'why-24k' },
  ]
  const { post } = await site.post('9')
  expect(post?.linked).toEqual({ '/2024/why-24k': 8 })
  expect(post?.link).toBe(`${server.origin}/2024/this/`)
  expect(server.calls.map(({ query }) => query.get('slug'))).toEqual([null, 'why-24k,about'])
  expect((await site.posts(1)).posts[0]?.linked).toEqual({ '/2024/why-24k': 8 })
})
