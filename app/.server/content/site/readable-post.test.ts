import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { testShop } from '#tests/support/shop.ts'
import { postHtml } from '../queries/post-html.ts'
import { withoutShortcodes } from './shortcodes.ts'

const home = 'https://journal.example'
const shop: AppContext = testShop({
  db: null,
  config: readConfig({ DATABASE_URL: 'none', CONTENT_SITE_URL: `${home}/wp-json/wp/v2` }),
})

/** As a page shows it. */
async function shown(content: string, { isFeed = false, linked = {} } = {}) {
  const post = {
    ...{ id: 5, date: '2024-07-01T23:30:00', publishedAt: null, title: 'x', excerpt: '' },
    ...{ image: null, path: '/blog/5', hasCard: false, home },
    ...{ content, linked, link: `${home}/2024/05/post/` },
  }
  const html = await postHtml(shop, post, { isFeed })
  const $ = load(html, null, false)
  return { $, html, words: $.root().text().replace(/\s+/g, ' ').trim() }
}

describe('a post of a content site', () => {
  it('keeps footnotes and tables of contents that lead where they should [CLEAN-01]', async () => {
    const { $ } = await shown(
      '<p>Gold<sup class="fn"><a href="#fn-a1" id="fn-a1-link">1</a></sup>.</p><nav><ol><li><a href="#care">Care</a></li><li><a href="http://journal.example/2024/05/post/#weight">Weight</a></li><li><a href="#respond">Reply</a></li></ol></nav><h2 id="care">Care</h2><h2 id="weight">Weight</h2><ol><li id="fn-a1">Note. <a href="#fn-a1-link" aria-label="Back to 1">↩︎</a></li></ol>',
    )
    const links = $('a')
      .toArray()
      .map(({ attribs }) => attribs.href)
    expect(links).toEqual([
      '#post-fn-a1',
      '#post-care',
      '#post-weight',
      'https://journal.example/2024/05/post/#respond',
      '#post-fn-a1-link',
    ])
    for (const link of links.filter((each) => each?.startsWith('#'))) {
      expect($(link ?? ''), link).toHaveLength(1)
    }
    expect($('#post-fn-a1 a').attr('aria-label')).toBe('Back to 1')
  })

  const svg = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%3E%3C/svg%3E'
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  it.each([
    [
      'data-src',
      `<img src="${svg}" data-src="/p.png" alt="P"><noscript><img src="/p.png"></noscript>`,
    ],
    ['data-lazy-src', `<img src="${gif}" data-lazy-src="${home}/p.png" alt="P">`],
    ['a noscript alone', `<img src="${svg}"><noscript><img src="/p.png" alt="P"></noscript>`],
    [
      'a set',
      `<img src="/wp/blank.gif" data-srcset="/s.png 300w, /p.png 1600w, /x.png 3000w" alt="P">`,
    ],
    ['a source', '<picture><source srcset="/p.png"><img alt="P"></picture>'],
    ['plain http', '<img src="http://www.journal.example/p.png" alt="P">'],
    ['a background', '<div style="background-image:url(/p.png)" aria-label="P"></div>'],
  ])('shows a picture once that is in %s [CLEAN-02]', async (_, html) => {
    const { $ } = await shown(`<figure>${html}<figcaption>On the bench</figcaption></figure>`)
    expect($('img')).toHaveLength(1)
    expect($('img').attr('src')).toMatch(/^https:\/\/(www\.)?journal\.example\/p\.png$/)
    expect($('img').attr('alt')).toBe('P')
    expect($('figcaption').text()).toBe('On the bench')
  })

  it('shows pictures within its HTML, and emoji as text [CLEAN-02]', async () => {
    const inline = `data:image/png;base64,${'iVBORw0KGgo'.repeat(60)}`
    const { $, words } = await shown(
      `<img src="${inline}" alt="In"> Gold <img src="https://s.w.org/1f44d.png" alt="👍" class="wp-smiley"> nice`,
    )
    expect(
      $('img')
        .map((_, image) => $(image).attr('src'))
        .get(),
    ).toEqual([inline])
    expect(words).toBe('Gold 👍 nice')
  })

  it('links to a picture that no page may load [CLEAN-02]', async () => {
    const { $, words } = await shown('<p>a</p><p><img src="http://else.example/p.png" alt="P"></p>')
    expect($('img')).toHaveLength(0)
    expect($('p.embed a').attr('href')).toBe('http://else.example/p.png')
    expect(words).toBe('aP Picture, else.example')
  })

  it.each([
    [
      '<figure><div><iframe title="Pouring gold" src="https://www.youtube.com/embed/abc123?feature=oembed"></iframe></div></figure>',
      ['https://www.youtube.com/watch?v=abc123', 'Pouring gold Video, youtube.com'],
    ],
    [
      '<p><iframe data-src="https://player.vimeo.com/video/42" src="about:blank"></iframe></p>',
      ['https://vimeo.com/42', 'Video on vimeo.com Video'],
    ],
    [
      '<figure><div class="wp-block-embed__wrapper">\nhttps://youtu.be/abc123\n</div></figure>',
      ['https://youtu.be/abc123', 'Video on youtu.be Video'],
    ],
    [
      '<p>[embed]https://vimeo.com/42[/embed]</p>',
      ['https://vimeo.com/42', 'Video on vimeo.com Video'],
    ],
    ['\nhttps://youtu.be/abc123\n', ['https://youtu.be/abc123', 'Video on youtu.be Video']],
    ['<audio controls src="/a.mp3"></audio>', [`${home}/a.mp3`, 'a.mp3 Audio, journal.example']],
    [
      '<video controls><source src="/v.mp4">Your browser cannot.</video>',
      [`${home}/v.mp4`, 'v.mp4 Video, journal.example'],
    ],
    ['<object data="/care.pdf"></object>', [`${home}/care.pdf`, 'care.pdf File, journal.example']],
    [
      '<form><label>Name <input></label><button>Send</button></form>',
      [`${home}/2024/05/post/#form`, 'Fill in the form Form, journal.example'],
    ],
  ])('has a link in place of %s [CLEAN-03]', async (html, [href, text]) => {
    const { $, words } = await shown(`<p>Before.</p>${html}`)
    expect(
      $('a')
        .map((_, link) => $(link).attr('href'))
        .get(),
    ).toEqual([href])
    expect(words).toBe(`Before.${text}`)
    expect($('p p, figure:empty')).toHaveLength(0)
  })

  it('has a file once that it shows and links to, and no search form [CLEAN-03]', async () => {
    const { $ } = await shown(
      `<div><object data="${home}/c.pdf"></object><a href="${home}/c.pdf">Care</a></div><form role="search"><input></form>`,
    )
    expect($('a')).toHaveLength(1)
  })

  it('keeps what opens and closes [CLEAN-04]', async () => {
    const { html } = await shown(
      '<details class="x"><summary>How heavy?</summary><p>15 grams.</p></details>',
    )
    expect(html).toBe('<details><summary>How heavy?</summary><p>15 grams.</p></details>')
  })

  it('hides shortcodes, and keeps words in brackets [CLEAN-05]', async () => {
    const { $, words } = await shown(
      '<p>[contact-form-7 id=&#8221;1&#8243; title=&#8221;Ask&#8221;]</p><p>[caption id="a" width="300"]<img src="/p.png"> Hand made[/caption]</p><p>He said [sic] so [1], [our own words] […].</p><pre>[gallery]</pre>[et_pb_row]x[/et_pb_row]',
    )
    expect($('img')).toHaveLength(1)
    expect($('p')).toHaveLength(2)
    expect(words).toBe('Hand madeHe said [sic] so [1], [our own words] […].[gallery]x')
  })

  it('leads to posts and pages of the shop, and else to the site [CLEAN-06]', async () => {
    const linked = { '/2024/05/29/why-24k': 101 }
    const html = [
      '/2024/05/29/Why-24k/',
      'http://www.journal.example/2024/05/29/why-24k/#x',
      '/?p=7',
      '/contact/',
      '/product/7',
      '/category/gold/',
      'https://else.example/contact',
    ]
      .map((href) => `<a href="${href}">x</a>`)
      .join('')
    const hrefs = async (isFeed: boolean) => {
      const { $ } = await shown(html, { linked, isFeed })
      return $('a')
        .map((_, link) => $(link).attr('href'))
        .get()
    }
    const within = ['/blog/101', '/blog/101#post-x', '/blog/7', '/contact', '/product/7']
    const away = [`${home}/category/gold/`, 'https://else.example/contact']
    expect(await hrefs(false)).toEqual([...within, ...away])
    expect(await hrefs(true)).toEqual([...within.map((path) => shop.publicUrl + path), ...away])
  })

  it('survives what no one would write [CLEAN-03]', async () => {
    await shown('<p><iframe src="https://a.example"></iframe>'.repeat(2000))
    await shown('<div>'.repeat(20_000))
    await shown(`${'[a '.repeat(20_000)}${'<figure>'.repeat(500)}`)
    expect(withoutShortcodes(`[a${' '.repeat(50_000)}`)).toHaveLength(50_002)
  })
})
