import type { Brand } from './brand-facts.ts'
import type { TextValues } from './text-field.ts'

/** A text as staff published it. Without fields the shipped one applies again. */
export type PublishedText = { version: number; fields: TextValues | null; at: Date }

/** Everything that staff published in place of what the program comes with. */
export type ShopTexts = {
  /** The latest version of each text, by its key. */
  published: ReadonlyMap<string, PublishedText>
  /** Null where nobody saved facts of the shop. */
  brand: Brand | null
  /** The keys of posts, by addresses that they have or had: a link to an older one still leads there. */
  slugs: ReadonlyMap<string, string>
  /** Of all of it, to tell one reading from another. */
  stamp: string
}
