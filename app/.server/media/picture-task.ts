import type { PictureEdit } from '#app/domain/catalog/media.ts'

/** What is sent to scripts/make-pictures.ts, with paths that are absolute, and what it answers. */
export type ReadUpload = { kind: 'read'; file: string; folder: string }
export type MakeSizes = { kind: 'sizes'; file: string; folder: string } & PictureEdit
export type PictureTask = ReadUpload | MakeSizes

/** `files`: by name in the folder of the task; `bytes` of all of them. */
export type MadeFiles = { width: number; height: number; files: string[]; bytes: number }

/** `animated`, `small`, `narrow`, `large`, `disk`, or `unreadable: …` with what the library said. */
export type Made = MadeFiles | { refused: string }
