/** A message for the visitor's own mail program. Nothing of it passes through our server [D36]. */
export type EmailDraft = {
  subject: string
  /** Lines end with CRLF, as email wants them (RFC 6068, section 5). */
  body: string
  /** Subject and body, for those who paste them into an email themselves. */
  text: string
  /** Opens the draft; names one recipient, a subject and a body, whatever was entered. */
  href: string
}

export function emailDraft(to: string, subject: string, body: string): EmailDraft {
  const said = { subject: oneLine(subject), body: crlfLines(body) }
  // A name takes any character but these; an address keeps its @, which some programs want bare.
  const recipient = encodeURIComponent(to).replaceAll('%40', '@')
  const query = `subject=${encodeURIComponent(said.subject)}&body=${encodeURIComponent(said.body)}`
  const text = `Subject: ${said.subject}\n\n${said.body.replaceAll('\r\n', '\n')}`
  return { ...said, text, href: `mailto:${recipient}?${query}` }
}

/** For a header or a labeled line: whatever breaks a line becomes a space. */
export function oneLine(text: string): string {
  return writable(text).replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ')
}

/** For running text: each kind of line break becomes CRLF. */
function crlfLines(text: string): string {
  return writable(text).replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, '\r\n')
}

/**
 * Half a surrogate pair cannot be encoded, and a NUL ends the message in programs written in C:
 * neither can be entered, both can be pasted.
 */
function writable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through.
  return text.toWellFormed().replace(/[\0-\x08\x0e-\x1f\x7f]/g, '')
}
