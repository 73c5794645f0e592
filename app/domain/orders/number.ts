import { plainCode } from '../text/typed-code.ts'

/** Crockford's alphabet: none that is mistaken for another when read aloud (no I, L, O, U). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bytesNeeded = 8

/**
 * An order number to read aloud on the phone, `FN-7K3M-Q9XZ`: the shop's initials and forty
 * random bits, so that numbers do not show how many orders there are and cannot be walked
 * [ORDER-04]. That of a test order begins with `T-`: no card is charged [MODE-01].
 */
export function orderNumber(
  shopName: string,
  random: Uint8Array,
  { livemode }: { livemode: boolean },
): string {
  if (random.length < bytesNeeded) throw new RangeError(`needs ${bytesNeeded} random bytes`)
  // 256 is a whole multiple of 32, so every letter is as likely as any other.
  const drawn = Array.from(random.subarray(0, bytesNeeded), (byte) => alphabet[byte % 32]).join('')
  const parts = [livemode ? '' : 'T', initials(shopName), drawn.slice(0, 4), drawn.slice(4)]
  return parts.filter(Boolean).join('-')
}

/**
 * How numbers begin that were entered as `7k3m q9`, `fn-7k3m` or `t-fn-7k`: the letters and digits of the
 * shop's numbers, with or without what is before them, and their dashes. Empty: no number.
 */
export function orderNumberStarts(input: string, shopName: string): string[] {
  const compact = plainCode(input)
  const own = initials(shopName)
  const bare = [compact, ...['', 'T'].map((test) => after(compact, `${test}${own}`))]
  const drawn = new Set(bare.filter((each) => each !== null && /^[0-9A-Z]{0,9}$/.test(each)))
  return [...drawn].flatMap((each) => {
    const dashed = each && each.length > 4 ? `${each.slice(0, 4)}-${each.slice(4)}` : each
    return [
      [own, dashed],
      ['T', own, dashed],
    ].map((parts) => parts.filter(Boolean).join('-'))
  })
}

const after = (text: string, start: string) =>
  text.startsWith(start) ? text.slice(start.length) : null

/** A single T would look like the mark of a test; such a shop has two letters. */
export function initials(name: string): string {
  const first = (name.match(/\b[A-Za-z]/g) ?? []).join('').slice(0, 3)
  const letters = /^t$/i.test(first) ? name.replace(/[^A-Za-z]/g, '').slice(0, 2) : first
  return letters.toUpperCase()
}

/** `R-00012`; of a test payment `R-TEST-00012`. */
export function receiptName({ number, livemode }: { number: number; livemode: boolean }): string {
  return `R-${livemode ? '' : 'TEST-'}${String(number).padStart(5, '0')}`
}

/** `CN-2026-0001`; of a test payment `CN-TEST-2026-0001`. */
export function creditNoteName(note: { year: number; number: number; livemode: boolean }): string {
  const digits = String(note.number).padStart(4, '0')
  return `CN-${note.livemode ? '' : 'TEST-'}${note.year}-${digits}`
}
