import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { textDrafts } from '#app/.server/platform/db/texts-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { sameValues, type TextValues, writtenValues } from '#app/domain/content/text-field.ts'
import { draftOf, draftsOf, lastVersion, lockTexts } from '../text-rows.ts'
import { changedSinceLoaded, type VersionedText } from '../versioned-text.ts'

type Change = { text: VersionedText; seen: number; draft: number; by: string }

/** Characters of one field; a draft may be too long to be published, and not endless. */
const longest = 200_000

/** Kept apart from what is published; it may still be wrong [TEXTS-03, MAILTEXT-05]. */
export async function saveDraft(
  app: AppContext,
  { text, seen, draft, by, typed }: Change & { typed: TextValues },
): Promise<boolean> {
  if (Object.values(typed).some(({ length }) => length > longest)) {
    throw new AppError('text_too_long', 413, 'This is too long to save. Nothing was changed.')
  }
  const fields = writtenValues(text.fields, typed) ?? {}
  return staffTransaction(app, { by }, async (tx, { at }) => {
    await lockTexts(tx)
    const stored = await draftOf(tx, text)
    if (stored && sameValues(stored.fields, fields)) return false
    const last = await lastVersion(tx, text)
    if ((last?.version ?? 0) !== seen) throw changedSinceLoaded(last?.by)
    if ((stored?.revision ?? 0) !== draft) throw changedSinceLoaded(stored?.by)
    const row = { fields, seen, revision: draft + 1, at, by }
    await tx
      .insert(textDrafts)
      .values({ kind: text.kind, key: text.key, ...row })
      .onConflictDoUpdate({ target: [textDrafts.kind, textDrafts.key], set: row })
    return true
  })
}

/** What is published stays as it is. One that is gone already is no error. */
export async function discardDraft(
  app: AppContext,
  { text, draft, by }: Omit<Change, 'seen'>,
): Promise<boolean> {
  return staffTransaction(app, { by }, async (tx, { audit }) => {
    await lockTexts(tx)
    const stored = await draftOf(tx, text)
    if (!stored) return false
    if (stored.revision !== draft) throw changedSinceLoaded(stored.by)
    await tx.delete(textDrafts).where(draftsOf(text))
    const facts = { kind: text.kind, text: text.nameOf(stored.fields) }
    await audit({ action: 'text.draft_discarded', facts })
    return true
  })
}
