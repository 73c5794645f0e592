import { eq, like } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { shopTextDrafts, shopTexts } from '#app/.server/platform/db/shop-texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type TextValues, writtenValues } from '#app/domain/content/text-field.ts'
import { posts as shippedPosts } from '#content/journal/index.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { definitionOf } from '../check-text.ts'
import { postId, postKey } from '../definitions/post-definition.ts'
import { localNow } from '../local-now.ts'
import { draftOf, lastVersion, lockTexts } from '../text-rows.ts'

type Change = { key: string; seen: number; draft: number; by: string }

/** Characters of one field; a draft may be too long to be published, and not endless. */
const longest = 200_000

/** Kept apart from what is published; it may still be wrong [TEXTS-03]. */
export async function saveDraft(
  app: AppContext,
  { key, seen, draft, by, typed }: Change & { typed: TextValues },
): Promise<boolean> {
  const { fields } = definitionOf(key)
  if (Object.values(typed).some(({ length }) => length > longest)) {
    throw new AppError('text_too_long', 413, 'This is too long to be kept. Nothing was changed.')
  }
  const written = writtenValues(fields, typed) ?? {}
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      await lockTexts(tx)
      const stored = await draftOf(tx, key)
      if (stored && same(stored.fields, written)) return false
      const last = await lastVersion(tx, key)
      if ((last?.version ?? 0) !== seen) throw changedMeanwhile(last?.by)
      if ((stored?.revision ?? 0) !== draft) throw changedMeanwhile(stored?.by)
      const row = { fields: written, seen, revision: draft + 1, at: app.now(), by }
      await tx
        .insert(shopTextDrafts)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: shopTextDrafts.key, set: row })
      return true
    }),
  )
}

const same = (one: TextValues, other: TextValues) => {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.every((name) => one[name] === other[name])
}

/** What is published stays as it is. One that is gone already is no error. */
export async function discardDraft(
  app: AppContext,
  { key, draft, by }: Omit<Change, 'seen'>,
): Promise<boolean> {
  const { name } = definitionOf(key)
  return staffTransaction(app, { by }, async (tx, { audit }) => {
    await lockTexts(tx)
    const stored = await draftOf(tx, key)
    if (!stored) return false
    if (stored.revision !== draft) throw changedMeanwhile(stored.by)
    await tx.delete(shopTextDrafts).where(eq(shopTextDrafts.key, key))
    await audit({ action: 'text.draft_discarded', facts: { text: stored.fields.title || name } })
    return true
  })
}

/** A post of the shop's own, as an empty draft; one that is still empty is given again [TEXTS-06]. */
export async function beginPost(app: AppContext, by: string): Promise<string> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      await lockTexts(tx)
      const drafts = await tx
        .select()
        .from(shopTextDrafts)
        .where(like(shopTextDrafts.key, 'post-%'))
      const published = await publishedPosts(tx)
      const empty = drafts.find(
        ({ key, fields }) => !published.includes(key) && !fields.title && !fields.body,
      )
      if (empty) return empty.key
      const taken = [...published, ...drafts.map(({ key }) => key)].map((key) => postId(key) ?? 0)
      const key = postKey(Math.max(...shippedPosts.map(({ id }) => id), ...taken) + 1)
      const at = app.now()
      const fields = { date: localNow(app) }
      await tx.insert(shopTextDrafts).values({ key, fields, seen: 0, revision: 1, at, by })
      return key
    }),
  )
}

async function publishedPosts(tx: Orm): Promise<string[]> {
  const found = await tx
    .selectDistinct({ key: shopTexts.key })
    .from(shopTexts)
    .where(like(shopTexts.key, 'post-%'))
  return found.map(({ key }) => key)
}
