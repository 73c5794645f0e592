import { type CheerioAPI, load } from 'cheerio'
import { embedCard, embedOf } from './embeds.ts'
import { closedNames, withoutShortcodes } from './shortcodes.ts'
import { type LostPicture, recoverPictures } from './site-pictures.ts'

type Elements = ReturnType<CheerioAPI>

/** Where a post is: its site, and its own address there, where the site gives one. */
type Place = { home: string; link: string | null }

/**
 * A post's HTML with what a page of the shop cannot show put into what it can: pictures that a plugin
 * loads late, players as links, shortcodes gone. Not clean: the allow-list of clean-html.ts follows.
 * `anchors` are the names that links within the post may lead to.
 */
export function readablePost(html: string, place: Place): { html: string; anchors: Set<string> } {
  const $ = load(html, { scriptingEnabled: false }, false)
  if (isTooDeep($)) return { html, anchors: new Set() }
  hideShortcodes($)
  emojiAsText($)
  backgroundsAsPictures($)
  for (const lost of recoverPictures($, place.home)) noteLost($, lost, place)
  embedsAsLinks($, place)
  bareAddressesAsLinks($, place)
  dropEmpty($)
  return { html: $.html(), anchors: anchorsOf($) }
}

/** Nobody writes so; the allow-list cuts it. */
const deepest = 200

function isTooDeep($: CheerioAPI): boolean {
  let level = $.root().contents().toArray()
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((node) => ('children' in node ? node.children : []))
  }
  return false
}

function anchorsOf($: CheerioAPI): Set<string> {
  const named = $('[id], a[name]').toArray()
  return new Set(named.flatMap(({ attribs }) => attribs.id ?? attribs.name ?? []))
}

/** In all text but code. A pair may begin in one paragraph and end in another. */
function hideShortcodes($: CheerioAPI): void {
  const closed = closedNames($.root().text())
  const parents = $.root().add('*').not('pre, code, kbd, pre *, code *, script, style')
  for (const node of parents.contents().toArray()) {
    if (node.type !== 'text' || !node.data.includes('[')) continue
    const kept = withoutShortcodes(node.data, closed)
    if (kept === node.data) continue
    node.data = kept
    const block = $(node).closest('p, div, figure')
    if (block.text().trim() === '' && !hasContent(block)) block.remove()
  }
}

const hasContent = (element: Elements) =>
  element.find('img, iframe, video, audio, table, hr, embed, object, noscript, form').length > 0

function emojiAsText($: CheerioAPI): void {
  for (const image of $('img.wp-smiley, img.emoji').toArray()) {
    $(image).replaceWith($('<span></span>').text(image.attribs.alt ?? ''))
  }
}

/** A cover block may have its picture in a style. */
function backgroundsAsPictures($: CheerioAPI): void {
  for (const element of $('[style*="background-image"]').toArray()) {
    const [, , address] = /url\((['"]?)([^'")]{1,2000})\1\)/.exec(element.attribs.style ?? '') ?? []
    if (!address) continue
    const image = $('<img>').attr('src', address)
    $(element).prepend(image.attr('alt', element.attribs['aria-label'] ?? ''))
  }
}

/** A picture that no page may load: a link to it, else to the post on its own site; else its words. */
function noteLost($: CheerioAPI, { image, written }: LostPicture, { home, link }: Place): void {
  const alt = image.attr('alt') ?? ''
  const at = written && !/^data:/i.test(written) ? written : onSite(link, 'picture')
  const embed = written || alt ? embedOf(at, { home, title: alt, kind: 'Picture' }) : null
  // A link within a link would end it.
  if (embed && image.closest('a').length === 0) putInPlace(image, embedCard($, embed))
  else image.replaceWith($('<span></span>').text(alt))
}

/** With an anchor, so that it leads to the post on its own site and not to its page in the shop. */
const onSite = (link: string | null, anchor: string) =>
  link === null ? undefined : `${link.split('#')[0]}#${anchor}`

const playing = 'iframe, video, audio, embed, object'
/** More are no post. */
const maxPlaying = 200

function embedsAsLinks($: CheerioAPI, { home, link }: Place): void {
  $(playing).slice(maxPlaying).remove()
  for (const node of $(playing).toArray()) {
    const element = $(node)
    if (element.parents(playing).length > 0) continue
    const { attribs, tagName } = node
    const source = element.find('source[src], embed[src]').first().attr('src')
    const late = attribs['data-src'] ?? attribs['data-lazy-src']
    const isStopgap = !attribs.src || attribs.src === 'about:blank'
    const address = (isStopgap ? late : undefined) ?? attribs.src ?? attribs.data ?? source
    const embed = embedOf(address, {
      home,
      title: attribs.title ?? attribs['aria-label'],
      ...(tagName === 'video' ? { kind: 'Video' as const } : {}),
      ...(tagName === 'audio' ? { kind: 'Audio' as const } : {}),
    })
    const isLinked = embed && isLinkedBeside(element, embed.address)
    if (embed && !isLinked) putInPlace(element, embedCard($, embed))
    else element.remove()
  }
  for (const node of $('form').toArray()) {
    const form = $(node)
    const isSearch = form.is('[role=search], .search-form, .wp-block-search')
    const embed = isSearch
      ? null
      : embedOf(onSite(link, 'form'), { home, title: 'Fill in the form', kind: 'Form' })
    if (embed) putInPlace(form, embedCard($, embed))
    else form.remove()
  }
}

/** A file block shows a file, and links to it. */
function isLinkedBeside(element: Elements, address: string): boolean {
  const links = element.closest('figure, div, p').find('a[href]').toArray()
  return links.some(({ attribs }) => attribs.href === address)
}

/** A paragraph cannot be within another. */
function putInPlace(element: Elements, card: Elements): void {
  const paragraph = element.closest('p, h1, h2, h3, h4, h5, h6, a')
  if (paragraph.length === 0) {
    element.replaceWith(card)
    return
  }
  paragraph.after(card)
  element.remove()
  if (paragraph.text().trim() === '' && !hasContent(paragraph)) paragraph.remove()
}

/** An address alone in its paragraph, or between blocks, is what WordPress plays, where it can. */
function bareAddressesAsLinks($: CheerioAPI, { home }: Place): void {
  const places = $.root().add($('p, div, section'))
  for (const node of places.contents().toArray()) {
    if (node.type !== 'text' || !/^\s*https?:\/\/\S{4,2000}\s*$/.test(node.data)) continue
    const embed = embedOf(node.data.trim(), { home })
    if (!embed) continue
    const paragraph = $(node).parent('p')
    if (paragraph.length === 0) $(node).replaceWith(embedCard($, embed))
    else if (paragraph.contents().length === 1) paragraph.replaceWith(embedCard($, embed))
  }
}

/** What held nothing but a script or a placeholder. */
function dropEmpty($: CheerioAPI): void {
  for (const node of $('figure, .wp-block-embed__wrapper').toArray().reverse()) {
    const element = $(node)
    if (element.text().trim() === '' && !hasContent(element)) element.remove()
  }
}
