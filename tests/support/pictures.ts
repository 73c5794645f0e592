import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { AppContext } from '#app/.server/app-context.ts'
import { uploadPart } from '#app/.server/media/commands/upload.ts'

/** A picture as a camera may give it, of one color, so that it weighs little. */
export function photo(background = '#886644', width = 480, height = 360): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

type Sent = { key?: string; name?: string; by?: string; partBytes?: number }

/** Uploads bytes part by part, as a browser does; answers the last answer. */
export async function upload(
  app: AppContext,
  bytes: Buffer,
  {
    key = randomUUID(),
    name = 'ring.jpg',
    by = 'ada@example.com',
    partBytes = 512 * 1024,
  }: Sent = {},
) {
  let at = 0
  for (;;) {
    const part = bytes.subarray(at, at + partBytes)
    const answer = await uploadPart(app, { key, at, size: bytes.length, name, part, by })
    if ('picture' in answer) return answer
    at = answer.received
  }
}
