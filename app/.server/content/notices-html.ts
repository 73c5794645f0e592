/** What is shown above every page, under the bar. */
export type Notice =
  /** Nothing is sold here, or not now. */
  | { kind: 'test' | 'stop'; text: string }
  /** Of the shop's own; with a link where `to` is not empty, over all of it where it has no words. */
  | { kind: 'announcement'; text: string; to: string; label: string }

const classes = {
  test: 'border-notice px-5 py-1.5 font-medium text-notice text-xs',
  stop: 'border-line bg-raised px-5 py-2 text-sm wrap-anywhere',
  announcement: 'border-line bg-raised px-5 py-2 text-sm wrap-anywhere',
}

/** As HTML, made on the server: a page's scripts need not know how. */
export function noticesHtml(notices: readonly Notice[]): string {
  return notices
    .map((notice) => `<p class="border-b text-center ${classes[notice.kind]}">${inner(notice)}</p>`)
    .join('')
}

function inner(notice: Notice): string {
  const text = escaped(notice.text)
  if (notice.kind !== 'announcement' || notice.to === '') return text
  const link = (words: string) => `<a class="link" href="${escaped(notice.to)}">${words}</a>`
  return notice.label ? `${text} ${link(escaped(notice.label))}` : link(text)
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
