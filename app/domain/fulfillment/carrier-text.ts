import { isShortened } from '../orders/shortened-address.ts'

/**
 * The lines of an address that carriers print as they get them; state and ZIP are codes. USPS takes more, UPS
 * and FedEx 35 characters a line: what all take is sent.
 */
export type CarrierLines = Record<'name' | 'line1' | 'line2' | 'city', string>

export const maxCarrierLine = 35

const fields = {
  name: 'name',
  line1: 'street',
  line2: 'second line of the address',
  city: 'city',
} as const satisfies Record<keyof CarrierLines, string>

/** Letters that are no Latin letter with a mark. Cyrillic after BGN/PCGN, of Ukrainian і, ї, є and ґ; Greek after ELOT 743. */
const latin = new Map(
  Object.entries({
    ...{
      ß: 'ss',
      æ: 'ae',
      œ: 'oe',
      ø: 'o',
      ł: 'l',
      đ: 'd',
      ð: 'd',
      þ: 'th',
      ħ: 'h',
      ı: 'i',
      ŋ: 'n',
    },
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      ґ: 'g',
      д: 'd',
      е: 'e',
      ё: 'yo',
      є: 'ye',
      ж: 'zh',
      з: 'z',
    },
    ...{ и: 'i', і: 'i', ї: 'yi', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r' },
    ...{ с: 's', т: 't', у: 'u', ў: 'w', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
    ...{
      ъ: '',
      ы: 'y',
      ь: '',
      э: 'e',
      ю: 'yu',
      я: 'ya',
      ј: 'j',
      љ: 'lj',
      њ: 'nj',
      ђ: 'dj',
      ћ: 'c',
    },
    ...{ џ: 'dz', ѓ: 'g', ќ: 'k', ѕ: 'dz' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l' },
    ...{ μ: 'm', ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f' },
    ...{ χ: 'ch', ψ: 'ps', ω: 'o' },
    ...{ '‘': "'", '’': "'", ʼ: "'", '′': "'", '“': '"', '”': '"', '„': '"', '″': '"', '«': '"' },
    ...{
      '»': '"',
      '–': '-',
      '—': '-',
      '‐': '-',
      '‑': '-',
      '−': '-',
      '⁄': '/',
      '·': '.',
      '№': 'No.',
    },
    ...{ '،': ',', '、': ',', '。': '.' },
  }),
)

/** Two letters of Greek that are one sound. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/Ου/g, 'Ou'],
  [/ΟΥ/g, 'OU'],
]

function known(letter: string): string | undefined {
  const same = latin.get(letter)
  const small = same ?? latin.get(letter.toLowerCase())
  if (same !== undefined || small === undefined) return same
  return small.slice(0, 1).toUpperCase() + small.slice(1)
}

/** As it is where no Latin letters are known for it. */
function latinLetter(letter: string): string {
  const direct = known(letter)
  if (direct !== undefined) return direct
  const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  const letters = [...base].map((each) => known(each) ?? each).join('')
  return /^[\x20-\x7e]*$/.test(letters) ? letters : letter
}

/**
 * A text in the letters of ASCII: accents left out, Cyrillic and Greek in Latin letters, one line. What has no
 * Latin form stays as it is; emoji and what cannot be seen go.
 */
export function carrierText(text: string): string {
  const plain = text
    .normalize('NFC')
    // `3½` is not 31/2.
    .replace(/(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])/gu, ' ')
    .replace(
      /(?![#*0-9©®™])[\p{Emoji_Presentation}\p{Extended_Pictographic}]|[\p{Emoji_Modifier}\p{DI}]/gu,
      '',
    )
  return pairs
    .reduce((rest, [pair, letters]) => rest.replace(pair, letters), plain)
    .replace(/[^\x20-\x7e]/gu, (letter) =>
      /[\p{Z}\p{Cc}]/u.test(letter) ? ' ' : latinLetter(letter),
    )
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** An address as carriers get it [PRINT-04]: a street that is too long goes on in an empty second line. */
export function carrierLines({ name, line1, line2, city }: CarrierLines): CarrierLines {
  const street = carrierText(line1)
  const second = carrierText(line2)
  const end = street.lastIndexOf(' ', maxCarrierLine)
  const isSplit = street.length > maxCarrierLine && second === '' && end > 0
  return {
    name: carrierText(name),
    line1: isSplit ? street.slice(0, end) : street,
    line2: isSplit ? street.slice(end + 1) : second,
    city: carrierText(city),
  }
}

/** The stored lines that a form made its own of; it sends them along, to be compared [LABEL-13]. */
export const carrierSource = ({ name, line1, line2, city }: CarrierLines): string =>
  JSON.stringify([name, line1, line2, city])

/** Why carriers do not take these lines, in a sentence; null where they do. */
export function carrierTextProblem(lines: Partial<CarrierLines>): string | null {
  for (const [field, label] of Object.entries(fields)) {
    const text = lines[field as keyof CarrierLines] ?? ''
    const foreign = text.match(/[^\x20-\x7e]/gu)
    if (foreign) {
      const letters = [...new Set(foreign)].slice(0, 10).join('')
      return `Carriers print only Latin letters, and the ${label} has “${letters}.” Please enter the ${label} in Latin letters.`
    }
    if (text.length > maxCarrierLine) {
      return `Carriers print ${maxCarrierLine} characters per line, and the ${label} has ${text.length}. Please shorten it.`
    }
  }
  return null
}

/** Which lines staff change from what the stored address gives, in words. */
export type ChangedLines = {
  /** Carriers do not take what the stored address gives. */
  needed: string[]
  /** They do: it is another name or place. */
  chosen: string[]
}

/**
 * A line that carriers do not take is needed where the entered one shortens it; any other text, other numbers,
 * or the same in another line, are another name or place [LABEL-12]. So is a name or street in letters that
 * have no Latin form: what they mean is not judged here. A street goes on in its second line.
 */
export function changedLines(stored: CarrierLines, input: Partial<CarrierLines>): ChangedLines {
  const given = carrierLines(stored)
  const sent = carrierLines({ ...stored, ...input })
  const isTaken = (field: keyof CarrierLines) =>
    carrierTextProblem({ [field]: given[field] }) === null
  const shortens = (short: string, long: string) => isShortened(short, carrierText(long))
  const isOneStreet = carrierText(stored.line2) === ''
  const isStreetTaken = isTaken('line1') && isTaken('line2')
  const isStreet =
    !isForeign(stored.line1) &&
    hasSameNumbers(stored, sent, isOneStreet) &&
    shortens(`${sent.line1} ${sent.line2}`, `${stored.line1} ${stored.line2}`)
  const isNeeded = {
    name: !isTaken('name') && !isForeign(stored.name) && shortens(sent.name, stored.name),
    line1: isStreet && !(isOneStreet ? isStreetTaken : isTaken('line1')),
    line2: isStreet && !isStreetTaken,
    city: !isTaken('city') && shortens(sent.city, stored.city),
  } as const satisfies Record<keyof CarrierLines, boolean>
  const changed = Object.keys(fields).filter((field) => {
    const key = field as keyof CarrierLines
    return sent[key] !== given[key]
  }) as (keyof CarrierLines)[]
  const labels = (needed: boolean) =>
    changed.filter((field) => isNeeded[field] === needed).map((field) => fields[field])
  return { needed: labels(true), chosen: labels(false) }
}

type Place = { state: string; postalCode: string }

/** Whether what a label was asked for is the order's address as it is now, but for lines that staff changed. */
export function isStillFor(
  { to, changed = [] }: { to?: CarrierLines & Place; changed?: readonly string[] },
  stored: (CarrierLines & Place) | null,
): boolean {
  // Of rates from before it was kept.
  if (!to) return true
  if (!stored || to.state !== stored.state || to.postalCode !== stored.postalCode) return false
  const now = carrierLines(stored)
  return Object.entries(fields).every(
    ([field, label]) =>
      changed.includes(label) ||
      to[field as keyof CarrierLines] === now[field as keyof CarrierLines],
  )
}

const isForeign = (text: string) => /[^\x20-\x7e]/.test(carrierText(text))

/** Line by line, in their order; a street in one line may break between any two of its numbers. */
function hasSameNumbers(stored: CarrierLines, sent: CarrierLines, isOneStreet: boolean): boolean {
  const numbers = (text: string) => carrierText(text).match(/\d+/g)?.join(' ') ?? ''
  return isOneStreet
    ? numbers(stored.line1) === numbers(`${sent.line1} ${sent.line2}`)
    : numbers(stored.line1) === numbers(sent.line1) && numbers(stored.line2) === numbers(sent.line2)
}

/** Whether carriers get the address in other words than it is stored in, or do not take it. */
export const differsForCarrier = (stored: CarrierLines) => {
  const sent = carrierLines(stored)
  const differs = Object.keys(fields).some((field) => {
    const key = field as keyof CarrierLines
    return sent[key] !== stored[key]
  })
  return differs || carrierTextProblem(sent) !== null
}
