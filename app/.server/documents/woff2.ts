import { brotliDecompressSync } from 'node:zlib'

/** Tags that a directory names by number. Source: W3C, WOFF 2.0, section 4.1. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.replace('_', ' '))

/** Reads big-endian numbers one after the other. */
class Reader {
  at = 0
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  u8 = () => this.bytes.readUInt8(this.at++)
  u16 = () => (this.u8() << 8) | this.u8()
  i16 = () => (this.u16() << 16) >> 16
  u32 = () => this.u16() * 0x10000 + this.u16()
  take(length: number): Buffer {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
  /** UIntBase128 */
  base128(): number {
    let value = 0
    for (;;) {
      const byte = this.u8()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  /** 255UInt16 */
  short(): number {
    const code = this.u8()
    if (code === 253) return this.u16()
    return code === 255 ? this.u8() + 253 : code === 254 ? this.u8() + 506 : code
  }
}

/**
 * The TrueType file in a WOFF2 file. The library that lays out text applies the weight of a variable font to
 * TrueType alone. Source: W3C, WOFF 2.0, sections 4 and 5; without its transform of `hmtx`, which these
 * packages do not use.
 */
export function trueTypeOf(woff2: Buffer): Buffer {
  const file = new Reader(woff2)
  if (file.take(4).toString('latin1') !== 'wOF2') throw new Error('not a WOFF2 file')
  const flavor = file.u32()
  file.at = 12
  const count = file.u16()
  file.at = 20
  const compressed = file.u32()
  file.at = 48
  const entries = Array.from({ length: count }, () => {
    const flags = file.u8()
    const tag = (flags & 63) === 63 ? file.take(4).toString('latin1') : knownTags[flags & 63]
    const length = file.base128()
    const isOutline = tag === 'glyf' || tag === 'loca'
    const isTransformed = isOutline ? flags >> 6 === 0 : flags >> 6 !== 0
    if (tag === undefined || (isTransformed && !isOutline)) {
      throw new Error(`WOFF2 table ${tag} is transformed`)
    }
    return { tag, isTransformed, length: isTransformed ? file.base128() : length }
  })
  const data = new Reader(brotliDecompressSync(file.take(compressed)))
  const tables = new Map<string, Buffer>()
  for (const { tag, isTransformed, length } of entries) {
    const bytes = data.take(length)
    if (!isTransformed) tables.set(tag, Buffer.from(bytes))
    else if (tag === 'glyf') for (const [name, table] of outlines(bytes)) tables.set(name, table)
  }
  // Offsets of glyphs are written as 32 bits.
  tables.get('head')?.writeInt16BE(1, 50)
  return joined(flavor, tables)
}

/** Tables `glyf` and `loca` of a transformed `glyf`. */
function outlines(bytes: Buffer): [string, Buffer][] {
  const head = new Reader(bytes)
  head.at = 4
  const count = head.u16()
  head.at = 8
  const sizes = Array.from({ length: 7 }, () => head.u32())
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map(
    (size) => new Reader(head.take(size)),
  ) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader]
  const hasBox = boxes.take(4 * ((count + 31) >> 5))
  const parts: Buffer[] = []
  const offsets = Buffer.alloc(4 * (count + 1))
  let size = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    const contourCount = contours.i16()
    const box = (hasBox[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7)) ? boxes.take(8) : null
    if (contourCount !== 0) {
      const part =
        contourCount > 0
          ? simpleGlyph(contourCount, box, { points, flags, glyphs, instructions })
          : compositeGlyph(box, { glyphs, composites, instructions })
      const padded = Buffer.concat([part, Buffer.alloc(-part.length & 3)])
      parts.push(padded)
      size += padded.length
    }
    offsets.writeUInt32BE(size, 4 * (glyph + 1))
  }
  return [
    ['glyf', Buffer.concat(parts)],
    ['loca', offsets],
  ]
}

type Streams = Record<'points' | 'flags' | 'glyphs' | 'composites' | 'instructions', Reader>

function simpleGlyph(
  contourCount: number,
  box: Buffer | null,
  { points, flags, glyphs, instructions }: Omit<Streams, 'composites'>,
): Buffer {
  let total = 0
  const ends = Array.from({ length: contourCount }, () => {
    total += points.short()
    return total - 1
  })
  const moves = Array.from({ length: total }, () => moveOf(flags.u8(), glyphs))
  return packed(ends, moves, { box, code: instructions.take(glyphs.short()) })
}

type Move = { isOnCurve: boolean; dx: number; dy: number }

/** A glyph with its own points, as steps from one to the next; `ends`: the last of each contour. */
function packed(
  ends: readonly number[],
  moves: readonly Move[],
  { box, code = Buffer.alloc(0) }: { box?: Buffer | null; code?: Buffer } = {},
): Buffer {
  const sums = (steps: readonly number[]) => {
    let at = 0
    return steps.map((step) => {
      at += step
      return at
    })
  }
  const [xs, ys] = [sums(moves.map(({ dx }) => dx)), sums(moves.map(({ dy }) => dy))]
  return Buffer.concat([
    shorts([ends.length]),
    box ?? shorts([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]),
    shorts([...ends, code.length]),
    code,
    Buffer.from(moves.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))),
    shorts(moves.map(({ dx }) => dx)),
    shorts(moves.map(({ dy }) => dy)),
  ])
}

