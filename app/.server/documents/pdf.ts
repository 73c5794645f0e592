import { addressLine } from '#app/domain/content/brand-facts.ts'
import { brand } from '#brand'
import { printable } from './printable.ts'
import { colors, margin, openSheet, type Placed, type Sheet } from './sheet.ts'

/** What a document says, from top to bottom; every document of the shop is made of these. */
export type DocumentBlock =
  | { is: 'heading' | 'paragraph' | 'small' | 'notice'; text: string }
  | { is: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** Beside each other: addresses, or few facts. */
  | { is: 'columns'; columns: readonly { label: string; lines: readonly string[] }[] }
  | { is: 'table'; columns: readonly Column[]; rows: readonly (readonly Cell[])[] }
  /** Sums under a table, at the right; never torn apart from each other. */
  | { is: 'sums'; rows: readonly Sum[] }

/** `share` of the width; figures stand at the right. */
type Column = { label: string; share: number; figures?: true }
/** `under` stands below it, smaller. */
type Cell = string | { text: string; under: string }
/** `part`: one that the sum before it or after it holds; `total`: the one a reader looks for. */
export type Sum = { name: string; how?: string; sum: string; is?: 'part' | 'total' }

type Document = {
  title: string
  /** Below the title, and on every page at the bottom. */
  subtitle: string
  footer: string
  blocks: readonly DocumentBlock[]
  at: Date
}

/** In points. */
const gap = 8
const rowPadding = 4
const footerAt = 34
const totalSize = 21

/** A document as a PDF whose text can be selected, searched and read aloud. */
export async function pdfOf({ title, subtitle, footer, blocks, at }: Document): Promise<Buffer> {
  const { sheet, close } = openSheet({ title, at })
  writeHead(sheet, title, subtitle)
  for (const block of blocks) write(sheet, block)
  numberPages(sheet, footer)
  return close()
}

/** The shop's name and address under a gold line, then what the document is. */
function writeHead(sheet: Sheet, title: string, subtitle: string): void {
  const { doc, width } = sheet
  const right = margin + width
  sheet.rule(margin, margin, right, { color: colors.gold, weight: 1.5 })
  const half = width / 2
  const top = margin + 12
  const name = { text: brand.name, font: 'serif', size: 23, x: margin, width: half } as const
  sheet.put('P', name, top)
  const lines = [addressLine(brand.address), `${brand.email}, ${brand.phone}`]
  const address = { size: 8, color: colors.muted, align: 'right', x: margin + half } as const
  sheet.put('P', { ...address, text: lines.join('\n'), width: half }, top + 6)
  doc.y = top + sheet.heightOf(name) + 30
  sheet.flow('H1', title, { font: 'serif', size: 26, field: 'title' })
  doc.y += 1
  sheet.flow('P', subtitle, { color: colors.muted })
  doc.y += 10
}

function write(sheet: Sheet, block: DocumentBlock): void {
  const { doc } = sheet
  doc.x = margin
  switch (block.is) {
    case 'heading':
      sheet.keepTogether(60)
      doc.y += 14
      sheet.flow('H2', block.text, { font: 'serif', size: 15 })
      doc.y += 5
      return
    case 'paragraph':
      doc.y += 6
      sheet.flow('P', block.text, { gap: 4 })
      return
    case 'small':
      doc.y += 6
      sheet.flow('P', block.text, { size: 8, color: colors.muted, gap: 2 })
      return
    case 'notice':
      writeNotice(sheet, block.text)
      return
    case 'facts':
      sheet.group('Table', () => {
        for (const [label, value] of block.facts) {
          writeRow(sheet, [label, value], [{ share: 0.3 }, { share: 0.7 }], {
            head: 'Row',
            fields: [label, label],
          })
        }
      })
      return
    case 'columns':
      writeColumns(sheet, block.columns)
      return
    case 'table':
      writeTable(sheet, block.columns, block.rows)
      return
    case 'sums':
      writeSums(sheet, block.rows)
  }
}

function writeNotice(sheet: Sheet, text: string): void {
  const { doc, width } = sheet
  const placed = { text, font: 'semibold', x: margin + 10, width: width - 20 } as const
  const height = sheet.heightOf(placed)
  const top = doc.y
  sheet.decoration(() => {
    doc
      .rect(margin, top, width, height + 14)
      .lineWidth(0.75)
      .strokeColor(colors.gold)
      .stroke()
  })
  sheet.put('P', placed, top + 7)
  doc.y = top + height + 24
}

function writeColumns(
  sheet: Sheet,
  columns: readonly { label: string; lines: readonly string[] }[],
): void {
  const { doc, width } = sheet
  const each = width / columns.length
  const placed = columns.map(({ label, lines }, index) => {
    const at = { x: margin + index * each, width: each - 2 * gap }
    return {
      head: { ...at, text: label, font: 'semibold', size: 8, color: colors.muted } as const,
      body: { ...at, text: lines.join('\n'), field: label },
    }
  })
  const headHeight = Math.max(...placed.map(({ head }) => sheet.heightOf(head)))
  const height = headHeight + 3 + Math.max(...placed.map(({ body }) => sheet.heightOf(body)))
  sheet.keepTogether(height + 16)
  const top = doc.y
  for (const { head, body } of placed) {
    sheet.put('H2', head, top)
    sheet.put('P', body, top + headHeight + 3)
  }
  doc.y = top + height + 16
}

type Shares = readonly Pick<Column, 'share' | 'figures'>[]

function writeTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  const head = columns.map(({ label }) => label)
  sheet.group('Table', () => {
    writeRow(sheet, head, columns, { head: 'Column' })
    for (const cells of rows) {
      writeRow(sheet, cells, columns, {
        fields: head,
        // Told to a screen reader once.
        onNewPage: () => sheet.decoration(() => drawHead(sheet, head, columns)),
      })
    }
  })
}

