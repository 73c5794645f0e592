import { plainText } from '#app/.server/catalog/clean-html.ts'
import { type LegalText, legalTexts } from '#content/legal/index.ts'
import { type Topic, topics } from '#content/qa/index.ts'
import { fillIn, type Heading, markdown } from '../markdown.ts'

const sources: Readonly<Record<string, string>> = import.meta.glob(
  ['../../../../content/qa/*.md', '../../../../content/legal/*.md'],
  { query: '?raw', import: 'default', eager: true },
)

export type Article = Topic & { html: string; headings: Heading[]; minutes: number }
export type Legal = LegalText & { html: string; headings: Heading[]; updated: string }

/** A page of `content/pages` as it is shown: each `body` is HTML, every other text is filled in. */
export type Shown<T> = T extends string ? string : { [K in keyof T]: Shown<T[K]> }

/** The texts are constant: each is set once in the life of a process. */
const articles = new Map(topics.map((topic) => [topic.id, once(() => setArticle(topic))]))
const legals = new Map(legalTexts.map((text) => [text.id, once(() => setLegal(text))]))
const pages = new WeakMap<object, unknown>()

/** One of the seven, or null. */
export function qaArticle(id: string): Article | null {
  return articles.get(id)?.() ?? null
}

export function qaTopics(): (Topic & { minutes: number })[] {
  return topics.map((topic) => ({ ...topic, minutes: qaArticle(topic.id)?.minutes ?? 1 }))
}

/** Every topic's whole article as plain text, for structured data. */
export const qaAnswers = once(() =>
  topics.map(({ id, title }) => ({ id, title, text: plainText(qaArticle(id)?.html ?? '') })),
)

export function legalText(id: LegalText['id']): Legal {
  const legal = legals.get(id)?.()
  if (!legal) throw new Error(`content/legal has no ${id}`)
  return legal
}

export function writtenPage<T extends object>(page: T): Shown<T> {
  const known = pages.get(page)
  if (known) return known as Shown<T>
  const shown = show(page) as Shown<T>
  pages.set(page, shown)
  return shown
}

function setArticle(topic: Topic): Article {
  const { html, headings, words } = markdown(sourceOf(`qa/${topic.id}.md`))
  // 200 words a minute, as the journal counts [BLOG-11].
  return { ...topic, html, headings, minutes: Math.ceil(words / 200) }
}

function setLegal(text: LegalText): Legal {
  const source = sourceOf(`legal/${text.id}.md`)
  const updated = /^Last updated: (.+)$/m.exec(source)?.[1] ?? ''
  const { html, headings } = markdown(source.replace(/^Last updated: .+$/m, ''))
  return { ...text, html, headings, updated }
}

function sourceOf(file: string): string {
  const source = sources[`../../../../content/${file}`]
  if (source === undefined) throw new Error(`content/${file} is missing`)
  return source
}

function show(value: unknown, key?: string): unknown {
  if (typeof value === 'string') return key === 'body' ? markdown(value).html : fillIn(value)
  if (Array.isArray(value)) return value.map((item) => show(item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, show(inner, name)]))
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
