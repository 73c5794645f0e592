import { Marked, Renderer, type Tokens } from 'marked'
import { addressLine } from '#app/domain/content/brand-facts.ts'
import { isTarget } from '#app/domain/content/text-problems.ts'
import { unbrokenHtml } from '#app/domain/text/no-break.ts'
import { brand } from '#brand'

export type Heading = { id: string; text: string }
/** The values that replace `{name}` and its like. */
function placeholders(): Readonly<Record<string, string>> {
  const { name, email, phone, founder, hours, closed, parcels, address } = brand
  const { returnShipping } = brand
  const { recastPrice, customTime, restockingFee } = brand
  return {
    name,
    email,
    phone,
    founder,
    hours,
    closed,
    parcels,
    returnShipping,
    recastPrice,
    customTime,
    restockingFee,
    address: addressLine(address),
  }
}

/** Where a placeholder leads, for those that are ways to reach the shop. */
export function contactLinks(): Readonly<Record<string, string>> {
  return {
    email: `mailto:${brand.email}`,
    ...(brand.phoneLink && { phone: brand.phoneLink }),
  }
}

/** Plain words with `{name}` and its like filled in: who the shop is now. */
export function fillIn(text: string): string {
  const words = placeholders()
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => words[key] ?? whole)
}

/** Our own Markdown as HTML. Comments are notes to the editor and stay behind. */
export function markdown(source: string) {
  const headings: Heading[] = []
  const taken = new Set<string>()
  const marked = new Marked({
    renderer: {
      text(token) {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
        return unbrokenHtml(Renderer.prototype.text.call(this, token))
      },
      // Staff write these texts too. What looks like HTML is shown as it was typed, and runs nowhere.
      html: ({ text }) => escaped(text),
      link({ href, title, tokens }) {
        if (!isTarget(href)) return this.parser.parseInline(tokens)
        return Renderer.prototype.link.call(this, { href, title, tokens } as Tokens.Link)
      },
      image(token) {
        return /^(https:|\/(?!\/))/.test(token.href)
          ? Renderer.prototype.image.call(this, token)
          : escaped(token.text)
      },
      heading({ tokens, depth, text }) {
        const id = freshId(text, taken)
        if (depth === 2) headings.push({ id, text: plain(text) })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // Each row of ours begins with what it is about. On small screens a row becomes a block and
      // each cell says its column (text.css), which is why the roles are spelled out.
      table({ header, rows }) {
        const cell = (cells: Tokens.TableCell[], at: number) =>
          this.parser.parseInline(cells[at]?.tokens ?? [])
        const names = header.map((_, at) => cell(header, at))
        const head = names.map((name) => `<th role="columnheader" scope="col">${name}</th>`)
        const body = rows.map((row) => {
          const cells = row.map((_, at) =>
            at === 0
              ? `<th role="rowheader" scope="row">${cell(row, 0)}</th>`
              : `<td role="cell" data-column="${attribute(names[at] ?? '')}">${cell(row, at)}</td>`,
          )
          return `<tr role="row">${cells.join('')}</tr>\n`
        })
        return `<table role="table"><thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead>\n<tbody role="rowgroup">${body.join('')}</tbody></table>\n`
      },
    },
  })
  const text = curlQuotes(withoutComments(source))
  const html = marked.parse(fillInMarkdown(text), { async: false }).trim()
  return { html, headings, words: countWords(html) }
}

/** In one pass, however many comments are opened and never closed. */
function withoutComments(source: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = source.indexOf('<!--', from)
    const end = start < 0 ? -1 : source.indexOf('-->', start + 4)
    if (end < 0) return kept + source.slice(from)
    kept += source.slice(from, start)
    from = end + 3
  }
}

/** As `fillIn`, but no character of a fact is taken for Markdown, and contacts become links. */
function fillInMarkdown(text: string): string {
  const [known, links] = [placeholders(), contactLinks()]
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const words = known[key]?.replace(/[\\`*_[\]<>&#|~]/g, '\\$&')
    if (words === undefined) return whole
    return links[key] ? `[${words}](<${links[key]}>)` : words
  })
}

/** Typed quotes as printers set them. Our texts hold no code and no HTML in which they would count. */
function curlQuotes(text: string): string {
  return text
    .replace(/(^|[\s([{|])"/gm, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{|“])'/gm, '$1‘')
    .replaceAll("'", '’')
}

function freshId(heading: string, taken: Set<string>): string {
  const base = plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  let id = base
  for (let nth = 2; taken.has(id); nth += 1) id = `${base}-${nth}`
  taken.add(id)
  return id
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const plain = (inline: string) => inline.replace(/[*_`]|\[([^[\]]*)\]\([^()]*\)/g, '$1')

const attribute = (html: string) => html.replace(/<[^<>]*>/g, '').replaceAll('"', '&quot;')

function countWords(html: string): number {
  return html.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}.,'’%-]*/gu)?.length ?? 0
}
