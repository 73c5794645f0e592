import { domainToUnicode } from 'node:url'
import { foldText } from '#app/domain/text/fold.ts'

/** `info@xn--mnchen-3ya.example` → `info@münchen.example`, as people read it; shown_email() in the database [PLACE-09]. */
export function shownEmail<Email extends string | null>(email: Email): Email {
  const at = email === null ? -1 : email.lastIndexOf('@')
  if (email === null || at < 0) return email
  const domain = domainToUnicode(email.slice(at + 1))
  return (domain === '' ? email : email.slice(0, at + 1) + domain) as Email
}

/**
 * What to look for in addresses as people read them: a term, and where it spells a domain in ASCII also the
 * letters that it means, folded. None for an empty one.
 */
export function emailTerms(term: string): string[] {
  const shown = term.replace(/xn--[a-z\d-]+/g, (label) => domainToUnicode(label) || label)
  return [...new Set([term, foldText(shown)])].filter((form) => form !== '')
}
