import type PDFDocument from 'pdfkit'
import { printable } from './printable.ts'
import { type Direction, ScriptDocument } from './script-document.ts'
import type { Face } from './typefaces.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Element = ReturnType<Pdf['struct']>

/** In points, 72 to an inch. */
export const margin = 54
const bodySize = 9
export const colors = {
  ink: '#1c1813',
  muted: '#6b6257',
  line: '#d8cfc0',
  gold: '#b8952f',
} as const

type Style = {
  font?: Face
  size?: number
  color?: string
  align?: 'left' | 'right' | 'center'
  /** Between letters. */
  spacing?: number
  direction?: Direction
  /** What the text is, for the sentence that it cannot be printed. */
  field?: string
}

/** A text in its own place; `under` is printed below it, smaller. */
export type Placed = Style & { text: string; under?: string; x: number; width: number }

/** What a piece of text is for a screen reader. */
type Role = 'H1' | 'H2' | 'P' | 'TH' | 'TD'

/**
 * The pages of one document and what a screen reader is told of them: every text has its role, in reading
 * order; lines, repeated heads and page numbers are marked as decoration (PDF/UA).
 */
export type Sheet = {
  doc: Pdf
  width: number
  /** Groups, such as a table or its row, around what `draw` writes. */
  group(type: 'Table' | 'TR' | 'Div', draw: () => void): void
  /** Text from the present place on; goes over several pages where it must. */
  flow(role: Role, text: string, style?: Style & { gap?: number }): void
  /** Text in its place, which does not move what follows. */
  put(role: Role, placed: Placed, top: number, scope?: 'Row' | 'Column'): void
  heightOf(placed: Placed): number
  /** A picture, described for readers who cannot see it. */
  figure(alt: string, draw: () => void): void
  decoration(draw: () => void): void
  rule(top: number, from?: number, to?: number, line?: { color?: string; weight?: number }): void
  /** A new page where so many points do not fit below; true where it began one. */
  keepTogether(height: number): boolean
}

/** The time of a document about several: of the latest. */
export const latest = (times: readonly Date[]) =>
  new Date(Math.max(...times.map((time) => time.getTime())))

/**
 * An empty sheet, of letter size where nothing else is said, and how to end it. `at`: of what the document is
 * about, not of its making; the same facts make the same bytes, the PDF's id included [CERT-12].
 */
export function openSheet({
  title,
  at,
  size = 'LETTER',
}: {
  title: string
  at: Date
  size?: 'LETTER' | 'A5'
}) {
  const doc = new ScriptDocument({
    size,
    // On an A5 page everything has its place, so nothing may begin another page.
    margin: size === 'A5' ? 0 : margin,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    // Missing in the types of pdfkit.
    subset: 'PDF/UA' as 'PDF/A-1',
    info: { Title: title, CreationDate: at, ModDate: at },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const close = async () => {
    doc.end()
    await ended
    return Buffer.concat(parts)
  }
  return { sheet: sheetOn(doc, root), close }
}

function sheetOn(doc: Pdf, root: Element): Sheet {
  const groups = [root]
  const width = doc.page.width - 2 * margin
  const inside = () => groups[groups.length - 1] ?? root

  function styled({ font = 'regular', size = bodySize, color = colors.ink }: Style) {
    return doc.font(font).fontSize(size).fillColor(color)
  }
  function tagged(role: Role, draw: () => void, scope?: 'Row' | 'Column') {
    const content = doc.markStructureContent(role)
    draw()
    doc.endMarkedContent()
    // `scope` is missing in the types of pdfkit.
    const options: object = scope ? { scope } : {}
    inside().add(doc.struct(role, options, [content]))
  }
  const optionsOf = ({
    align = 'left',
    spacing = 0,
    direction,
    width,
  }: Style & { width?: number }) => ({
    align,
    characterSpacing: spacing,
    ...(width !== undefined && { width }),
    ...(direction && { direction }),
  })
  const textOf = ({ text, field = 'text' }: Style & { text: string }) => printable(text, field)
  const smaller = (placed: Placed): Placed => ({
    ...placed,
    text: placed.under ?? '',
    font: 'regular',
    size: (placed.size ?? bodySize) - 1,
    color: colors.muted,
  })
  const heightOf = (placed: Placed): number =>
    styled(placed).heightOfString(textOf(placed) || ' ', optionsOf(placed)) +
    (placed.under ? heightOf({ ...smaller(placed), under: '' }) + 1 : 0)

  const sheet: Sheet = {
    doc,
    width,
    group(type, draw) {
      const group = doc.struct(type)
      inside().add(group)
      groups.push(group)
      draw()
      groups.pop()
    },
    flow(role, text, { gap = 0, ...style } = {}) {
      doc.x = margin
      const shown = textOf({ ...style, text })
      tagged(role, () => {
        styled(style).text(shown, { paragraphGap: gap, ...optionsOf(style) })
      })
    },
    put(role, placed, top, scope) {
      const { x, y } = doc
      tagged(
        role,
        () => {
          styled(placed).text(textOf(placed), placed.x, top, optionsOf(placed))
          if (!placed.under) return
          const under = smaller(placed)
          styled(under).text(textOf(under), under.x, doc.y + 1, optionsOf(under))
        },
        scope,
      )
      doc.x = x
      doc.y = y
    },
    heightOf,
    figure(alt, draw) {
      const content = doc.markStructureContent('Figure')
      draw()
      doc.endMarkedContent()
      inside().add(doc.struct('Figure', { alt }, [content]))
    },
    decoration(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
    rule(top, from = margin, to = margin + width, { color = colors.line, weight = 0.5 } = {}) {
      sheet.decoration(() => {
        doc.moveTo(from, top).lineTo(to, top).lineWidth(weight).strokeColor(color).stroke()
      })
    },
    keepTogether(height) {
      const room = doc.page.height - 2 * margin
      if (doc.y + height <= doc.page.height - margin || height > room) return false
      doc.addPage()
      return true
    },
  }
  return sheet
}
