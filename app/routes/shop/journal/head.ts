import { postDate } from '#app/domain/content/post-date.ts'
import { cutDescription } from '#app/ui/seo.ts'
import { brand } from '#brand'

/** Search engines make up their own text where they find less. */
const minDescription = 60

type Post = { title: string; date: string; excerpt: string; text: string }

/** A post in search results: its excerpt, else how it begins [SEO-01]. */
export function postDescription({ title, date, excerpt, text }: Post): string {
  const start = excerpt.length >= minDescription ? excerpt : text || excerpt
  if (start.length >= minDescription) return cutDescription(start)
  return cutDescription(`${title}. ${start} From the journal of ${brand.name}, ${postDate(date)}.`)
}
