/** What authors marked in a text, in a comment, to be looked at by somebody who knows. */
export type Mark = { who: 'lawyer' | 'anybody'; what: string; line: number }

export function marksOf(source: string): Mark[] {
  const marks =
    /(?:<!--|\/\/) (check before launch|for a lawyer's review before launch): ([\s\S]*?)(?: -->|\n(?!\/\/)|$)/g
  return [...source.matchAll(marks)].map(({ 1: mark = '', 2: what = '', index }) => ({
    who: mark.startsWith('for') ? 'lawyer' : 'anybody',
    what: what.replaceAll('\n//', ''),
    line: source.slice(0, index).split('\n').length,
  }))
}
