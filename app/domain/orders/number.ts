/** Crockford's alphabet: none that is mistaken for another when read aloud (no I, L, O, U). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bytesNeeded = 8

/**
 * An order number to read aloud on the telephone, `FN-7K3M-Q9XZ`: the shop's initials and forty
 * random bits, so that numbers do not show how many orders there are and cannot be walked
 * [ORDER-04].
 */
export function orderNumber(shopName: string, random: Uint8Array): string {
  if (random.length < bytesNeeded) throw new RangeError(`needs ${bytesNeeded} random bytes`)
  // 256 is a whole multiple of 32, so every letter is as likely as any other.
  const drawn = Array.from(random.subarray(0, bytesNeeded), (byte) => alphabet[byte % 32]).join('')
  return [initials(shopName), drawn.slice(0, 4), drawn.slice(4)].filter(Boolean).join('-')
}

function initials(name: string): string {
  return (name.match(/\b[A-Za-z]/g) ?? []).join('').toUpperCase().slice(0, 3)
}
