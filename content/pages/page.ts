/**
 * What every written page has. Words in braces, such as {name} or {email}, are filled in from
 * `brand.ts`; no page says them itself.
 */
export type Page = {
  title: string
  /** For search engines: 110 to 155 characters, its own. */
  description: string
  /** One or two sentences under the title. */
  lead: string
  /** Beside the title. */
  picture?: PagePicture
  sections: readonly Section[]
}

type Section = {
  id: string
  heading: string
  /** Markdown, without headings. */
  body: string
  /** Beside the text, on the pages that show one. */
  picture?: PagePicture
}

/** One of `content/pictures`, with what it shows for those who do not see it. */
export type PagePicture = {
  src: string
  alt: string
  /** What it shows goes on beyond its borders, so it stands in a frame. */
  cut?: boolean
}

export type Link = { to: string; label: string }

/** A figure set large, like an assayer's mark, and the words that belong to it. */
export type Figure = { figure: string; label: string; text: string }

/** Something done in order. */
export type Step = { heading: string; body: string }
