const sources: Readonly<Record<string, string>> = import.meta.glob(
  ['../../../content/qa/*.md', '../../../content/legal/*.md', '../../../content/journal/*.md'],
  { query: '?raw', import: 'default', eager: true },
)

/** A Markdown file of `content/`, as it comes with the program. */
export function sourceOf(file: string): string {
  const source = sources[`../../../content/${file}`]
  if (source === undefined) throw new Error(`content/${file} is missing`)
  return source
}

/** Without notes to authors. */
export const withoutNotes = (source: string) =>
  source
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
