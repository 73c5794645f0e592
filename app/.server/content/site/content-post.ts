import { z } from 'zod'
import { lazily } from '#app/.server/platform/lazily.ts'
import { type FeaturedImage, featuredImage } from './featured-image.ts'
import { withoutShortcodes } from './shortcodes.ts'

const cheerio = lazily<typeof import('cheerio')>('cheerio')

/** A post as the journal shows it. `content` is the site's own HTML, not yet cleaned. */
export type ContentPost = {
  id: number
  /** The site's local time without a zone: `2024-07-01T23:30:00`. */
  date: string
  /** The same time in UTC, where the site gives it: `2024-07-02T06:30:00.000Z`. */
  publishedAt: string | null
  /** Text, entities decoded. */
  title: string
  excerpt: string
  content: string
  image: FeaturedImage | null
  /** Its address on its own site, where the site gives it. */
  link: string | null
  /** Posts of the same site that its text links to: their ids, by the path of their address. */
  linked: Readonly<Record<string, number>>
}

/** It is there, for those who know its password. */
export class PostProtected extends Error {
  constructor() {
    super('the post is behind a password')
  }
}

const untitled = 'Untitled'

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/
const rendered = z.object({ rendered: z.string(), protected: z.boolean().optional() })
const wordpressPost = z.object({
  id: z.number().int().positive(),
  date: z.string().regex(localTime),
  date_gmt: z.string().regex(localTime).nullish().catch(null),
  title: rendered,
  excerpt: rendered.optional().catch(undefined),
  link: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  content: rendered,
  _embedded: z.unknown().optional(),
})

/** Whether it is a post, however it is protected. */
export const isPost = (json: unknown) => wordpressPost.safeParse(json).success

const withId = z.object({ id: z.number().int().positive() })

/** Whether it is a list with a post, or the id of one, or an empty one. */
export const isPostList = (json: unknown) =>
  Array.isArray(json) &&
  (json.length === 0 || json.some((entry) => withId.safeParse(entry).success))

/** One post [BLOG-14]; throws where it is none, or is behind a password. */
export function readPost(json: unknown): ContentPost {
  const parsed = wordpressPost.safeParse(json)
  if (!parsed.success) throw new Error('the answer is not a post')
  const { id, date, date_gmt, title, excerpt, link, content, _embedded } = parsed.data
  if (content.protected) throw new PostProtected()
  return {
    id,
    date,
    publishedAt: inUtc(date_gmt),
    title: textOf(title.rendered) || untitled,
    excerpt: withoutShortcodes(textOf(excerpt?.rendered ?? '')).trim(),
    content: content.rendered,
    image: featuredImage(_embedded),
    link: link ?? null,
    linked: {},
  }
}

/** The readable posts of a list; one that is not is left out, not the list. */
export function readPosts(json: unknown): ContentPost[] {
  if (!Array.isArray(json)) throw new Error('the answer is not a list of posts')
  return json.flatMap((entry) => {
    try {
      return [readPost(entry)]
    } catch {
      return []
    }
  })
}

function inUtc(time: string | null | undefined): string | null {
  const at = Date.parse(`${time?.slice(0, 19)}Z`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** What a reader would see of some HTML: tags gone, entities decoded, spaces folded. */
function textOf(html: string): string {
  const page = cheerio().load(html, null, false)
  page('script, style').remove()
  page('br, p, div, li').after(' ')
  return page.root().text().replace(/\s+/g, ' ').trim()
}
