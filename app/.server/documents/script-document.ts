import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'
import { type Face, hasSpace, openFont, openOwnFont, typeset } from './typefaces.ts'

const bidi = bidiFactory()

/**
 * Of a line, in one font and direction. The line of an English text runs from left to right; `auto`: as its
 * first letter does.
 */
type Run = { text: string; font: string | null; isRightToLeft: boolean }
export type Direction = 'ltr' | 'auto'

const latin = /^[\x20-\x7e]*$/
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Whether a text is written from right to left. */
export const isRightToLeft = (text: string) =>
  bidi.getEmbeddingLevels(text, 'auto').paragraphs.some(({ level }) => level === 1)

/** A line from left to right on paper. Source: Unicode Standard Annex 9, rules L2 and L4. */
function runsOf(line: string, face: Face, direction: Direction): Run[] {
  if (latin.test(line)) return [{ text: line, font: null, isRightToLeft: false }]
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, levels)
  const runs: (Omit<Run, 'isRightToLeft'> & { level: number; letters: string[] })[] = []
  let at = 0
  for (const set of typeset(line, face)) {
    const { text, font: usual } = 'missing' in set ? { text: set.missing, font: null } : set
    // Joiners may have been left out.
    at = Math.max(at, line.indexOf(text, at))
    const level = levels[at] ?? 0
    const shown = mirrored.get(at) ?? text
    at += text.length
    const last = runs[runs.length - 1]
    // Words and the spaces between them are set as one, so that they are copied in their order.
    const joins = text === ' ' && last?.font && hasSpace(last.font)
    const font = joins && isShared(last.font) ? last.font : usual
    if (last && isShared(font) && last.font === font && last.level === level) {
      last.text += shown
      last.letters.push(shown)
    } else {
      runs.push({ text: shown, font, level, letters: [shown] })
    }
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from
      while ((runs[to]?.level ?? 0) >= level) to += 1
      runs.splice(from, to - from, ...runs.slice(from, to).toReversed())
      from = to
    }
  }
  return runs.map(({ text, font, level, letters }) => {
    const isOdd = level % 2 === 1
    // Letters of such scripts are turned when they are shaped; spaces and signs alone are not.
    const isShaped = isOdd && rightToLeft.test(text)
    return {
      text: isOdd && !isShaped ? letters.toReversed().join('') : text,
      font,
      isRightToLeft: isShaped,
    }
  })
}

/** Fractions have a font for each. */
const isShared = (font: string | null) => font === null || /\d$/.test(font)

type Font = {
  font: unknown
  ascender: number
  widthOfString(text: string, size: number, features?: readonly string[]): number
}
/** What pdfkit calls for each line; missing in its types. */
type Inside = {
  _font: Font
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: LineOptions): void
}
type LineOptions = Partial<Record<'characterSpacing' | 'lineWidth' | 'textWidth', number>> & {
  align?: string
  features?: readonly string[]
  direction?: Direction
}

/** For shaped runs: pdfkit then lays out the whole of it and not each word, so that words are in their order. */
const asOne: readonly string[] = []

const faces = ['serif', 'regular', 'semibold'] as const

/** A document that prints letters its typefaces lack in others, and each script in its direction. */
export class ScriptDocument extends PDFDocument {
  private readonly own = new Map<Face, unknown>()
  private readonly others = new Set<string>()

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options)
    for (const face of faces) {
      const font = openOwnFont(face)
      this.own.set(face, font)
      // Fonts of the library are taken, too; missing in its types.
      this.registerFont(face, font as unknown as Buffer)
    }
  }

  private get inside() {
    return this as unknown as Inside
  }

  /** The shop's typeface that is set; undefined while the library starts. */
  private get face(): Face | undefined {
    return faces.find((face) => this.own.get(face) === this.inside._font.font)
  }

  /** Each run with its width, and `draw` with its font set. */
  private eachRun(
    line: string,
    options: LineOptions,
    draw?: (run: Run, width: number, before: number) => void,
  ): number {
    const { face = 'regular' } = this
    const { characterSpacing = 0, direction = 'ltr' } = options
    let width = 0
    for (const run of runsOf(line, face, direction)) {
      if (run.font !== null) {
        if (!this.others.has(run.font)) {
          this.registerFont(run.font, openFont(run.font) as unknown as Buffer)
        }
        this.others.add(run.font)
        this.font(run.font)
      }
      const { _font, _fontSize } = this.inside
      const features = run.isRightToLeft ? asOne : options.features
      const own =
        _font.widthOfString(run.text, _fontSize, features) + characterSpacing * run.text.length
      draw?.(run, own, width)
      width += own
      this.font(face)
    }
    return Math.max(0, width - characterSpacing)
  }

  override widthOfString(text: string, options: PDFKit.Mixins.TextOptions = {}): number {
    const line = text.replaceAll('\n', '')
    if (this.face === undefined || latin.test(text)) return super.widthOfString(text, options)
    return this.eachRun(line, options as LineOptions)
  }

  /** Called by pdfkit for each line. */
  _fragment(text: string, x: number, y: number, options: LineOptions): void {
    const line = text.replaceAll('\n', '').trimEnd()
    const plain = (PDFDocument.prototype as unknown as Inside)._fragment
    if (this.face === undefined || latin.test(line)) {
      plain.call(this as unknown as Inside, text, x, y, options)
      return
    }
    const { align = 'left', lineWidth = 0 } = options
    const free = align === 'left' ? 0 : lineWidth - this.eachRun(line, options)
    const start = x + (align === 'center' ? free / 2 : free)
    const { _font, _fontSize } = this.inside
    // All stand on the line of the shop's typeface.
    const baseline = (-_font.ascender / 1000) * _fontSize
    this.eachRun(line, options, (run, width, before) => {
      const own = { align: 'left', baseline, textWidth: width, wordCount: 1 }
      const features = run.isRightToLeft ? { features: asOne } : {}
      const drawn = { ...options, ...own, ...features }
      plain.call(this as unknown as Inside, run.text, start + before, y, drawn)
    })
  }
}
