/** A size as it is stored: its label, and its key where it has one. */
type StoredSize = { size: string; key?: string | null | undefined }

/**
 * Google takes ids of up to 50 characters. An item's is the product's id, 36 characters where the
 * database makes it, a hyphen, and the key.
 */
const maxKey = 13

/**
 * The key of each size, in their order: in addresses and in the ids of merchant feeds, where it stays
 * when the size is renamed [SIZEURL-05]. As stored; a size without one has it made from its label. No
 * two are alike, in any case.
 */
export function sizeKeys(sizes: readonly StoredSize[]): string[] {
  const taken = new Set(sizes.flatMap(({ key }) => (key ? key.toLowerCase() : [])))
  return sizes.map(({ size, key }) => key || newKey(size, taken))
}

/**
 * The keys to store with the sizes of a form. A row keeps the key that it was opened with; one without
 * takes that of the stored size of its label; any other gets one that no size here has or had.
 */
export function keysToStore(
  rows: readonly StoredSize[],
  stored: readonly { size: string; key: string }[],
): string[] {
  const left = new Map(stored.map((each) => [each.key, each]))
  const opened = rows.map(({ key }) => (key && left.delete(key) ? key : null))
  const found = rows.map(({ size }, index) => {
    if (opened[index]) return opened[index]
    const same = [...left.values()].find((each) => each.size === size)
    if (same) left.delete(same.key)
    return same?.key ?? null
  })
  const taken = new Set(stored.map(({ key }) => key.toLowerCase()))
  return rows.map(({ size }, index) => found[index] ?? newKey(size, taken))
}

/**
 * The size that an address names: by its key, in any case, or by its label, as links did before there were
 * keys and as the way back from a payment page does. Null where it names none of these.
 */
export function sizeOfKey<Size extends { key: string; size: string }>(
  sizes: readonly Size[],
  asked: string | null,
): Size | null {
  const key = asked?.toLowerCase()
  const found = sizes.find((each) => each.key.toLowerCase() === key)
  return found ?? sizes.find(({ size }) => size === asked) ?? null
}

/** `/product/7?size=Large` of the product's address. */
export const sizeAddress = (address: string, key: string): string =>
  `${address}?${new URLSearchParams({ size: key })}`

function newKey(label: string, taken: Set<string>): string {
  let key = keyOf(label, maxKey)
  for (let nth = 2; taken.has(key.toLowerCase()); nth += 1) {
    const mark = `-${nth}`
    key = keyOf(label, maxKey - mark.length) + mark
  }
  taken.add(key.toLowerCase())
  return key
}

/** `6½ inch` → `6-1-2-inch`: letters and digits, cut between words where that leaves half of it. */
function keyOf(label: string, most: number): string {
  const words = label
    .replace(/\p{No}/gu, ' $&')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
  const whole = (words ?? ['size']).join('-')
  if (whole.length <= most) return whole
  const end = whole.lastIndexOf('-', most)
  return whole
    .slice(0, end >= most / 2 ? end : most)
    .toWellFormed()
    .replace(/[-\ufffd]+$/u, '')
}
