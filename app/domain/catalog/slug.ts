/**
 * A product's slug from its name: `Salish Wave, .5oz` → `salish-wave-5oz` [FORM-06]. Accents are
 * folded away (`Café` → `cafe`), Latin letters that are no accented one are spelled out (`Größe` → `grosse`),
 * and a fraction or a raised digit is apart from the digits beside it (`4½` → `4-1-2`), while letters and
 * digits of every other script count as alphanumeric, so that a name in Cyrillic or Chinese does not come out empty. Empty only where the
 * name has no letter and no digit.
 */
export function slugOf(name: string): string {
  const folded = apart(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u02b0-\u02ff]/g, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłıħŋŧĸ]/g, (letter) => latin[letter] ?? letter)
    .normalize('NFC')
  // Marks count only on the letter they belong to (vowel signs), never loose ones, as emoji have.
  return (
    apart(folded)
      .match(/(?:\p{L}\p{M}*|\p{N})+/gu)
      ?.join('-') ?? ''
  )
}

/** Numbers that are no digits, such as `½` and `²`, are numbers too. */
const apart = (text: string): string =>
  text.replace(/(?<=\p{N})(?=\p{No})|(?<=\p{No})(?=\p{N})/gu, '-')

/** Letters that Unicode takes for whole ones, in lower case, as they are written in ASCII. */
const latin: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th' },
  ...{ ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ĸ: 'k' },
}

/**
 * A new category's slug: its name lowercased, spaces turned to hyphens [DATA-20], and no more:
 * `Rings & Chains` → `rings-&-chains`. It is a value in a query string, encoded there. Composed and
 * decomposed letters give one slug, since it must be unique.
 */
export function categorySlug(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-')
}
