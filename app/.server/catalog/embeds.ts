import type { CheerioAPI } from 'cheerio'
import { type Embed, embedOfPlayer, playing, wordsOfEmbed } from '#app/domain/catalog/embed.ts'

type Elements = ReturnType<CheerioAPI>

/** Nobody writes so; the allow-list cuts it. */
const deepest = 200

/** All elements in the order of the text; null where they are nested too deep. A search by selector sorts, in quadratic time. */
export function elementsOf($: CheerioAPI) {
  const open = $.root()
    .contents()
    .toArray()
    .toReversed()
    .map((node) => ({ node, depth: 0 }))
  const found = []
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    if (depth > deepest) return null
    if (!('children' in node)) continue
    if ('attribs' in node) found.push(node)
    for (const child of node.children.toReversed()) open.push({ node: child, depth: depth + 1 })
  }
  return found
}

export const hasContent = (element: Elements) =>
  element.find('img, iframe, video, audio, table, hr, embed, object, noscript, form').length > 0

/** A quiet line with the title, what it is and where. Its class is let through by clean-html.ts in posts. */
export function embedCard($: CheerioAPI, embed: Embed): Elements {
  const card = $('<p class="embed"><a></a> <small></small></p>')
  const { link, about } = wordsOfEmbed(embed)
  card.find('a').attr('href', embed.address).text(link)
  card.find('small').text(about)
  return card
}

const isPlaying = new Set(playing.split(', '))
/** More are no text. */
const maxPlaying = 200

/** Puts a link in place of each player and frame; how many are links now, and how many led nowhere. */
export function embedsAsLinks($: CheerioAPI, home?: string): { linked: number; dropped: number } {
  const count = { linked: 0, dropped: 0 }
  const players = elementsOf($)?.filter(({ tagName }) => isPlaying.has(tagName)) ?? []
  for (const [nth, node] of players.entries()) {
    const element = $(node)
    if (element.parents(playing).length > 0) continue
    if (nth >= maxPlaying) {
      count.dropped += 1
      element.remove()
      continue
    }
    const source = element.find('source[src], embed[src]').first().attr('src')
    const embed = embedOfPlayer(node.tagName, node.attribs, source, home)
    count[embed ? 'linked' : 'dropped'] += 1
    if (embed && !isLinkedBeside(element, embed.address)) putInPlace(element, embedCard($, embed))
    else element.remove()
  }
  return count
}

/** A file block shows a file, and links to it. */
function isLinkedBeside(element: Elements, address: string): boolean {
  const links = element.closest('figure, div, p').find('a[href]').toArray()
  return links.some(({ attribs }) => attribs.href === address)
}

/** A paragraph cannot be within another. */
export function putInPlace(element: Elements, card: Elements): void {
  const paragraph = element.closest('p, h1, h2, h3, h4, h5, h6, a')
  if (paragraph.length === 0) {
    element.replaceWith(card)
    return
  }
  paragraph.after(card)
  element.remove()
  if (paragraph.text().trim() === '' && !hasContent(paragraph)) paragraph.remove()
}
