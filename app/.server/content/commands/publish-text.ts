import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { shopTextDrafts, shopTexts } from '#app/.server/platform/db/shop-texts-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import {
  changesOf,
  sameValues,
  type TextValues,
  writtenValues,
} from '#app/domain/content/text-field.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { definitionOf, refuseTaken, refuseWrong } from '../check-text.ts'
import { currentTexts } from '../current-texts.ts'
import type { TextDefinition } from '../definitions/text-definition.ts'
import { draftOf, lastVersion, lockTexts, versionOf } from '../text-rows.ts'

type Change = {
  key: string
  /** The version that was seen when it was written; 0 where none was. */
  seen: number
  /** The same of the draft. */
  draft: number
  by: string
}

/** What was typed stands from now on, as a new version. False where it stands already [TEXTS-02]. */
export async function publishText(
  app: AppContext,
  { typed, ...change }: Change & { typed: TextValues },
): Promise<boolean> {
  const definition = definitionOf(change.key)
  const written = writtenValues(definition.fields, withSlug(definition, typed))
  refuseWrong(definition, written)
  return addVersion(app, change, { from: 'form', find: async () => written })
}

/** A post's address is made of its title where nobody gave one; a shipped post has its number. */
function withSlug({ fields }: TextDefinition, typed: TextValues): TextValues {
  const field = fields.find(({ kind }) => kind === 'slug')
  if (!field || field.isOptional || typed[field.name]?.trim()) return typed
  const slug = slugOf(typed.title ?? '')
    .slice(0, field.max)
    .replace(/-$/, '')
  return { ...typed, [field.name]: slug }
}

/** An earlier version stands again, as a new one. */
export async function takeBackText(
  app: AppContext,
  { version, ...change }: Change & { version: number },
): Promise<boolean> {
  const definition = definitionOf(change.key)
  const find = async (tx: Orm) => {
    const found = await versionOf(tx, change.key, version)
    if (!found) {
      throw new AppError('no_version', 404, 'There is no such version. Nothing was changed.')
    }
    const written = writtenValues(definition.fields, found.fields ?? {})
    // The rules may have changed since.
    refuseWrong(definition, written)
    return written
  }
  return addVersion(app, change, { from: version, find })
}

/** The text that the program comes with stands again. */
export async function useShippedText(app: AppContext, change: Change): Promise<boolean> {
  refuseWrong(definitionOf(change.key), null)
  return addVersion(app, change, { from: null, find: async () => null })
}

type Source = {
  /** An earlier version, the shipped text (null), or what was typed. */
  from: number | null | 'form'
  find: (tx: Orm) => Promise<TextValues | null>
}

async function addVersion(app: AppContext, change: Change, source: Source): Promise<boolean> {
  const isNew = await staffTransaction(app, change, async (tx, staff) => {
    await lockTexts(tx)
    return add(tx, staff, change, source)
  })
  // At once, lest the database go away before the next reader.
  if (isNew) await currentTexts(app)
  return isNew
}

async function add(tx: Orm, { at, audit }: StaffWork, change: Change, { from, find }: Source) {
  const { key, seen, draft, by } = change
  const definition = definitionOf(key)
  const last = await lastVersion(tx, key)
  const fields = await find(tx)
  const stored = await draftOf(tx, key)
  // Pressed twice, or written by two in the same words: the first has done it.
  if (sameValues(fields, last?.fields ?? null) && !isOfMine(stored, draft)) return false
  if ((last?.version ?? 0) !== seen) throw changedMeanwhile(last?.by)
  if (stored && stored.revision !== draft) throw changedMeanwhile(stored.by)
  if (from === 'form') await tx.delete(shopTextDrafts).where(eq(shopTextDrafts.key, key))
  if (sameValues(fields, last?.fields ?? null)) return false
  await refuseTaken(tx, definition, fields)
  const version = seen + 1
  await tx.insert(shopTexts).values({ key, version, fields, at, by })
  const title = fields?.title
  const text = definition.group === 'post' && title ? title : definition.name
  const changes = changesOf(definition.fields, last?.fields ?? null, fields)
  await audit(
    from === 'form'
      ? { action: 'text.published', facts: { text, version, changes } }
      : { action: 'text.taken_back', facts: { text, version, from, changes } },
  )
  return true
}

const isOfMine = (stored: { revision: number } | null, draft: number) =>
  stored !== null && stored.revision === draft
