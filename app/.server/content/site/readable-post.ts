import type { CheerioAPI } from 'cheerio'
import {
  elementsOf,
  embedCard,
  embedsAsLinks,
  hasContent,
  putInPlace,
} from '#app/.server/catalog/embeds.ts'
import { lazily } from '#app/.server/platform/lazily.ts'
import { embedOf } from '#app/domain/catalog/embed.ts'
import { closedNames, withoutShortcodes } from './shortcodes.ts'
import { type LostPicture, recoverPictures } from './site-pictures.ts'

const cheerio = lazily<typeof import('cheerio')>('cheerio')

/** Where a post is: its site, and its own address there, where the site gives one. */
type Place = { home: string; link: string | null }

/**
 * A post's HTML with what a page of the shop cannot show put into what it can: pictures that a plugin
 * loads late, players as links, shortcodes gone. Not clean: the allow-list of clean-html.ts follows.
 * `anchors` are the names that links within the post may lead to.
 */
export function readablePost(html: string, place: Place): { html: string; anchors: Set<string> } {
  const $ = cheerio().load(html, { scriptingEnabled: false }, false)
  if (!elementsOf($)) return { html, anchors: new Set() }
  hideShortcodes($)
  emojiAsText($)
  backgroundsAsPictures($)
  for (const lost of recoverPictures($, place.home)) noteLost($, lost, place)
  embedsAsLinks($, place.home)
  formsAsLinks($, place)
  bareAddressesAsLinks($, place)
  dropEmpty($)
  return { html: $.html(), anchors: anchorsOf($) }
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

function emojiAsText($: CheerioAPI): void {
  for (const image of $('img.wp-smiley, img.emoji').toArray()) {
    $(image).replaceWith($('<span></span>').text(image.attribs.alt ?? ''))
  }
}

/** A cover block may have its picture in a style. */
function backgroundsAsPictures($: CheerioAPI): void {
  for (const element of $('[style*="background-image"]').toArray()) {
    const [, , address] =
      /url\((['"]?)([^'"()]{1,2000})\1\)/.exec(element.attribs.style ?? '') ?? []
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

function formsAsLinks($: CheerioAPI, { home, link }: Place): void {
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
