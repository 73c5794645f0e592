import { LRUCache } from 'lru-cache'
import type sanitizeHtml from 'sanitize-html'
import { sitePicture } from '../platform/http/same-site.ts'
import { lazily } from '../platform/lazily.ts'

const sanitize = lazily<typeof sanitizeHtml>('sanitize-html')

/**
 * The one allow-list for HTML that others wrote: product descriptions, posts of the content site
 * [D11]. What is not named here does not reach a page.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'div', 'section', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'q', 'cite', 'pre', 'code', 'kbd'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr'],
    ...['a', 'img', 'figure', 'figcaption', 'time', 'details', 'summary'],
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
    details: ['open'],
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
type EntryText = Record<string, string | undefined>

/** The address first: `withRel` looks for it there. */
function safeLink({ rel: _, href, ...said }: EntryText): sanitizeHtml.Attributes {
  return known({ href, ...said })
}

function safePicture(said: EntryText): sanitizeHtml.Attributes {
  return known({
    ...said,
    alt: said.alt ?? '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  })
}

function known(said: EntryText): sanitizeHtml.Attributes {
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
    clean = withRel(sanitize()(before, allowed))
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

/** As it is shown inside a page, whose own name is the only heading of level 1. */
export const htmlForPage = remembered((html) => withRel(sanitize()(html, inPage)))

const inPage: sanitizeHtml.IOptions = {
  ...allowed,
  transformTags: { ...allowed.transformTags, h1: 'h2' },
}

/** Before every anchor of a text: none can be taken for one of the page, its scripts or its styles. */
const anchorStart = 'post-'
const anchor = /^[^\s"'<>&]{1,120}$/

/** Where a link of a text leads: within the text for `#…`. Null: nowhere. */
export type LinkOf = (address: string) => string | null

/**
 * A text of the site `home`, as it is shown inside a page. Relative addresses mean that site; its
 * pictures are read as sitePicture() has them. Anchors, and the links to them, are kept under other
 * names. `class="embed"` is what embeds.ts puts in place of players.
 */
export function siteHtmlForPage(
  html: string,
  home: string,
  linkOf: LinkOf = (address) => addressOn(home, address),
): string {
  const named = new Set<string>()
  const idOf = ({ id, name }: EntryText, isLink: boolean) => {
    const said = id ?? (isLink ? name : undefined)
    if (said === undefined || !anchor.test(said) || named.has(said)) return undefined
    named.add(said)
    return anchorStart + said
  }
  const ground: sanitizeHtml.IOptions = {
    ...inPage,
    allowedSchemesByTag: { img: ['https', 'http', 'data'] },
    allowedAttributes: {
      ...inPage.allowedAttributes,
      a: ['href', 'title', 'aria-label'],
      table: ['tabindex'],
      '*': ['lang', 'dir', 'id'],
    },
    allowedClasses: { p: ['embed'] },
    transformTags: {
      h1: 'h2',
      // A wide one is scrolled in its own box, by keyboard too.
      table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      a: (tagName, { href, ...attribs }) => {
        const leads = href === undefined ? undefined : (linkOf(href) ?? undefined)
        const isWithin = leads !== undefined && /^#./.test(leads)
        return {
          tagName,
          attribs: safeLink({
            ...attribs,
            href: isWithin ? `#${anchorStart}${leads.slice(1)}` : leads,
          }),
        }
      },
      img: (tagName, attribs) => ({
        tagName,
        attribs: safePicture({ ...attribs, src: sitePicture(attribs.src ?? '', home) ?? '' }),
      }),
      '*': (tagName, attribs) => ({
        tagName,
        attribs: known({ ...attribs, id: idOf(attribs, tagName === 'a') }),
      }),
    },
  }
  return withRel(sanitize()(html, ground))
}

/** Whole, where it is an address; `#…` and what is none are left as they are. */
export function addressOn(home: string, address: string): string {
  return address && !address.startsWith('#') && URL.canParse(address, home)
    ? new URL(address, home).href
    : address
}

/** The visible text alone, entities decoded: for titles, excerpts and descriptions in the head. */
export const plainText = remembered((html) => {
  const text = sanitize()(html.replace(/<(?:br|\/?(?:p|div|li|h[1-6]|td|th))\b[^<>]*>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: allowed.nonTextTags ?? [],
  })
  return decodeText(text).replace(/\s+/g, ' ').trim()
})

/**
 * Keeps the last answers: pages are rendered again at each gold price, and their texts have not changed.
 * Each of the two keeps at most 4 million characters.
 */
function remembered(clean: (html: string) => string): (html: string) => string {
  const answers = new LRUCache<string, string>({
    maxSize: 4_000_000,
    sizeCalculation: (answer, html) => answer.length + html.length + 1,
  })
  return (html) => {
    const known = answers.get(html)
    if (known !== undefined) return known
    const answer = clean(html)
    answers.set(html, answer)
    return answer
  }
}

/** Undoes the escaping of `sanitizeHtml`, whose text holds these three entities and no others. */
function decodeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
