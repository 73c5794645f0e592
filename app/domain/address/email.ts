/** In characters; RFC 5321, 4.5.3.1. */
const maxLength = 254
const maxLocal = 64

/** RFC 5322's atext, with the letters of any script that RFC 6531 adds. */
const atom =
  "[\\w!#$%&'*+/=?^`{|}~\\u00a1-\\u1fff\\u2c00-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{e0fff}-]+"
const dotAtom = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u')
/** Without what mail programs read as another address. */
const quoted = /^"[^"\\<>@\p{C}]+"$/u
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const domainLike = new RegExp(`^${label}(?:[.。．｡]${label})*$`, 'u')

/**
 * The one email address a text is, in its one form: the domain in ASCII (punycode) and small letters, the
 * local part as given, without quotes that it does not need. Null where it is none, or more than one: a
 * email goes to one person, and no text becomes another header. `oneLabel`: the domain may be the name of
 * a host in the shop's own network, which only its owner can know. Sources: RFC 5321, RFC 6531, UTS 46.
 */
export function readEmail(text: string, { oneLabel = false } = {}): string | null {
  const address = text.normalize('NFC').trim()
  const at = address.lastIndexOf('@')
  if (at < 1 || !address.isWellFormed() || /[\p{Cc}\p{Cf}]/u.test(address)) return null
  const local = localPart(address.slice(0, at))
  const domain = asciiDomain(address.slice(at + 1), oneLabel)
  if (local === null || domain === null || local.length > maxLocal) return null
  const whole = `${local}@${domain}`
  return whole.length > maxLength ? null : whole
}

function localPart(text: string): string | null {
  if (dotAtom.test(text)) return text
  if (!quoted.test(text)) return null
  const inside = text.slice(1, -1)
  return dotAtom.test(inside) ? inside : text
}

/** `Müller.example` → `xn--mller-kva.example`; null where it is no domain. */
function asciiDomain(text: string, oneLabel: boolean): string | null {
  if (text.toLowerCase() === 'localhost') return 'localhost'
  if (!domainLike.test(text) || !URL.canParse(`http://${text}/`)) return null
  const ascii = new URL(`http://${text}/`).hostname
  // Numbers alone would be an IP address.
  const known = oneLabel
    ? /^(?:[a-z\d-]{1,63}\.)*(?!\d+$)[a-z\d-]{2,63}$/
    : /^(?:[a-z\d-]{1,63}\.)+(?!\d+$)[a-z\d-]{2,63}$/
  return known.test(ascii) ? ascii : null
}

/** Whether its local part needs a mail server that knows SMTPUTF8 (RFC 6531). */
export const needsSmtpUtf8 = (email: string) =>
  /[^\x20-\x7e]/.test(email.slice(0, email.lastIndexOf('@')))
