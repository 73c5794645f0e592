/**
 * A product's slug from its name: `Salish Wave, .5oz` → `salish-wave-5oz` [FORM-06]. Accents are
 * folded away (`Café` → `cafe`, `½` → `1-2`), while letters and digits of every script count as
 * alphanumeric, so that a name in Cyrillic or Chinese does not come out empty. Empty only where the
 * name has no letter and no digit.
 */
export function slugOf(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
  // Marks count only on the letter they belong to (vowel signs), never loose ones, as emoji have.
  return folded.match(/(?:\p{L}\p{M}*|\p{N})+/gu)?.join('-') ?? ''
}

/**
 * A new category's slug: its name lowercased, spaces turned to hyphens [DATA-20], and no more:
 * `Rings & Chains` → `rings-&-chains`. It is a value in a query string, encoded there. Composed and
 * decomposed letters give one slug, since it must be unique.
 */
export function categorySlug(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-')
}
