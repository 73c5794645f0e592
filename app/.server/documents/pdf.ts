import PDFDocument from 'pdfkit'
import regular from './fonts/instrument-sans-regular.ttf?inline'
import semibold from './fonts/instrument-sans-semibold.ttf?inline'

/** What a document says, from top to bottom; every document of the shop is made of these. */
export type DocumentBlock =
  | { is: 'heading' | 'paragraph'; text: string }
  | { is: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { is: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }

/** `share` of the width; figures stand at the right. */
type Column = { label: string; share: number; figures?: true }

type Document = {
  title: string
  /** Below the title, and on every page at the bottom. */
  subtitle: string
  footer: string
  blocks: readonly DocumentBlock[]
  at: Date
}

type Page = InstanceType<typeof PDFDocument>

/** In points, 72 to an inch. */
const margin = 54
const bodySize = 9.5
const gap = 10
const footerAt = 34
const [ink, muted, line] = ['#1c1813', '#6b6257', '#d8cfc0']

/**
 * A document as a PDF whose text can be selected and searched. The same facts make the same bytes, but
 * for the id that PDF wants.
 */
export async function pdfOf({ title, subtitle, footer, blocks, at }: Document): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, CreationDate: at, ModDate: at },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.registerFont('regular', bytesOf(regular))
  doc.registerFont('semibold', bytesOf(semibold))

  doc.font('semibold').fontSize(19).fillColor(ink).text(inFont(title))
  doc.font('regular').fontSize(bodySize).fillColor(muted).text(inFont(subtitle))
  for (const block of blocks) write(doc, block)
  number(doc, footer)
  doc.end()
  await ended
  return Buffer.concat(parts)
}

function write(doc: Page, block: DocumentBlock): void {
  doc.x = margin
  switch (block.is) {
    case 'heading':
      keepTogether(doc, 60)
      doc.moveDown(1.2)
      doc.font('semibold').fontSize(12).fillColor(ink).text(inFont(block.text))
      doc.moveDown(0.4)
      return
    case 'paragraph':
      doc.font('regular').fontSize(bodySize).fillColor(ink)
      doc.text(inFont(block.text), { paragraphGap: 4 })
      return
    case 'facts':
      for (const [label, value] of block.facts) {
        row(doc, [label, value], [0.3, 0.7], { fonts: ['semibold', 'regular'] })
      }
      return
    case 'table': {
      const shares = block.columns.map(({ share }) => share)
      const figures = block.columns.map((column) => column.figures === true)
      const head = block.columns.map(({ label }) => label)
      row(doc, head, shares, { figures, fonts: head.map(() => 'semibold') })
      for (const cells of block.rows) row(doc, cells, shares, { figures })
    }
  }
}

/** Cells beside each other under a hairline, on a page of their own choice but never torn apart. */
function row(
  doc: Page,
  cells: readonly string[],
  shares: readonly number[],
  { figures = [], fonts = [] }: { figures?: readonly boolean[]; fonts?: readonly string[] },
): void {
  const width = doc.page.width - 2 * margin
  const placed = cells.map((cell, index) => {
    const before = shares.slice(0, index).reduce((sum, share) => sum + share, 0)
    return {
      text: inFont(cell),
      font: fonts[index] ?? 'regular',
      x: margin + before * width,
      options: {
        width: (shares[index] ?? 0) * width - gap,
        align: figures[index] ? ('right' as const) : ('left' as const),
      },
    }
  })
  doc.fontSize(bodySize)
  const height = Math.max(
    ...placed.map(({ text, font, options }) => doc.font(font).heightOfString(text || ' ', options)),
  )
  keepTogether(doc, height + 7)
  const top = doc.y
  doc
    .moveTo(margin, top)
    .lineTo(margin + width, top)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
  doc.fillColor(ink)
  for (const { text, font, x, options } of placed) doc.font(font).text(text, x, top + 3.5, options)
  doc.x = margin
  doc.y = top + height + 7
}

/** A new page where so many points do not fit below; a text longer than a page goes over several. */
function keepTogether(doc: Page, height: number): void {
  const room = doc.page.height - 2 * margin
  if (doc.y + height > doc.page.height - margin && height <= room) doc.addPage()
}

function number(doc: Page, footer: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Below the margin, where text would begin another page.
    doc.page.margins.bottom = 0
    const words = `${inFont(footer)}, page ${page + 1} of ${count}`
    doc.font('regular').fontSize(8).fillColor(muted)
    doc.text(words, margin, doc.page.height - footerAt, { lineBreak: false })
  }
}

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** What the fonts have: Latin letters with their marks, and the signs that the shop writes. */
const unknown =
  /[^\n\x20-\x7e\xa0-\xa3\xa5\xa7-\xab\xae-\xb0\xb4\xb6-\xb8\xba\xbb\xbf-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2191\u2193\u2212]/gu

/** Where a letter is missing: the one without its marks, else a question mark. */
function inFont(text: string): string {
  return text
    .normalize('NFC')
    .replace(unknown, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(unknown, (letter) =>
      /\p{Zs}/u.test(letter) ? ' ' : /[\p{Cc}\p{M}]/u.test(letter) ? '' : '?',
    )
}
