import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Within the bundle; scripts that run the source itself, such as bench/, read the files. */
const sources: Readonly<Record<string, string>> =
  import.meta.env === undefined
    ? {}
    : import.meta.glob(
        [
          '../../../content/qa/*.md',
          '../../../content/legal/*.md',
          '../../../content/journal/*.md',
        ],
        { query: '?raw', import: 'default', eager: true },
      )

/** A Markdown file of `content/`, as it comes with the program. */
export function sourceOf(file: string): string {
  return sources[`../../../content/${file}`] ?? readFileSync(resolve('content', file), 'utf8')
}

/** Without notes to authors. */
export const withoutNotes = (source: string) =>
  source
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
