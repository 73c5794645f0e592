export type Encoding = 'br' | 'gzip' | 'identity'

/** Ours in order of preference, where a client takes several equally. */
const ours: readonly Encoding[] = ['br', 'gzip', 'identity']

const maxRemembered = 200
const chosen = new Map<string, Encoding>()

/** The encoding of an answer for a client's Accept-Encoding (RFC 9110, 12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = chosen.get(header)
  if (known) return known
  const choice = choose(header)
  // Browsers send a handful of headers; who sends others is read each time.
  if (chosen.size < maxRemembered && header.length < 200) chosen.set(header, choice)
  return choice
}

function choose(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((text) => text.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    if (name)
      weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ??
    // Plain text is always acceptable unless it is excluded, but a named encoding is preferred to it.
    (encoding === 'identity' ? (weights.get('*') === 0 ? 0 : 0.0001) : (weights.get('*') ?? 0))
  // Sorting keeps our order among equals. Where nothing is acceptable, plain text is the least harm.
  const [best = 'identity'] = ours
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return best
}
