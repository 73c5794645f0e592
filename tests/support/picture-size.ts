export type Size = { width: number; height: number }

/** A picture's measures as its file has them: JPEG, WebP or AVIF; null for anything else. */
export function pictureSize(bytes: Buffer): Size | null {
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes)
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return webpSize(bytes)
  if (bytes.toString('latin1', 4, 12) === 'ftypavif') return avifSize(bytes)
  return null
}

/** From the first start-of-frame marker: ITU T.81, B.2.2. */
function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}

/** From the header that pictures with transparency begin with: RFC 9649, 2.7; of others RFC 6386, 9.1. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 12, 16) === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (bytes.toString('latin1', 12, 16) !== 'VP8X') return null
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}

/** From the first property of spatial extents: ISO/IEC 23008-12, 6.5.3. */
function avifSize(bytes: Buffer): Size | null {
  const at = bytes.indexOf('ispe', 0, 'latin1')
  if (at === -1) return null
  return { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
}
