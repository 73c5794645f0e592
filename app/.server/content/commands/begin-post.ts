import { and, eq, like } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { textDrafts, textVersions } from '#app/.server/platform/db/texts-schema.ts'
import { localTime } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { posts as shippedPosts } from '#content/journal/index.ts'
import { postId, postKey } from '../definitions/post-definition.ts'
import { lockTexts } from '../text-rows.ts'

const kind = 'shop'

/** A post of the shop's own, as an empty draft; one that is still empty is given again [TEXTS-06]. */
export async function beginPost(app: AppContext, by: string): Promise<string> {
  return staffTransaction(app, { by }, async (tx, { at }) => {
    await lockTexts(tx)
    const drafts = await tx
      .select()
      .from(textDrafts)
      .where(and(eq(textDrafts.kind, kind), like(textDrafts.key, 'post-%')))
    const published = await publishedPosts(tx)
    const empty = drafts.find(
      ({ key, fields }) => !published.includes(key) && !fields.title && !fields.body,
    )
    if (empty) return empty.key
    const taken = [...published, ...drafts.map(({ key }) => key)].map((key) => postId(key) ?? 0)
    const key = postKey(Math.max(...shippedPosts.map(({ id }) => id), ...taken) + 1)
    const fields = { date: localTime(app.now(), brand.timeZone) }
    await tx.insert(textDrafts).values({ kind, key, fields, seen: 0, revision: 1, at, by })
    return key
  })
}

async function publishedPosts(tx: Orm): Promise<string[]> {
  const found = await tx
    .selectDistinct({ key: textVersions.key })
    .from(textVersions)
    .where(and(eq(textVersions.kind, kind), like(textVersions.key, 'post-%')))
  return found.map(({ key }) => key)
}
