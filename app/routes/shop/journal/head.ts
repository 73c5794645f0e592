import { postDate } from '#app/domain/journal/post-date.ts'
import { brand } from '#brand'

/** Search engines show about this much, and make up their own words where they find less. */
const longest = 155
const enough = 60

type Described = { title: string; date: string; excerpt: string; text: string }

/** A post in the words of search results: its excerpt, else how it begins [SEO-01]. */
export function describedInHead({ title, date, excerpt, text }: Described): string {
  const said = excerpt.length >= enough ? excerpt : text || excerpt
  if (said.length >= enough) return cutAtWord(said)
  return cutAtWord(`${title}. ${said} From the journal of ${brand.name}, ${postDate(date)}.`)
}

function cutAtWord(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  if (text.length <= longest) return text
  const end = text.lastIndexOf(' ', longest - 1)
  // Scripts without spaces are cut anywhere, though never inside a character.
  const cut = end > enough ? text.slice(0, end) : [...text].slice(0, longest - 1).join('')
  return `${cut.replace(/[\s,.;:…]+$/, '')}…`
}
