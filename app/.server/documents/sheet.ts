import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>
type Element = ReturnType<Pdf['struct']>
type Font = 'serif' | 'regular' | 'semibold'

/** Read when the first document is made; beside the source, as the migrations are. */
const fontFiles: Record<Font, string> = {
  serif: 'cormorant-medium.ttf',
  regular: 'instrument-sans-regular.ttf',
  semibold: 'instrument-sans-semibold.ttf',
}
const fonts = new Map<string, Buffer>()

function fontOf(name: Font): Buffer {
  const known = fonts.get(name)
  if (known) return known
  const font = readFileSync(resolve('app/.server/documents/fonts', fontFiles[name]))
  fonts.set(name, font)
  return font
}

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
  font?: Font
  size?: number
  color?: string
  align?: 'left' | 'right' | 'center'
  /** Between letters. */
  spacing?: number
}

/** A text in a place of its own; `under` stands below it, smaller. */
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
  /** A picture, in words for whoever does not see it. */
  figure(alt: string, draw: () => void): void
  decoration(draw: () => void): void
  rule(top: number, from?: number, to?: number, line?: { color?: string; weight?: number }): void
  /** A new page where so many points do not fit below; true where it began one. */
  keepTogether(height: number): boolean
}

/** An empty sheet, of letter size where nothing else is said, and how to end it. */
export function openSheet({
  title,
  at,
  size = 'LETTER',
}: {
  title: string
  at: Date
  size?: 'LETTER' | 'A5'
}) {
  const doc = new PDFDocument({
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
  for (const name of ['serif', 'regular', 'semibold'] as const) doc.registerFont(name, fontOf(name))
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
  const optionsOf = ({ align = 'left', spacing = 0, width }: Placed) => ({
    align,
    width,
    characterSpacing: spacing,
  })
  const smaller = (placed: Placed): Placed => ({
    ...placed,
    text: placed.under ?? '',
    font: 'regular',
    size: (placed.size ?? bodySize) - 1,
    color: colors.muted,
  })
  const heightOf = (placed: Placed): number =>
    styled(placed).heightOfString(inFont(placed.text) || ' ', optionsOf(placed)) +
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
    flow(role, text, { gap = 0, spacing = 0, align = 'left', ...style } = {}) {
      doc.x = margin
      tagged(role, () => {
        styled(style).text(inFont(text), { paragraphGap: gap, characterSpacing: spacing, align })
      })
    },
    put(role, placed, top, scope) {
      const { x, y } = doc
      tagged(
        role,
        () => {
          styled(placed).text(inFont(placed.text), placed.x, top, optionsOf(placed))
          if (!placed.under) return
          const under = smaller(placed)
          styled(under).text(inFont(under.text), under.x, doc.y + 1, optionsOf(under))
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

/** What the fonts have: Latin letters with their marks, and the signs that the shop writes. */
const unknown =
  /[^\n\x20-\x7e\xa0-\xa3\xa5\xa7-\xab\xae-\xb0\xb4\xb6-\xb8\xba\xbb\xbf-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2191\u2193\u2212]/gu

/** Where a letter is missing: the one without its marks, else a question mark. */
export function inFont(text: string): string {
  return text
    .normalize('NFC')
    .replace(unknown, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(unknown, (letter) =>
      /\p{Zs}/u.test(letter) ? ' ' : /[\p{Cc}\p{M}]/u.test(letter) ? '' : '?',
    )
}
