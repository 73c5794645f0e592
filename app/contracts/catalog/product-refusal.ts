/** What is wrong, in words, and where: `name`, `sizes.1.fee`. */
export type Refusal = {
  message: string
  at: string
  /** Which fields the message is about, by their names; a second sentence of the banner. */
  advice?: string
  /** By place, what is beside a field; the message itself where there is none for it. */
  errors?: Record<string, string>
}

export function isRefusal<Read extends object>(read: Read | Refusal): read is Refusal {
  return 'at' in read && 'message' in read
}

/** So many more sentences the banner says; each is at its field anyway. */
const maxSaid = 4

/** All that is wrong, told at once: the first in the banner's words, and each at its place [FORM-26]. */
export function together(refusals: readonly Refusal[]): Refusal | null {
  const [first, ...others] = refusals
  if (!first || others.length === 0) return first ?? null
  const said = [...new Set(others.map(({ message, advice }) => advice ?? ended(message)))]
  const left = said.length - maxSaid
  return {
    ...first,
    advice: [
      first.advice,
      ...said.slice(0, maxSaid),
      left > 0 && `And ${left} more, each next to its field.`,
    ]
      .filter(Boolean)
      .join(' '),
    // Of two about one field the earlier counts.
    errors: Object.assign(
      {},
      ...refusals.map(({ at, message, errors }) => errors ?? { [at]: message }).reverse(),
    ),
  }
}

const ended = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)

/** Something a reader sees: more than blanks and characters without a shape. */
export function hasText(text: string): boolean {
  return /[^\s\p{C}\p{Z}]/u.test(text)
}

const count = new Intl.NumberFormat('en-US')

export function tooLong(
  at: string,
  label: string,
  text: string,
  maxLength: number,
): Refusal | null {
  if (text.length <= maxLength) return null
  return {
    message: `${label}: use no more than ${count.format(maxLength)} characters. This has ${count.format(text.length)}.`,
    at,
  }
}
