/** What authors marked in a text, in a comment, to be looked at by somebody who knows. */
export type ReviewNote = { who: 'lawyer' | 'anybody'; what: string; line: number }

export function reviewNotes(source: string): ReviewNote[] {
  const marks =
    /(?:<!--|\/\/) (check before launch|for a lawyer's review before launch): ([\s\S]*?)(?: -->|\n(?!\/\/)|$)/g
  return [...source.matchAll(marks)].map(({ 1: mark = '', 2: what = '', index }) => ({
    who: mark.startsWith('for') ? 'lawyer' : 'anybody',
    what: what.replaceAll('\n//', ''),
    line: source.slice(0, index).split('\n').length,
  }))
}
