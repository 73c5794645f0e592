import type { MediaRow } from '../platform/db/media-schema.ts'

/** How far an upload has come, or the picture it became. */
export type Uploaded = { received: number } | { picture: MediaRow; isNew: boolean }
