/** Who carries a parcel; `other` is any other way, in words: handed over, by courier. */
export const carriers = ['ups', 'usps', 'fedex', 'dhl', 'other'] as const
export type Carrier = (typeof carriers)[number]
type Known = Exclude<Carrier, 'other'>
const known = carriers.filter((carrier) => carrier !== 'other')

export const carrierNames = {
  ups: 'UPS',
  usps: 'USPS',
  fedex: 'FedEx',
  dhl: 'DHL',
  other: 'Other',
} as const satisfies Record<Carrier, string>

const digitsOf = (text: string) => [...text].map(Number)
/** Of all but the last character, by what each counts for. */
const weighed = (values: readonly number[], weight: (at: number) => number) =>
  values.reduce((sum, value, at) => sum + value * weight(at), 0)
const restTo10 = (sum: number) => (10 - (sum % 10)) % 10

/** GS1 mod 10: from the right, three times and once. USPS, and the ground numbers of FedEx. */
function fitsMod10(number: string): boolean {
  const values = digitsOf(number)
  const last = values.pop()
  return last === restTo10(weighed(values.toReversed(), (at) => (at % 2 === 0 ? 3 : 1)))
}

/** After `1Z`: A counts 2, B 3 and on, each modulo 10; every second one doubled. */
function fitsUps(number: string): boolean {
  const values = [...number.slice(2)].map((each) =>
    /\d/.test(each) ? Number(each) : (each.charCodeAt(0) - 63) % 10,
  )
  const last = values.pop()
  return last === restTo10(weighed(values, (at) => (at % 2 === 0 ? 1 : 2)))
}

/** FedEx Express: 3, 1, 7, repeated; modulo 11, then 10. */
function fitsFedexExpress(number: string): boolean {
  const values = digitsOf(number)
  const last = values.pop()
  return last === (weighed(values, (at) => [3, 1, 7][at % 3] ?? 0) % 11) % 10
}

/** Universal Postal Union, S10: eight digits between two letters and the country. */
function fitsS10(number: string): boolean {
  const values = digitsOf(number.slice(2, 11))
  const last = values.pop()
  const rest = 11 - (weighed(values, (at) => [8, 6, 4, 2, 3, 5, 9, 7][at] ?? 0) % 11)
  return last === (rest === 10 ? 0 : rest === 11 ? 5 : rest)
}

type Form = {
  of: Known
  form: RegExp
  /** Whether its check digit fits. */
  fits: (number: string) => boolean
  /** What is scanned around it is left out. */
  core?: (scanned: string) => string
  /** A phone number or another carrier has this form as well: it counts only beside the carrier’s name. */
  needsName?: true
}

/** Sources: ups.com, usps.com (Publication 199), fedex.com, dhl.com; UPU S10; GS1 General Specifications. */
const forms: readonly Form[] = [
  { of: 'ups', form: /^1Z[0-9A-Z]{15}\d$/, fits: fitsUps },
  { of: 'usps', form: /^9[1-5]\d{20}$/, fits: fitsMod10 },
  { of: 'usps', form: /^(03|23|7\d|81)\d{18}$/, fits: fitsMod10, needsName: true },
  { of: 'usps', form: /^[A-Z]{2}\d{9}US$/, fits: fitsS10 },
  // With the ZIP code before it, as its bar code is read.
  {
    of: 'usps',
    form: /^420\d{5}(\d{4})?9[1-5]\d{20}$/,
    fits: fitsMod10,
    core: (scanned) => scanned.slice(-22),
    needsName: true,
  },
  { of: 'fedex', form: /^\d{12}$/, fits: fitsFedexExpress },
  { of: 'fedex', form: /^\d{15}$/, fits: fitsMod10 },
  {
    of: 'fedex',
    form: /^96\d{20}$/,
    fits: (number) => fitsMod10(number.slice(-15)),
    needsName: true,
  },
  {
    of: 'fedex',
    form: /^100\d{31}$/,
    fits: fitsFedexExpress,
    core: (scanned) => scanned.slice(-12),
    needsName: true,
  },
  {
    of: 'dhl',
    form: /^\d{10}$/,
    fits: (number) => Number(number.slice(0, 9)) % 7 === Number(number.at(-1)),
    needsName: true,
  },
  { of: 'dhl', form: /^J[A-Z]{2,3}\d{9,20}$/, fits: () => true },
]

const names: Record<Known, RegExp> = {
  ups: /\bups\b/i,
  usps: /\busps\b|\bpostal service\b/i,
  fedex: /\bfed ?ex\b/i,
  dhl: /\bdhl\b/i,
}

/** The carrier that a text names, or null. */
export const carrierNamedIn = (text: string): Known | null =>
  known.find((carrier) => names[carrier].test(text)) ?? null

/**
 * The page about a number, of letters and digits alone, by its form: of the carrier that was named, else
 * of the only one that has this form; null where it has none. Check digits are not compared: a number
 * that is only read was accepted when it was entered, or is one of a test label.
 */
export function pageOfNumber(number: string, named: Known | null): string | null {
  const found = forms.find(
    ({ of, form, needsName }) => (named ? of === named : !needsName) && form.test(number),
  )
  return found ? carrierPage(found.of, found.core?.(number) ?? number) : null
}

const looks: Record<Known, string> = {
  ups: 'UPS numbers begin with 1Z and have 18 letters and digits.',
  usps: 'USPS numbers have 20 or 22 digits, or 13 letters and digits that end with US.',
  fedex: 'FedEx numbers have 12, 15, or 22 digits.',
  dhl: 'DHL numbers have 10 digits, or begin with J.',
}

/** As it is often written: `UPS 1Z…`. */
const named = /^\s*(?:ups|usps|fed ?ex|dhl)\b[\s:]*/i

export type CheckedTracking = { carrier: Carrier; tracking: string } | { problem: string }

/**
 * A tracking number as it was entered or scanned, checked by its form and check digit [PARCEL-02].
 * `by number`: the carrier is whose number it is. Of another way every text is taken, but the number
 * of a carrier.
 */
export function checkTracking(chosen: Carrier | 'by number', input: string): CheckedTracking {
  const number = input.replace(named, '').replace(/[\s-]/g, '').toUpperCase()
  const alike = forms.filter(({ form }) => form.test(number))
  const right = alike.find(({ fits, core }) => fits(core?.(number) ?? number))
  if (right && (chosen === right.of || chosen === 'by number')) {
    return { carrier: right.of, tracking: right.core?.(number) ?? number }
  }
  if (right) {
    const not = chosen === 'other' ? '' : `, not ${carrierNames[chosen as Carrier]}`
    return {
      problem: `This is a ${carrierNames[right.of]} number${not}. Choose ${carrierNames[right.of]}.`,
    }
  }
  if (chosen === 'other') return { carrier: chosen, tracking: input }
  const meant = chosen === 'by number' ? alike[0] : alike.find(({ of }) => of === chosen)
  if (meant) {
    return {
      problem: `A digit in this ${carrierNames[meant.of]} number is wrong: its check digit doesn’t match. Please check it again.`,
    }
  }
  if (chosen === 'by number') {
    return {
      problem: `No carrier uses numbers like this. A digit may be wrong or missing. ${Object.values(looks).join(' ')} For anything else, choose “${carrierNames.other}.”`,
    }
  }
  return { problem: looks[chosen] }
}

const pages: Record<Known, (number: string) => string> = {
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/us-en/home/tracking.html?submit=1&tracking-id=${number}`,
}

/** The page of the carrier about one number, of letters and digits alone. */
export const carrierPage = (carrier: Known, number: string) => pages[carrier](number)
