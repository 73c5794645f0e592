import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Mark, marksOf } from '#app/domain/content/marks.ts'

/** Of the file a text comes from; none where the text is staff's own. */
export function marksOfFile(file: string | null): Mark[] {
  return file === null ? [] : marksOf(readFileSync(resolve(file), 'utf8'))
}
