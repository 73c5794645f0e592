import {
  besidesMessage,
  isPictureKind,
  notAnImageMessage,
  pictureKind,
} from '#app/domain/catalog/media-limits.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../platform/errors.ts'
import { dropUpload, openUpload, storePart } from './uploads.ts'

export type UploadPart = {
  /** Of the upload, made by the browser: what is repeated belongs together. */
  key: string
  /** Where in the file this part begins, and how long the file is; in bytes. */
  at: number
  size: number
  name: string
  part: Buffer
  by: string
}

type UploadSteps<Result> = {
  /** What an upload became whose answer was lost; null: nothing so far. */
  findFinished: () => Promise<Result | null>
  /** Makes something of the whole file. */
  finish: () => Promise<Result>
}

/**
 * Takes a part of an upload; the last part ends it, and a repeat gets the same answer [MEDIA-02].
 */
export function receiveUpload<Result>(
  app: AppContext,
  upload: UploadPart,
  steps: UploadSteps<Result>,
): Promise<Result | { received: number }> {
  // The same part again, since its answer was lost, is told what became of the first.
  const going = app.uploads.get(upload.key) as ReturnType<typeof takePart<Result>> | undefined
  if (going) return going
  const taking = takePart(app, upload, steps).finally(() => app.uploads.delete(upload.key))
  app.uploads.set(upload.key, taking)
  return taking
}

async function takePart<Result>(
  app: AppContext,
  { key, at, size, part }: UploadPart,
  { findFinished, finish }: UploadSteps<Result>,
): Promise<Result | { received: number }> {
  const received = await storePart(app.config, { key, at, part })
  if (received !== at + part.length) {
    const done = await findFinished()
    if (done) return done
  }
  if (received > size) {
    await dropUpload(app.config, key)
    throw new AppError('upload_mismatch', 400, 'The upload was larger than the file. Try again.')
  }
  if (received < size) return { received }
  return finish().finally(() =>
    dropUpload(app.config, key).catch((error: unknown) => {
      app.log.error({ err: error }, 'an upload could not be cleared away')
    }),
  )
}

/** A whole upload that is a picture and nothing besides: where it is, and what it is known by. */
export async function openPicture(app: AppContext, key: string) {
  const { file, first, id, besides } = await openUpload(app.config, key)
  const kind = pictureKind(first)
  if (!isPictureKind(kind)) {
    throw new AppError('not_a_picture', 422, notAnImageMessage(kind), { facts: { kind } })
  }
  if (besides) {
    throw new AppError('not_a_picture', 422, besidesMessage, { facts: { kind: besides } })
  }
  return { file, id }
}

/** Drawn again, upright, with nothing of what was in the file besides [MEDIA-03]. */
export async function redrawn(app: AppContext, file: string) {
  const { files, ...master } = await app.pictureMaker.read(file)
  const [bytes] = files.values()
  if (!bytes) throw new RangeError('nothing was made of an upload')
  return { ...master, picture: bytes }
}
