import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { textDrafts, textVersions } from '#app/.server/platform/db/texts-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  changesOf,
  sameText,
  type TextValues,
  writtenValues,
} from '#app/domain/content/text-field.ts'
import { currentTexts } from '../current-texts.ts'
import { draftOf, draftsOf, lastVersion, lockTexts, versionOf } from '../text-rows.ts'
import {
  changedSinceLoaded,
  checkedText,
  refuseProblems,
  refuseWrong,
  type VersionedText,
} from '../versioned-text.ts'

type Change = {
  text: VersionedText
  /** The version that was seen when it was written; 0 where none was. */
  seen: number
  /** The same of the draft. */
  draft: number
  by: string
}

/** What was typed is in use from now on, as a new version. False where it is already [TEXTS-02, MAILTEXT-03]. */
export async function publishText(
  app: AppContext,
  { typed, ...change }: Change & { typed: TextValues },
): Promise<boolean> {
  const written = checkedText(change.text, typed)
  return addVersion(app, change, { from: 'form', find: async () => written })
}

/** An earlier version is in use again, as a new one. */
export async function revertText(
  app: AppContext,
  { version, ...change }: Change & { version: number },
): Promise<boolean> {
  const { text } = change
  const find = async (tx: Orm) => {
    const found = await versionOf(tx, text, version)
    if (!found) {
      throw new AppError('no_version', 404, 'This version doesn’t exist. Nothing was changed.')
    }
    const written = writtenValues(text.fields, found.fields ?? {})
    // The rules may have changed since.
    refuseWrong(text, written)
    return written
  }
  return addVersion(app, change, { from: version, find })
}

/** The text that the program comes with is in use again. */
export async function restoreBuiltInText(app: AppContext, change: Change): Promise<boolean> {
  refuseWrong(change.text, null)
  return addVersion(app, change, { from: null, find: async () => null })
}

type Source = {
  /** An earlier version, the built-in text (null), or what was typed. */
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

async function add(
  tx: Orm,
  { at, audit }: StaffWork,
  { text, seen, draft, by }: Change,
  { from, find }: Source,
): Promise<boolean> {
  const { kind, key } = text
  const last = await lastVersion(tx, text)
  const fields = await find(tx)
  const stored = await draftOf(tx, text)
  const isSame = sameText(text.fields, fields, last?.fields ?? null)
  // Pressed twice, or written by two in the same words: the first has done it.
  if (isSame && stored?.revision !== draft) return false
  if ((last?.version ?? 0) !== seen) throw changedSinceLoaded(last?.by)
  if (stored && stored.revision !== draft) throw changedSinceLoaded(stored.by)
  if (from === 'form') await tx.delete(textDrafts).where(draftsOf(text))
  if (isSame) return false
  if (text.problemsNow) refuseProblems(await text.problemsNow(tx, fields))
  const version = seen + 1
  await tx.insert(textVersions).values({ kind, key, version, fields, at, by })
  const changes = changesOf(text.fields, last?.fields ?? null, fields)
  const facts = { kind, text: text.nameOf(fields), version, changes }
  await audit(
    from === 'form'
      ? { action: 'text.published', facts }
      : { action: 'text.taken_back', facts: { ...facts, from } },
  )
  return true
}