/** A drawn outline as a glyph, padded to whole words; fontkit 2.0.4 fails at the outlines of variable fonts. */
export function glyphOfPath({ commands }: { commands: readonly PathCommand[] }): Buffer {
  const ends: number[] = []
  const moves: Move[] = []
  let [x, y] = [0, 0]
  for (const { command, args } of commands) {
    for (let at = 0; at + 1 < args.length; at += 2) {
      const [toX, toY] = [Math.round(args[at] ?? 0), Math.round(args[at + 1] ?? 0)]
      const isOnCurve = command !== 'quadraticCurveTo' || at === 2
      moves.push({ isOnCurve, dx: toX - x, dy: toY - y })
      ;[x, y] = [toX, toY]
    }
    if (command === 'closePath') ends.push(moves.length - 1)
  }
  if (moves.length === 0) return Buffer.alloc(0)
  const glyph = packed(ends, moves)
  return Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)])
}

type PathCommand = { command: string; args: readonly number[] }

/** From one point to the next. Source: W3C, WOFF 2.0, section 5.2, triplet encoding. */
function moveOf(flag: number, { u8 }: Reader) {
  const kind = flag & 0x7f
  const sign = (bit: number, value: number) => (bit & 1 ? value : -value)
  const isOnCurve = flag < 0x80
  if (kind < 10) return { isOnCurve, dx: 0, dy: sign(kind, ((kind & 14) << 7) + u8()) }
  if (kind < 20) return { isOnCurve, dx: sign(kind, (((kind - 10) & 14) << 7) + u8()), dy: 0 }
  const move = (dx: number, dy: number) => ({
    isOnCurve,
    dx: sign(kind, dx),
    dy: sign(kind >> 1, dy),
  })
  if (kind < 84) {
    const [high, low] = [kind - 20, u8()]
    return move(1 + (high & 0x30) + (low >> 4), 1 + ((high & 0x0c) << 2) + (low & 0x0f))
  }
  if (kind < 120) {
    const high = kind - 84
    return move(1 + (Math.trunc(high / 12) << 8) + u8(), 1 + (((high % 12) >> 2) << 8) + u8())
  }
  const [first, second, third] = [u8(), u8(), u8()]
  if (kind < 124) return move((first << 4) + (second >> 4), ((second & 0x0f) << 8) + third)
  return move((first << 8) + second, (third << 8) + u8())
}

/** A glyph made of others, such as a letter and its accent; its parts are kept as they are. */
function compositeGlyph(
  box: Buffer | null,
  { glyphs, composites, instructions }: Omit<Streams, 'points' | 'flags'>,
): Buffer {
  const from = composites.at
  let flags = 0
  do {
    flags = composites.u16()
    composites.at += 2 + (flags & 1 ? 4 : 2)
    composites.at += flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
  } while (flags & 0x20)
  const parts = composites.bytes.subarray(from, composites.at)
  const head = [shorts([-1]), box ?? shorts([0, 0, 0, 0]), parts]
  if ((flags & 0x100) === 0) return Buffer.concat(head)
  const code = instructions.take(glyphs.short())
  return Buffer.concat([...head, shorts([code.length]), code])
}

function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index)
  return bytes
}

/** A file of these tables, without checksums, which nothing here reads. */
function joined(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * sorted.length)
  directory.writeUInt32BE(flavor, 0)
  directory.writeUInt16BE(sorted.length, 4)
  const parts = [directory]
  let offset = directory.length
  sorted.forEach(([tag, table], index) => {
    const at = 12 + 16 * index
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}
