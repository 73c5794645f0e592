import { embedOfPlayer, playing, wordsOfEmbed } from '#app/domain/catalog/embed.ts'
import { isAllowedLink } from '#app/domain/catalog/picture-address.ts'

/** What a description cannot keep of a paste, so that it can be said at once. */
export type Lost = {
  pictures: number
  /** Links by why their address is not kept. */
  links: Record<LostLink, number>
  players?: number
  frames?: number
}
type LostLink = 'file' | 'script' | 'other'
const noLinks: Lost['links'] = { file: 0, script: 0, other: 0 }

/**
 * Pasted HTML as the editor understands it: lists of desktop Word, which are paragraphs with a drawn
 * mark, become lists; wrappers and empty paragraphs of Word and Google Docs go. Pictures that are files
 * of a computer, and links to such, are counted and left out; what a link enclosed stays. Players and frames become links.
 */
export function tidyPaste(html: string): { html: string; lost: Lost } {
  // A document that loads and runs nothing.
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const wrapper of body.querySelectorAll(
    'b[style*="font-weight" i], [id^="docs-internal-guid"]',
  )) {
    if (/font-weight:\s*(normal|400)/i.test(wrapper.getAttribute('style') ?? '')) unwrap(wrapper)
  }
  for (const each of body.getElementsByTagName('*')) {
    if (each.localName === 'o:p' && each.textContent?.trim() === '') each.textContent = ''
  }
  for (const paragraph of body.querySelectorAll<HTMLElement>('[style*="mso-list" i]')) {
    intoList(paragraph)
  }
  drawnBullets(body)
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    list.previousElementSibling?.append(list)
  }
  const lost = { ...linkPlayers(body), pictures: dropPictures(body), links: dropLinks(body) }
  for (const paragraph of body.querySelectorAll('p, body > br')) {
    if (paragraph.textContent?.trim() === '' && !paragraph.querySelector('img')) paragraph.remove()
  }
  return { html: body.innerHTML, lost }
}

/** Marks of direction, which chat programs put around lines: no reader sees them, and a search finds less. */
const directionMarks = /[\u200e\u200f]/g
const bullet = /^[\u200e\u200f\s]*[•◦▪‣·]\s+/

export const tidyText = (text: string): string => text.replace(directionMarks, '')

/** Plain text with drawn bullets, as chats and notes copy it, as HTML; null for any other text. */
export function listedText(text: string): string | null {
  const lines = tidyText(text).split(/\r\n?|\n/)
  if (!lines.some((line) => bullet.test(line))) return null
  const { body } = new DOMParser().parseFromString('', 'text/html')
  for (const line of lines) {
    if (line.trim() === '') continue
    body.appendChild(body.ownerDocument.createElement('p')).textContent = line
  }
  return body.innerHTML
}

/** Lines that begin with a drawn bullet, each a paragraph or ended by a break, become a list. */
function drawnBullets(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, div')) {
    if (block.querySelector('p, div, ul, ol') || !/[•◦▪‣·]/.test(block.textContent ?? '')) continue
    for (const breaking of block.querySelectorAll(':scope > br')) {
      const line = block.cloneNode(false) as Element
      while (block.firstChild && block.firstChild !== breaking) line.append(block.firstChild)
      breaking.remove()
      block.before(line)
    }
  }
  for (const line of body.querySelectorAll('p, div')) {
    if (line.querySelector('p, div, ul, ol') || !bullet.test(line.textContent ?? '')) continue
    withoutBullet(line)
    const before = line.previousElementSibling
    const list =
      before instanceof HTMLElement && before.dataset.drawn !== undefined
        ? before
        : body.ownerDocument.createElement('ul')
    if (list !== before) {
      list.dataset.drawn = ''
      line.before(list)
    }
    const item = list.appendChild(body.ownerDocument.createElement('li'))
    item.appendChild(body.ownerDocument.createElement('p')).append(...line.childNodes)
    line.remove()
  }
}

/** The mark may be in its own element, and the blank behind it in the next. */
function withoutBullet(line: Element): void {
  let left = bullet.exec(line.textContent ?? '')?.[0].length ?? 0
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  while (left > 0 && texts.nextNode()) {
    const { currentNode: node } = texts
    const text = node.textContent ?? ''
    node.textContent = text.slice(left)
    left -= text.length
  }
}

