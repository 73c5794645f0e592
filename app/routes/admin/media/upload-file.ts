import type { LibraryPicture, UploadResponse } from '#app/contracts/media/media.ts'
import {
  isPictureKind,
  maxBytes,
  notAnImageMessage,
  partBytes,
  pictureKind,
  tooManyBytesMessage,
} from '#app/domain/catalog/media-limits.ts'

export type UploadResult =
  | { picture: LibraryPicture; isNew: boolean }
  /** `isFinal`: this file is refused again, however often it is sent. */
  | { refused: string; isFinal: boolean }

type Options = {
  /** The address that takes its parts. */
  to: string
  /** From 0 to 1: how much was sent. 1: the shop is making the pictures. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** A connection that is lost is tried again after these pauses, then the person is asked. */
const pausesMs = [1000, 3000, 8000]

const signedOut =
  'You’ve been signed out. Sign in again in another tab, then click “Try again” here.'
const unreachable = 'The shop couldn’t be reached. Check your connection, then try again.'

/**
 * Sends a file to the library, part by part, so that a lost connection costs one part. What is plainly
 * no picture is refused before anything is sent; the server looks again.
 */
export async function uploadFile(
  file: File,
  key: string,
  { to, onProgress, signal }: Options,
): Promise<UploadResult> {
  if (file.size > maxBytes) return final(tooManyBytesMessage)
  const start = await file
    .slice(0, 64)
    .arrayBuffer()
    .catch(() => null)
  if (!start) return final('This file can’t be read. It may have been moved or deleted.')
  const kind = pictureKind(new Uint8Array(start))
  if (!isPictureKind(kind)) return final(notAnImageMessage(kind))
  let at = 0
  for (;;) {
    const answer = await sendPart(file, { to, key, at, signal })
    if ('picture' in answer) return answer
    if ('refused' in answer) return answer
    at = answer.received
    onProgress(Math.min(at / file.size, 1))
  }
}

type PartResult =
  | Exclude<UploadResponse, { refused: unknown }>
  | Extract<UploadResult, { refused: unknown }>
type Part = { to: string; key: string; at: number; signal: AbortSignal }

async function sendPart(file: File, { to, key, at, signal }: Part): Promise<PartResult> {
  const query = new URLSearchParams({
    key,
    at: String(at),
    size: String(file.size),
    name: file.name,
  })
  for (const pause of [...pausesMs, null]) {
    try {
      const response = await fetch(`${to}?${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: file.slice(at, at + partBytes),
        signal,
      })
      if (response.redirected || response.status === 401) return refused(signedOut)
      const isJson = response.headers.get('Content-Type')?.includes('application/json')
      if (isJson) return readAnswer(await response.json(), response.status === ofTheFile)
      if (response.status < 500) return refused('The shop refused this upload. Nothing was saved.')
    } catch (error) {
      if (signal.aborted) throw error
    }
    if (pause === null) break
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return refused(unreachable)
}

/** Refused before the route, as an error of the API; else its own answer. */
function readAnswer(
  answer: UploadResponse | { error: { message: string } },
  isFinal: boolean,
): PartResult {
  if ('error' in answer) return refused(answer.error.message)
  return 'refused' in answer ? { refused: answer.refused.message, isFinal } : answer
}

/** The status of a refusal that is about what is in the file. */
const ofTheFile = 422

const refused = (message: string) => ({ refused: message, isFinal: false })
const final = (message: string) => ({ refused: message, isFinal: true })
