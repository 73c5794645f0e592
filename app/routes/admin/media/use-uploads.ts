import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LibraryPicture } from '#app/contracts/media/media.ts'
import { uploadFile } from './upload-file.ts'

export type Upload = {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'making' | 'done' | 'refused'
  /** From 0 to 1. */
  sent: number
  picture?: LibraryPicture
  /** False: the same file was in the library already. */
  isNew?: boolean
  message?: string
  /** Refused, and would be again. */
  isFinal?: boolean
}

/** While the shop makes the widths of one picture, the next is sent. */
const atOnce = 2

/**
 * Files on their way to the shop. They go on while the person does other things on the screen, and
 * a refused one can be tried again where that may help.
 */
export function useUploads(to: string, onDone: (picture: LibraryPicture) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const started = useRef(new Set<string>())
  const leaving = useRef<AbortController | null>(null)

  const set = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const done = useEffectEvent(onDone)

  const run = async ({ key, file }: Upload) => {
    leaving.current ??= new AbortController()
    const { signal } = leaving.current
    set(key, { state: 'sending', sent: 0 })
    try {
      const result = await uploadFile(file, key, {
        ...{ to, signal },
        onProgress: (sent) => set(key, { sent, state: sent < 1 ? 'sending' : 'making' }),
      })
      if (signal.aborted) return
      if ('refused' in result) {
        const { refused: message, isFinal } = result
        return set(key, { state: 'refused', message, isFinal })
      }
      set(key, { ...result, state: 'done' })
      done(result.picture)
    } catch {
      // The screen was left, or the answer made no sense.
      if (!signal.aborted) set(key, { state: 'refused', message: 'This failed. Try again.' })
    }
  }
  const begin = useEffectEvent((upload: Upload) => void run(upload))
  useEffect(() => {
    const going = uploads.filter(({ state }) => state === 'sending' || state === 'making').length
    const waiting = uploads.filter(
      ({ key, state }) => state === 'waiting' && !started.current.has(key),
    )
    for (const upload of waiting.slice(0, Math.max(0, atOnce - going))) {
      started.current.add(upload.key)
      begin(upload)
    }
  }, [uploads])
  useEffect(() => () => leaving.current?.abort(), [])

  const isGoing = uploads.some(({ state }) => state !== 'done' && state !== 'refused')
  useEffect(() => {
    if (!isGoing) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isGoing])

  return {
    uploads,
    isGoing,
    add: (files: Iterable<File>) =>
      setUploads((all) => [...all, ...Array.from(files, (file) => newUpload(file, newKey()))]),
    retry: (key: string) =>
      setUploads((all) => {
        started.current.delete(key)
        return all.map((one) => (one.key === key ? newUpload(one.file, key) : one))
      }),
    dismiss: (key: string) => setUploads((all) => all.filter((one) => one.key !== key)),
  }
}

/** As crypto.randomUUID makes it, which a browser has over https and on the machine itself alone [MEDIA-13]. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const part = (from: number, to: number) => hex.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`
}

const newUpload = (file: File, key: string): Upload => ({ key, file, state: 'waiting', sent: 0 })
