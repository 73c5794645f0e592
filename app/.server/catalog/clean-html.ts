import sanitizeHtml from 'sanitize-html'

/**
 * The one allow-list for HTML that others wrote: product descriptions, posts of the content site
 * [D11]. What is not named here does not reach a page.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'div', 'section', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'q', 'cite', 'pre', 'code', 'kbd'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr'],
    ...['a', 'img', 'figure', 'figcaption', 'time'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
    abbr: ['title'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  // Gone with all that stands inside them; other unknown elements leave their text behind.
  nonTextTags: [
    ...['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'title'],
    ...['textarea', 'option', 'select', 'button', 'xmp', 'noembed', 'noframes'],
  ],
  // Deeper nesting is no writing, and costs a browser dearly.
  nestingLimit: 40,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: safeLink(attribs) }),
    img: (tagName, attribs) => ({ tagName, attribs: safePicture(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

/** What an element says of itself; an attribute without a value is left out. */
type Said = Record<string, string | undefined>

/** The address first: `withRel` looks for it there. */
function safeLink({ rel: _, href, ...said }: Said): sanitizeHtml.Attributes {
  return known({ href, ...said })
}

function safePicture(said: Said): sanitizeHtml.Attributes {
  return known({
    ...said,
    alt: said.alt ?? '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  })
}

function known(said: Said): sanitizeHtml.Attributes {
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Each reading of `<h1><b<p><h1>` and the like closes one heading more; nobody nests as many by mistake. */
const maxReadings = 20

/**
 * As it is stored: headings of all six levels stay what they are [FORM-22]. Broken markup is read again
 * until it stays the same, so that saving twice changes nothing.
 */
export function cleanHtml(html: string): string {
  let clean = html
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const before = clean
    clean = withRel(sanitizeHtml(before, allowed))
    if (clean === before) break
  }
  return clean
}

/**
 * Adds `rel=noopener` to the links that kept their address. `<` is escaped everywhere else in the
 * output of sanitize-html, so this matches nothing but tags.
 */
function withRel(clean: string): string {
  return clean.replace(/<a href="[^"]*"/g, '$& rel="noopener"')
}

/**
 * As it is shown inside a page, whose own name is the only heading of level 1. `home` is the site
 * it was written on: relative addresses mean that site, and its own pictures show even where it
 * speaks plain http.
 */
export function htmlForPage(html: string, home?: string): string {
  return withRel(sanitizeHtml(html, home === undefined ? inPage : inPageFrom(home)))
}

const inPage: sanitizeHtml.IOptions = {
  ...allowed,
  transformTags: { ...allowed.transformTags, h1: 'h2' },
}

function inPageFrom(home: string): sanitizeHtml.IOptions {
  const { origin, protocol } = new URL(home)
  const whole = (address: string | undefined) =>
    address && !address.startsWith('#') && URL.canParse(address, origin)
      ? new URL(address, origin).href
      : address
  const isOfHome = (address: string) => URL.canParse(address) && new URL(address).origin === origin
  return {
    ...inPage,
    allowedSchemesByTag: { img: protocol === 'http:' ? ['https', 'http'] : ['https'] },
    allowedAttributes: { ...inPage.allowedAttributes, table: ['tabindex'] },
    transformTags: {
      h1: 'h2',
      // A wide one is scrolled in its own box, by keyboard too.
      table: (tagName) => ({ tagName, attribs: { tabindex: '0' } }),
      a: (tagName, attribs) => ({
        tagName,
        attribs: safeLink({ ...attribs, href: whole(attribs.href) }),
      }),
      img: (tagName, attribs) => {
        const src = whole(attribs.src) ?? ''
        const shows = !/^http:/i.test(src) || isOfHome(src)
        return { tagName, attribs: safePicture({ ...attribs, src: shows ? src : '' }) }
      },
    },
  }
}

/** The visible text alone, entities decoded: for titles, excerpts and descriptions in the head. */
export function plainText(html: string): string {
  const text = sanitizeHtml(html.replace(/<(?:br|\/?(?:p|div|li|h[1-6]|td|th))\b[^>]*>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: allowed.nonTextTags ?? [],
  })
  return decodeText(text).replace(/\s+/g, ' ').trim()
}

/** Undoes the escaping of `sanitizeHtml`, whose text holds these three entities and no others. */
function decodeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
