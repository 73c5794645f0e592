import { fileURLToPath } from 'node:url'
import { pendantFacts } from '../pendants/catalog.ts'
import { views } from '../pendants/pendant.ts'
import measured from './table.json' with { type: 'json' }

/** Made by `scripts/pictures.ts`; `table.json` beside this file holds one a picture. */
export type PictureMeasures = {
  /** Pixels of the widest file. */
  width: number
  height: number
  /** The mean of the piece itself, as #rrggbb. */
  color: string
  /** The beginning of the master's SHA-256. */
  from: string
}

export const table: Readonly<Record<string, PictureMeasures>> = measured

export const pagePictures = [
  'hero',
  'story',
  'laser-mark',
  'assay',
  'recast',
  'custom',
  'drawing',
  'pour',
  'box',
] as const

const ofPendants = pendantFacts.flatMap(({ slug }) => views.map((view) => `${slug}-${view}`))

/** Every picture of ours by name, without its folder. */
export const pictures: readonly string[] = [...ofPendants, ...pagePictures]

/** Where a picture's file stands: of a width and kind, or without them the JPEG. */
export function pictureFile(name: string, width?: number, kind?: 'avif' | 'webp'): string {
  const folder = ofPendants.includes(name) ? '../pendants/pictures/' : './'
  const file = width && kind ? `${name}-${width}.${kind}` : `${name}.jpg`
  return fileURLToPath(new URL(folder + file, import.meta.url))
}
