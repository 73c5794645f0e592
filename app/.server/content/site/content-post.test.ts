import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protectedPost, withPicture, wordpressPost } from '#tests/support/content-site-server.ts'
import { readPost, readPosts } from './content-post.ts'

const titleOf = (title: string) => readPost(wordpressPost(1, { title })).title
const pictureOf = (embedded: unknown) => readPost(wordpressPost(1, withPicture(embedded))).image

describe('a post', () => {
  it('has id, date, title, excerpt and content [BLOG-14]', () => {
    const post = wordpressPost(5, {
      title: 'Why 24k?',
      excerpt: '<p>A hand-written excerpt.</p>\n',
      content: '<p>Pure gold.</p>',
      date: '2024-07-01T23:30:00',
      date_gmt: '2024-07-02T06:30:00',
    })
    expect(readPost(post)).toEqual({
      id: 5,
      date: '2024-07-01T23:30:00',
      publishedAt: '2024-07-02T06:30:00.000Z',
      title: 'Why 24k?',
      excerpt: 'A hand-written excerpt.',
      content: '<p>Pure gold.</p>',
      image: null,
      link: null,
      linked: {},
    })
  })

  it('is read with no more than those five [BLOG-14]', () => {
    const post = {
      id: 5,
      date: '2024-07-01T23:30:00',
      title: { rendered: 'a' },
      excerpt: { rendered: 'b' },
      content: { rendered: 'c' },
    }
    expect(readPost(post)).toMatchObject({ title: 'a', excerpt: 'b', content: 'c' })
    expect(readPost(post).publishedAt).toBeNull()
  })

  it('has title and excerpt as text, entities decoded [BLOG-14, D11]', () => {
    expect(titleOf('Purity &amp; weight')).toBe('Purity & weight')
    expect(titleOf('5 < 6 &#038; &#8220;x&#8221; <em>in</em> 日本')).toBe('5 < 6 & “x” in 日本')
    expect(titleOf('a <script>alert("t")</script>b')).toBe('a b')
    expect(titleOf('&lt;script&gt;')).toBe('<script>')
    expect(titleOf('&amp;amp;')).toBe('&amp;')
    const excerpt = '<p>One.</p><p>Two<br>three&nbsp;[&hellip;]</p>'
    expect(readPost(wordpressPost(1, { excerpt })).excerpt).toBe('One. Two three […]')
  })

  it('without a title still has a name', () => {
    expect(titleOf('')).toBe('Untitled')
    expect(titleOf(' <b> </b>&nbsp;')).toBe('Untitled')
  })

  it('behind a password is not shown', () => {
    expect(() => readPost(protectedPost(3))).toThrow('password')
  })

  it('that cannot be read is left out of its list, not the list', () => {
    const list = [wordpressPost(2), null, { id: 'x' }, protectedPost(3), wordpressPost(1)]
    expect(readPosts(list).map(({ id }) => id)).toEqual([2, 1])
    expect(() => readPosts({ code: 'rest_no_route' })).toThrow('not a list')
  })

  it('is a post or a failure, whatever is answered', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(() => readPost(json)).toThrow('not a post')
      }),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.jsonValue(), (title, content, embeds) => {
        const post = readPost(wordpressPost(1, { title, content, _embedded: embeds }))
        expect(post.title).not.toBe('')
        expect(post.content).toBe(content)
      }),
    )
  })
})

describe('a featured picture', () => {
  const src = 'https://journal.example/2024/pendant.jpg'

  it('shows where it has a source_url, with its alternative text [BLOG-12]', () => {
    expect(pictureOf({ source_url: src, alt_text: 'A pendant' })).toEqual({
      src,
      srcSet: null,
      alt: 'A pendant',
    })
    expect(pictureOf({ source_url: src })?.alt).toBe('')
  })

  it.each([
    ['an error', { code: 'rest_forbidden', message: 'No.', data: { status: 401 } }],
    ['the site itself', { name: 'Journal', url: 'https://journal.example', routes: {} }],
    ['an empty address', { source_url: '' }],
    ['no address', { source_url: 'pendant.jpg' }],
    ['a script', { source_url: 'javascript:alert(1)' }],
    ['data', { source_url: 'data:image/svg+xml,<svg/>' }],
    ['a number', 5],
    ['nothing', null],
  ])('does not show where %s is embedded [BLOG-12]', (_, embedded) => {
    expect(pictureOf(embedded)).toBeNull()
    expect(readPost(wordpressPost(1, { _embedded: { 'wp:featuredmedia': [] } })).image).toBeNull()
  })

  it('comes in its widths, without those cut to another shape or from elsewhere', () => {
    const size = (width: number, height: number, host = 'journal.example') => ({
      source_url: `https://${host}/${width}.jpg`,
      width,
      height,
    })
    const sizes = {
      large: size(1024, 683),
      medium: size(300, 200),
      thumbnail: size(150, 150),
      away: size(768, 512, 'evil.example'),
      broken: { source_url: 7 },
    }
    expect(
      pictureOf({ source_url: src, media_details: { width: 1600, height: 1067, sizes } })?.srcSet,
    ).toBe('https://journal.example/300.jpg 300w, https://journal.example/1024.jpg 1024w')
    for (const media_details of [{ width: 1, height: 1, sizes: [] }, { sizes }, 'none', null]) {
      expect(pictureOf({ source_url: src, media_details })).toMatchObject({ src, srcSet: null })
    }
  })
})