function placeCells(
  sheet: Sheet,
  cells: readonly Cell[],
  shares: Shares,
  fields: readonly string[] = [],
): Placed[] {
  let x = margin
  const last = shares.length - 1
  return cells.map((cell, index) => {
    const { share = 0, figures } = shares[index] ?? {}
    const all = share * sheet.width
    const placed: Placed = {
      ...(typeof cell === 'string' ? { text: cell } : cell),
      x,
      width: all - (index === last ? 0 : gap),
      align: figures ? 'right' : 'left',
      field: fields[index] ?? 'text',
    }
    x += all
    return placed
  })
}

const headStyle = { font: 'semibold', size: 8, color: colors.muted } as const

type RowOptions = { head?: 'Column' | 'Row'; onNewPage?: () => void; fields?: readonly string[] }

/** Cells beside each other under a hairline, never torn apart. */
function writeRow(
  sheet: Sheet,
  cells: readonly Cell[],
  shares: Shares,
  { head, onNewPage, fields }: RowOptions,
): void {
  const { doc } = sheet
  const placed = placeCells(sheet, cells, shares, fields).map((cell, index) =>
    head === 'Column'
      ? { ...cell, ...headStyle }
      : { ...cell, ...(head === 'Row' && index === 0 && ({ font: 'semibold' } as const)) },
  )
  const height = Math.max(...placed.map((cell) => sheet.heightOf(cell)))
  // A head is not left alone at the end of a page.
  const needed = height + 2 * rowPadding + (head === 'Column' ? 30 : 0)
  if (sheet.keepTogether(needed)) onNewPage?.()
  const top = doc.y
  sheet.rule(top)
  sheet.group('TR', () => {
    placed.forEach((cell, index) => {
      const isHead = head === 'Column' || (head === 'Row' && index === 0)
      sheet.put(isHead ? 'TH' : 'TD', cell, top + rowPadding, isHead ? head : undefined)
    })
  })
  doc.y = top + height + 2 * rowPadding
}

/** Without roles, for the pages after the first. */
function drawHead(sheet: Sheet, head: readonly string[], columns: readonly Column[]): void {
  const { doc } = sheet
  const placed = placeCells(sheet, head, columns).map((cell) => ({ ...cell, ...headStyle }))
  const top = doc.y
  for (const { text, x, width, align } of placed) {
    doc.font(headStyle.font).fontSize(headStyle.size).fillColor(headStyle.color)
    doc.text(text, x, top + rowPadding, { width, align })
  }
  doc.y = top + Math.max(...placed.map((cell) => sheet.heightOf(cell))) + 2 * rowPadding
}

function writeSums(sheet: Sheet, rows: readonly Sum[]): void {
  const { doc, width } = sheet
  const left = margin + width * 0.42
  const right = margin + width
  const placed = rows.map((row) => {
    const isTotal = row.is === 'total'
    const quiet = row.is === 'part' ? { color: colors.muted, size: 8 } : {}
    const indent = row.is === 'part' ? 10 : 0
    const name: Placed = {
      ...quiet,
      text: row.name,
      ...(row.how && { under: row.how }),
      ...(isTotal && { font: 'semibold' }),
      x: left + indent,
      width: width * 0.36 - indent,
    }
    const sum: Placed = {
      ...quiet,
      text: row.sum,
      ...(isTotal && { font: 'serif', size: totalSize }),
      align: 'right',
      x: right - width * 0.3,
      width: width * 0.3,
    }
    const height = Math.max(sheet.heightOf(name), sheet.heightOf(sum))
    return { name, sum, height, isTotal }
  })
  const heightOfRow = (each: { height: number; isTotal: boolean }) =>
    each.height + (each.isTotal ? 20 : 5)
  sheet.keepTogether(placed.reduce((all, each) => all + heightOfRow(each), 14))
  sheet.rule(doc.y)
  doc.y += 8
  sheet.group('Table', () => {
    for (const { name, sum, height, isTotal } of placed) {
      if (isTotal) doc.y += 4
      const top = doc.y
      // On one line with the large figure.
      const nameTop = isTotal ? top + height - sheet.heightOf(name) - 6 : top
      sheet.group('TR', () => {
        sheet.put('TH', name, nameTop, 'Row')
        sheet.put('TD', sum, top)
      })
      doc.y = top + height + (isTotal ? 2 : 5)
      if (!isTotal) continue
      for (const line of [0, 2]) sheet.rule(doc.y + line, left, right, { color: colors.gold })
      doc.y += 14
    }
  })
}

function numberPages({ doc }: Sheet, footer: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Below the margin, where text would begin another page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('regular').fontSize(8).fillColor(colors.muted)
    const words = `${printable(footer, 'title')}, page ${page + 1} of ${count}`
    doc.text(words, margin, doc.page.height - footerAt, { lineBreak: false })
    doc.endMarkedContent()
  }
}