/** Word brings its style sheet along, which the content security policy would report. */
function withoutStyles(html: string): string {
  const [before = '', ...sheets] = html.split(/<style\b/i)
  return (
    before +
    sheets
      .map((sheet) =>
        sheet
          .split(/<\/style\s*>/i)
          .slice(1)
          .join(''),
      )
      .join('')
  )
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

const listOf = /mso-list:\s*(l\d+)\s+level(\d+)/i
const numbered = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i

/** Moves a paragraph with a drawn mark to the end of the list before it, or into a new one. */
function intoList(paragraph: HTMLElement): void {
  const [, id, level] = listOf.exec(paragraph.getAttribute('style') ?? '') ?? []
  if (!id || !level) return
  const mark = paragraph.querySelector('[style*="mso-list:Ignore" i]')
  const text = mark?.textContent ?? ''
  mark?.remove()
  const kind = numbered.test(text) ? 'ol' : 'ul'
  const { ownerDocument: inert } = paragraph
  const item = inert.createElement('li')
  const words = inert.createElement('p')
  words.append(...paragraph.childNodes)
  item.append(words)
  const before = paragraph.previousElementSibling
  let list = isWordList(before) ? before : null
  // Down to the level of this one, by the last item of each.
  while (list && Number(list.dataset.level) < Number(level)) {
    const inner: Element | null = list.lastElementChild?.lastElementChild ?? null
    if (isWordList(inner) && Number(inner.dataset.level) <= Number(level)) list = inner
    else break
  }
  const isSame =
    list?.dataset.level === level && list.dataset.word === id && list.localName === kind
  if (list && isSame) list.append(item)
  else {
    const made = inert.createElement(kind)
    made.dataset.level = level
    made.dataset.word = id
    const start = Number.parseInt(text.trim(), 10)
    if (kind === 'ol' && start > 1) made.setAttribute('start', String(start))
    made.append(item)
    if (list && Number(list.dataset.level) < Number(level)) list.lastElementChild?.append(made)
    else if (list && list !== before) list.after(made)
    else paragraph.before(made)
  }
  paragraph.remove()
}

function isWordList(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.dataset.word !== undefined
}

/** As at save [CLEAN-11]: the editor would drop them without a trace. */
function linkPlayers(body: HTMLElement): { players: number; frames: number } {
  const count = { players: 0, frames: 0 }
  const { ownerDocument: inert } = body
  for (const player of body.querySelectorAll(playing)) {
    if (!player.isConnected || player.parentElement?.closest(playing)) continue
    const attribs = Object.fromEntries(
      [...player.attributes].map(({ name, value }) => [name, value]),
    )
    const source = player.querySelector('source[src], embed[src]')?.getAttribute('src')
    const embed = embedOfPlayer(player.localName, attribs, source ?? undefined)
    count[embed ? 'players' : 'frames'] += 1
    if (embed) {
      const { link, about } = wordsOfEmbed(embed)
      const card = inert.createElement('p')
      const anchor = card.appendChild(inert.createElement('a'))
      anchor.href = embed.address
      anchor.textContent = link
      card.append(' ')
      card.appendChild(inert.createElement('small')).textContent = about
      // A paragraph cannot be within another.
      const outer = player.closest('p, h1, h2, h3, h4, h5, h6')
      if (outer) outer.after(card)
      else player.before(card)
    }
    player.remove()
  }
  return count
}

/**
 * The server keeps pictures of https sites and of this one. Those of a Google document end with the
 * session that copied them: the address answers nobody else.
 */
const keptImage =
  /^(https:\/\/(?!([\w.-]+\.)?(googleusercontent\.com|docs\.google\.com)\/)|\/(?![/\\]))/i

function dropPictures(body: HTMLElement): number {
  const pictures = [...body.querySelectorAll('img')].filter(
    (image) => !keptImage.test(image.getAttribute('src') ?? ''),
  )
  for (const picture of pictures) picture.remove()
  return pictures.length
}

function dropLinks(body: HTMLElement): Lost['links'] {
  const lost = { ...noLinks }
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? ''
    if (isAllowedLink(address)) continue
    lost[kindOfLink(address)] += 1
    unwrap(link)
  }
  return lost
}

/** Browsers overlook blanks and control characters in a scheme. */
function kindOfLink(address: string): LostLink {
  const bare = address.replace(/[\p{Cc}\p{Z}\p{Cf}]/gu, '')
  if (/^(javascript|vbscript|data):/i.test(bare)) return 'script'
  return /^(file:|[a-z]:[/\\]|\\\\)/i.test(bare) ? 'file' : 'other'
}

const linkReasons: Record<LostLink, [one: string, many: string]> = {
  file: ['link to a file on a computer', 'links to files on a computer'],
  script: ['link that runs a script', 'links that run a script'],
  other: ['link without a web address', 'links without a web address'],
}
const linkKinds = ['file', 'script', 'other'] as const

/** Empty where everything was pasted. */
export function lostWords({
  pictures,
  links = noLinks,
  players = 0,
  frames = 0,
}: Pick<Lost, 'pictures'> & Partial<Lost>): string {
  const said = [
    ...(pictures === 1 ? ['1 image wasn’t pasted. Add it under Images.'] : []),
    ...(pictures > 1 ? [`${pictures} images weren’t pasted. Add them under Images.`] : []),
    ...linkKinds.flatMap((kind) => {
      const [one, many] = linkReasons[kind]
      if (links[kind] === 1) return [`1 ${one} wasn’t pasted, but its text was.`]
      return links[kind] > 1 ? [`${links[kind]} ${many} weren’t pasted, but their text was.`] : []
    }),
  ]
  if (players === 1) said.push('1 video or frame was pasted as a link.')
  if (players > 1) said.push(`${players} videos or frames were pasted as links.`)
  if (frames > 0) said.push('A frame without a web address wasn’t pasted.')
  return said.join(' ')
}
