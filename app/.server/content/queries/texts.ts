import type { AppContext } from '#app/.server/app-context.ts'
import { plainText } from '#app/.server/catalog/clean-html.ts'
import { withLeaves } from '#app/domain/content/page-texts.ts'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import { type TextValues, valuesOf } from '#app/domain/content/text-field.ts'
import { type LegalText, legalTexts } from '#content/legal/index.ts'
import { guarantees } from '#content/pages/guarantees.ts'
import { home } from '#content/pages/home.ts'
import { type Topic, topics } from '#content/qa/index.ts'
import { currentTexts, madeOnce } from '../current-texts.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { keyOfPage } from '../definitions/page-definitions.ts'
import { fillIn, type Heading, markdown } from '../markdown.ts'
import { presentPicture } from '../page-pictures.ts'

export type Article = Topic & { html: string; headings: Heading[]; minutes: number }
export type Legal = LegalText & { html: string; headings: Heading[]; updated: string }

/** A page of `content/pages` as it is shown: each `body` is HTML, every other text is filled in. */
export type Shown<T> = T extends string ? string : { [K in keyof T]: Shown<T[K]> }

/** `searchTitle`: what staff wrote for search engines in place of the heading; left out: nothing [SEO-11]. */
type Searched = { searchTitle?: string }

/** One of the seven, or null. */
export async function qaArticle(app: AppContext, id: string): Promise<Article | null> {
  return articleOf(await currentTexts(app), id)
}

export async function qaTopics(app: AppContext): Promise<(Topic & { minutes: number })[]> {
  const texts = await currentTexts(app)
  return topics.map((topic) => articleOf(texts, topic.id) ?? { ...topic, minutes: 1 })
}

/** Every topic's whole article as plain text, for structured data. */
export async function qaAnswers(app: AppContext) {
  const texts = await currentTexts(app)
  return madeOnce(texts, 'answers', () =>
    topics.map(({ id }) => {
      const { title = '', html = '' } = articleOf(texts, id) ?? {}
      return { id, title, text: plainText(html) }
    }),
  )
}

export async function legalText(app: AppContext, id: LegalText['id']): Promise<Legal> {
  const texts = await currentTexts(app)
  const text = legalTexts.find((each) => each.id === id)
  if (!text) throw new Error(`content/legal has no ${id}`)
  return madeOnce(texts, `policy-${id}`, () => {
    const { body = '', updated = '', description = '' } = standing(texts, `policy-${id}`)
    const { html, headings } = markdown(body)
    return { ...text, description, html, headings, updated: fillIn(updated) }
  })
}

export async function writtenPage<T extends object>(
  app: AppContext,
  page: T,
): Promise<Shown<T> & Searched> {
  const texts = await currentTexts(app)
  const key = keyOfPage(page)
  // Parts of pages that nobody may change are few, and small.
  return key
    ? madeOnce(texts, key, () => show(texts, written(texts, page, key)) as Shown<T> & Searched)
    : (show(texts, page) as Shown<T>)
}

/** The home page: only its sections are Markdown. */
export async function homePage(app: AppContext): Promise<Shown<typeof home> & Searched> {
  const texts = await currentTexts(app)
  return madeOnce(texts, 'page-home', () => {
    const page = written(texts, home, 'page-home')
    return {
      ...(plain(texts, page) as Shown<typeof home>),
      sections: show(texts, page.sections) as Shown<typeof home.sections>,
    }
  })
}

/** What staff wrote for a text, in place of what is built in. */
function standing(texts: ShopTexts, key: string): TextValues {
  const fields = textDefinition(key)?.fields ?? []
  return valuesOf(fields, texts.published.get(key)?.fields ?? null)
}

function articleOf(texts: ShopTexts, id: string): Article | null {
  const topic = topics.find((each) => each.id === id)
  if (!topic) return null
  return madeOnce(texts, `qa-${id}`, () => {
    const { title = '', summary = '', description = '', body = '' } = standing(texts, `qa-${id}`)
    const { html, headings, words } = markdown(body)
    const said = {
      title: fillIn(title),
      summary: fillIn(summary),
      description: fillIn(description),
    }
    // 200 words a minute, as the journal counts [BLOG-11].
    return { ...topic, ...said, html, headings, minutes: Math.ceil(words / 200) }
  })
}

/** The page with its texts; the three guarantees, which several pages show, with theirs. */
function written<T extends object>(texts: ShopTexts, page: T, key: string): T & Searched {
  const fields = texts.published.get(key)?.fields ?? {}
  const { searchTitle } = fields
  const own = { ...withLeaves(page, fields), ...(searchTitle && { searchTitle }) }
  const holder = own as { guarantees?: { three?: unknown } }
  if (holder.guarantees?.three !== guarantees.three) return own
  const { three } = written(texts, guarantees, 'page-guarantees')
  return { ...own, guarantees: { ...holder.guarantees, three } }
}

function show(texts: ShopTexts, value: unknown, key?: string): unknown {
  if (typeof value === 'string') return key === 'body' ? markdown(value).html : fillIn(value)
  return inside(texts, value, (inner, name) => show(texts, inner, name))
}

function plain(texts: ShopTexts, value: unknown): unknown {
  if (typeof value === 'string') return fillIn(value)
  return inside(texts, value, (inner) => plain(texts, inner))
}

function inside(
  texts: ShopTexts,
  value: unknown,
  each: (inner: unknown, name?: string) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item))
  if (value === null || typeof value !== 'object') return value
  const picture = presentPicture(texts, value)
  if (picture) return picture
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner, name)]))
}
