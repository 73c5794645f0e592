import { foldText, singleSpaced } from '../text/fold.ts'
import type { Product } from './product.ts'

/**
 * Searching the collection in memory. The database folds texts by the same rules for the staff's
 * search (db/migrations/0001_text.sql: visible_text, search_folded), and a test compares the two.
 */

/** Longer terms are cut: nobody looks for more, and each costs a look at every product. */
const maxTermLength = 200

const upper =
  /[A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽΑ-ΡΣ-ΫΆΈ-ΊΌΎΏА-ЯЀ-Џ]/g

/**
 * What tells names apart, as categories: lower case for Latin, Greek and Cyrillic letters, letter by letter and whatever the locale; the
 * other scripts, few of which have two cases, stay as they are.
 */
function folded(text: string): string {
  return text.replace(upper, (letter) => letter.toLowerCase())
}

const tagInsideAWord =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:[ \t\n\r\f/](?:[^<>"']|"[^"]*"|'[^']*')*)?>/gi
const tag = /<[/!?]?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi

/** `&amp;` goes last, so that `&amp;lt;` stays the text `&lt;`. */
const entities = [
  ['&nbsp;', ' '],
  ['&#160;', ' '],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&ndash;', '–'],
  ['&mdash;', '—'],
  ['&lsquo;', '‘'],
  ['&rsquo;', '’'],
  ['&#8217;', '’'],
  ['&ldquo;', '“'],
  ['&rdquo;', '”'],
  ['&hellip;', '…'],
  ['&times;', '×'],
  ['&deg;', '°'],
  ['&frac12;', '½'],
  ['&amp;', '&'],
] as const

/**
 * What a reader sees of HTML: no tags and comments, common entities decoded, blanks single. Tags
 * inside a word leave no gap, all others part words. Text to search and to test for emptiness,
 * never to be put into a page as HTML.
 */
export function visibleText(html: string): string {
  const untagged = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(tagInsideAWord, '')
    .replace(tag, ' ')
  return singleSpaced(
    entities.reduce((text, [entity, character]) => text.replaceAll(entity, character), untagged),
  )
}

/**
 * What was entered, in the form it is looked for [FOLD-01]. Control characters count as blanks; half an
 * emoji, which no database can hold, as the replacement character.
 */
export function searchTerm(input: string): string {
  const text = input.toWellFormed().replace(/\p{Cc}/gu, ' ')
  const cut = (long: string) => [...singleSpaced(long)].slice(0, maxTermLength).join('')
  return singleSpaced(cut(foldText(cut(text))))
}

/** What a search looks into, folded: worked out once for each product as it was read. */
const searched = new WeakMap<SearchedProduct, string>()
type SearchedProduct = Pick<Product, 'name' | 'description' | 'short_description'>

function searchText(product: SearchedProduct): string {
  let text = searched.get(product)
  if (text === undefined) {
    const { name, short_description, description } = product
    const texts = [name, visibleText(short_description), visibleText(description)]
    // No term holds a line end, so that none is found across two texts.
    text = texts.map(foldText).join('\n')
    searched.set(product, text)
  }
  return text
}

/** Works out ahead what the first search would, for a product that is not searched yet. */
export function prepareSearch(product: SearchedProduct): void {
  searchText(product)
}

/** In the name, or in the visible text of either description, however it is written [LIST-06, D43, FOLD-01]. */
export function matchesSearch(input: string): (product: SearchedProduct) => boolean {
  const term = searchTerm(input)
  return (product) => searchText(product).includes(term)
}

/** A category's name or slug, trimmed and ignoring case [LIST-08, D43]; empty where none is requested. */
export function categoryKey(text: string): string {
  return folded(singleSpaced(text.toWellFormed().replaceAll('\0', ' ')))
}
