import { load } from 'cheerio'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml, htmlForPage, plainText, siteHtmlForPage } from './clean-html.ts'

/** What of some HTML a browser could be made to run, follow or load against our will. */
function dangers(html: string): string[] {
  const found: string[] = []
  const $ = load(html, null, false)
  $('*').each((_, element) => {
    if (!('attribs' in element)) return
    const { tagName, attribs } = element
    if (
      /^(script|style|iframe|object|embed|form|input|button|svg|math|base|meta|link)$/.test(tagName)
    )
      found.push(tagName)
    for (const [name, value] of Object.entries(attribs)) {
      if (/^on|^style$|^srcset$|^srcdoc$|^formaction$|^name$/.test(name))
        found.push(`${tagName} ${name}`)
      // No script or style of the page can take these for its own.
      if (name === 'id' && !/^post-[^\s"'<>&]+$/.test(value)) found.push(`${tagName} id ${value}`)
      if (name === 'class' && `${tagName} ${value}` !== 'p embed') found.push(`${tagName} ${value}`)
      if (name === 'href' && !isLink(value)) found.push(`href ${value}`)
      if (name === 'src' && !isPicture(value)) found.push(`src ${value}`)
    }
    if (tagName === 'a' && attribs.rel !== ('href' in attribs ? 'noopener' : undefined))
      found.push(`a with rel ${attribs.rel}`)
  })
  return found
}

const here = 'https://shop.example/product/5'
const schemeOf = (address: string) =>
  URL.canParse(address, here) ? new URL(address, here).protocol : 'https:'
const isLink = (address: string) => /^(https?|mailto|tel):$/.test(schemeOf(address))
const isPicture = (address: string) =>
  schemeOf(address) === 'https:' || /^data:image\/(png|jpeg);base64,[\w+/=]+$/.test(address)

const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="http://plain.example/a.png">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="vbscript:x" target="_blank" rel="opener">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<p onclick="alert(1)" style="position:fixed">x</p>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=q><button>go</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<p id="main" class="fixed inset-0">x</p><a id="location" name="cookie">y</a>',
  '<form id="x"><input name="attributes"></form><img id="body" name="forms" src="https://a.example/">',
  '<p id="a b">x</p><p id="&quot;><script>alert(1)</script>">y</p><p id="">z</p>',
  '<img src="data:image/png;base64,PHNjcmlwdD4=" onerror=alert(1)>',
  '<img src="data:text/html;base64,PHNjcmlwdD4=">',
  '<details open ontoggle=alert(1)><summary onclick=alert(1)>x</summary></details>',
]
const anyHtml = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostile),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<img src="',
        "'",
        '"',
        '<',
        '>',
        '&',
        '--',
      ),
      fc.constantFrom(
        '<table><td>',
        '<h1>',
        '</h1>',
        '<ul><li>',
        '<b>',
        '</a>',
        '<!--',
        '-->',
        '\0',
      ),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('HTML that others wrote', () => {
  it('never runs, loads or links to anything it should not [PDP-19, BLOG-13]', () => {
    for (const html of hostile) {
      expect(dangers(cleanHtml(html)), html).toEqual([])
      expect(dangers(siteHtmlForPage(html, 'https://journal.example')), html).toEqual([])
    }
    fc.assert(
      fc.property(anyHtml, (html) => {
        expect(dangers(cleanHtml(html))).toEqual([])
        expect(dangers(htmlForPage(html))).toEqual([])
        expect(dangers(siteHtmlForPage(html, 'https://journal.example'))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is found out by this test where it is let through', () => {
    const harmless = hostile.filter((html) => dangers(html).length === 0)
    // Comments, CDATA and text are no elements to a parser; all the others must be noticed raw.
    expect(harmless.every((html) => /^<(!|template|noscript|textarea|title|scr<)/.test(html))).toBe(
      true,
    )
  })

  it('is the same when it is cleaned again, on save and on render [PDP-19]', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const once = cleanHtml(html)
        expect(cleanHtml(once)).toBe(once)
      }),
      { examples: [['<h1><A<p><h1>']] },
    )
  })

  it('keeps writing as it was written [PDP-18]', () => {
    const html =
      '<h3>How it is made</h3><p>Cast in <strong>24k</strong> gold.</p><ul><li>one</li></ul><table><tbody><tr><th scope="row">Small</th><td colspan="2">14.7 g</td></tr></tbody></table>'
    expect(htmlForPage(html)).toBe(html)
  })

  it('keeps headings of all levels, and shows the first as the second [FORM-22]', () => {
    const html = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>x</h${level}>`).join('')
    expect(cleanHtml(html)).toBe(html)
    expect(htmlForPage(html)).toBe(html.replaceAll('h1>', 'h2>'))
  })

  it('keeps http, https, mailto, tel and relative links, each with rel=noopener [PDP-19]', () => {
    for (const href of [
      'http://a.example/',
      'https://a.example/?q=1',
      'mailto:a@b.example',
      'tel:+1206',
      '/contact',
      '#top',
      '../x',
    ]) {
      expect(cleanHtml(`<a href="${href}" rel="opener" target="_blank">x</a>`)).toBe(
        `<a href="${href}" rel="noopener">x</a>`,
      )
    }
  })

  it('leaves no rel on a link whose address was dropped [PDP-19, BLOG-13]', () => {
    for (const start of [
      '<a href="javascript:alert(1)" rel="x"',
      '<a rel="noopener"',
      '<a href=""',
    ]) {
      expect(cleanHtml(`${start}>x</a>`), start).toBe('<a>x</a>')
      expect(htmlForPage(`${start} title="t href=">x</a>`), start).toBe('<a title="t href=">x</a>')
    }
    expect(cleanHtml('<a title="t" href="/x">&lt;a href="y"</a>')).toBe(
      '<a href="/x" rel="noopener" title="t">&lt;a href="y"</a>',
    )
  })

  it('keeps pictures from https and from this site, without sending them the page’s address', () => {
    for (const src of ['https://a.example/b.jpg', '/pendants/sound-wave-front.jpg']) {
      expect(cleanHtml(`<img src="${src}" alt="A wave" width="8" height="8">`)).toBe(
        `<img src="${src}" alt="A wave" width="8" height="8" loading="lazy" decoding="async" referrerpolicy="no-referrer" />`,
      )
    }
    expect(cleanHtml('<p>a<img src="http://a.example/b.jpg">b</p>')).toBe('<p>ab</p>')
  })

  it('means its own site by relative addresses [BLOG-10]', () => {
    const html =
      '<p><a href="/about/">a</a><a href="//cdn.example/x">b</a><a href="#c">c</a><a href="mailto:d@e.example">d</a><a>e</a></p>'
    expect(siteHtmlForPage(html, 'https://journal.example/wp-json')).toBe(
      '<p><a href="https://journal.example/about/" rel="noopener">a</a><a href="https://cdn.example/x" rel="noopener">b</a><a href="#post-c" rel="noopener">c</a><a href="mailto:d@e.example" rel="noopener">d</a><a>e</a></p>',
    )
    expect(siteHtmlForPage('<img src="/a.jpg">', 'https://journal.example')).toContain(
      'src="https://journal.example/a.jpg"',
    )
  })

  it('shows pictures over plain http from its own site only [BLOG-13]', () => {
    const home = 'http://127.0.0.1:8080'
    expect(siteHtmlForPage('<img src="/a.jpg">', home)).toContain(
      'src="http://127.0.0.1:8080/a.jpg"',
    )
    expect(siteHtmlForPage('<img src="https://a.example/a.jpg">', home)).toContain(
      'https://a.example',
    )
    for (const src of ['http://a.example/a.jpg', 'http://127.0.0.1:80/a.jpg', ''])
      expect(siteHtmlForPage(`<img src="${src}">`, home), src).toBe('')
    // Written before it moved to https, under either name.
    for (const host of ['journal.example', 'www.journal.example']) {
      expect(siteHtmlForPage(`<img src="http://${host}/a">`, 'https://journal.example')).toContain(
        `src="https://${host}/a"`,
      )
    }
  })

  it('survives what no one would write', () => {
    expect(dangers(cleanHtml('<div>'.repeat(20_000)))).toEqual([])
    expect(cleanHtml('<')).toBe('&lt;')
    expect(cleanHtml('')).toBe('')
  })

  it('keeps the anchors of a text, under names that no page has [CLEAN-01]', () => {
    const html =
      '<p id="main">a<a href="#n-1" id="r">1</a></p><p id="main">b</p><a name="n-1">c</a><a href="#">d</a>'
    expect(siteHtmlForPage(html, 'https://journal.example')).toBe(
      '<p id="post-main">a<a href="#post-n-1" rel="noopener" id="post-r">1</a></p><p>b</p><a id="post-n-1">c</a><a href="#" rel="noopener">d</a>',
    )
    expect(htmlForPage(html)).not.toContain('id=')
  })

  it('becomes its visible text, entities decoded', () => {
    expect(plainText('<p>Gold &amp; light</p><p>14.7&nbsp;g<br>5 &lt; 6</p>')).toBe(
      'Gold & light 14.7 g 5 < 6',
    )
    expect(plainText('A plain sentence.')).toBe('A plain sentence.')
    expect(plainText('a<script>b</script><style>c</style>d')).toBe('ad')
    expect(plainText('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;')
  })
})
