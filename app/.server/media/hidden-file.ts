/**
 * What a picture can be at once with being a picture: a program that opens it otherwise runs that.
 */
export type Beside = 'page' | 'pdf' | 'archive'

/** Long enough that the pixels of a photograph do not say them by chance. */
const pages = /<script[\s>]|<!doctype html|<html[\s>]|<\?php\s/i
const markLength = 16

/**
 * Reads a file in chunks for a second file within it: a page or program anywhere, a PDF in its first
 * kilobyte, where readers look for one, and an archive by its end, where theirs do. What cameras put
 * behind a picture (a short film, a smaller picture) is none of these [MEDIA-12].
 */
export function lookBeside() {
  let found: Beside | null = null
  let bytes = 0
  let last = Buffer.alloc(0)
  return {
    read(chunk: Buffer): void {
      const seam = Buffer.concat([last.subarray(-markLength), chunk])
      if (pages.test(seam.toString('latin1'))) found ??= 'page'
      if (bytes < 1024 && seam.subarray(0, 1024).includes('%PDF-')) found ??= 'pdf'
      bytes += chunk.length
      last = Buffer.from(Buffer.concat([last, chunk]).subarray(-maxTail))
    },
    found: (): Beside | null => found ?? (endsAsArchive(last) ? 'archive' : null),
  }
}

/** An archive ends with a record of 22 bytes and a comment, whose length is its last two bytes. */
const record = 22
const maxTail = record + 65_535

function endsAsArchive(end: Buffer): boolean {
  for (let at = end.indexOf('PK\x05\x06'); at >= 0; at = end.indexOf('PK\x05\x06', at + 1)) {
    if (at + record <= end.length && at + record + end.readUInt16LE(at + 20) === end.length) {
      return true
    }
  }
  return false
}
