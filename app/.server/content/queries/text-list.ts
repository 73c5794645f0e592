import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { postDate } from '#app/domain/content/post-date.ts'
import { valuesOf } from '#app/domain/content/text-field.ts'
import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { posts as shippedPosts } from '#content/journal/index.ts'
import { announcementOf } from '../announcement.ts'
import { currentTexts } from '../current-texts.ts'
import { textDefinitions } from '../definitions/definitions.ts'
import { postDefinition, postId, postKey } from '../definitions/post-definition.ts'
import { type TextGroup, textGroups } from '../definitions/text-definition.ts'
import { type TextState, textStates } from './text-states.ts'

export type ListedText = TextState & {
  key: string
  name: string
  /** Of a post: its day, and whether it is shown; of the announcement, when it is. */
  note: string
}

/** Every text that staff may change, by the part of the shop it is of [TEXTS-01]. */
export async function textList(app: AppContext) {
  const texts = await currentTexts(app)
  const { keys, drafts, stateOf } = await withDatabase(app, ({ orm }) => textStates(orm, 'shop'))
  const listed = textDefinitions.map(({ key, group, name }) => ({
    group,
    text: { key, name, note: key === 'announcement' ? announcementNote() : '', ...stateOf(key) },
  }))
  function announcementNote(): string {
    const { text, from, until } = announcementOf(texts)
    const now = app.now()
    if (text === '') return 'None'
    if (until && until <= now) return 'Ended'
    return from && from > now ? 'Scheduled' : 'Shown now'
  }
  const ids = new Set([
    ...shippedPosts.map(({ id }) => id),
    ...keys.flatMap((key) => postId(key) ?? []),
  ])
  const posts = [...ids].map((id) => {
    const key = postKey(id)
    const draft = drafts.find((each) => each.key === key)
    const published = texts.published.get(key)?.fields
    const { fields } = postDefinition(id)
    const values = valuesOf(fields, published ?? draft?.fields ?? null)
    const { title = '', date = '', shown } = values
    const isPublished = valuesOf(fields, published ?? null).body !== ''
    const day = date ? postDate(date) : ''
    const note = !isPublished
      ? 'Draft'
      : shown === 'no'
        ? 'Hidden'
        : published?.date !== undefined && instantOf(date, brand.timeZone) > app.now()
          ? `Scheduled, ${day}`
          : day
    return {
      date: isPublished ? date : '9999',
      text: { key, name: title || 'Untitled', note, ...stateOf(key) },
    }
  })
  const newestFirst = posts.toSorted((one, other) => (one.date < other.date ? 1 : -1))
  return {
    isJournalElsewhere: app.contentSite !== null,
    groups: (Object.keys(textGroups) as TextGroup[]).map((group) => ({
      group,
      name: textGroups[group],
      texts:
        group === 'post'
          ? newestFirst.map(({ text }) => text)
          : listed.filter((each) => each.group === group).map(({ text }) => text),
    })),
  }
}
