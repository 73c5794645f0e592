import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { mailTextVersions } from '#app/.server/platform/db/mail-texts-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type MailTemplate, templateProblems } from '#app/domain/emails/mail-template.ts'
import { fieldChanges } from '#app/domain/text/field-changes.ts'
import { lastVersion, textOf } from '../mail-text-versions.ts'
import { type MailTextKind, mailTextOf } from '../templates/mail-texts.ts'

type Change = {
  kind: MailTextKind
  /** The version that was seen when it was written; 0 where none was. */
  seen: number
  by: string
}

/** A new version of a mail's text. False where it is what stands already: then none is made. */
export async function saveMailText(
  app: AppContext,
  { text, ...change }: Change & { text: MailTemplate },
): Promise<boolean> {
  const kept = { subject: text.subject.trim(), body: text.body.replaceAll(/\r\n?/g, '\n').trim() }
  refuseWrong(change.kind, kept)
  const { builtIn } = mailTextOf(change.kind)
  return addVersion(app, change, async () => (isSame(kept, builtIn) ? null : kept))
}

/** The text of an earlier version stands again, as a new version. */
export async function takeBackMailText(
  app: AppContext,
  { version, ...change }: Change & { version: number },
): Promise<boolean> {
  return addVersion(app, change, async (tx) => {
    const [found] = await tx
      .select()
      .from(mailTextVersions)
      .where(and(eq(mailTextVersions.kind, change.kind), eq(mailTextVersions.version, version)))
    if (!found) {
      throw new AppError('no_version', 404, 'There is no such version. Nothing was changed.')
    }
    const text = textOf(found)
    // A field it names may be gone since.
    if (text) refuseWrong(change.kind, text)
    return text
  })
}

export async function restoreBuiltInText(app: AppContext, change: Change): Promise<boolean> {
  return addVersion(app, change, async () => null)
}

async function addVersion(
  app: AppContext,
  { kind, seen, by }: Change,
  textFor: (tx: Orm) => Promise<MailTemplate | null>,
): Promise<boolean> {
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const last = await lastVersion(tx, kind)
    const stands = last && textOf(last)
    const text = await textFor(tx)
    // Pressed twice, or written by two in the same words: the first has done it.
    if (text === null ? stands === null : stands !== null && isSame(text, stands)) return false
    if ((last?.version ?? 0) !== seen) throw changedMeanwhile(last?.by)
    const version = seen + 1
    const { name, builtIn } = mailTextOf(kind)
    const changes = fieldChanges(asTyped(stands ?? builtIn), asTyped(text ?? builtIn))
    const made = await tx
      .insert(mailTextVersions)
      .values({ kind, version, subject: text?.subject ?? null, body: text?.body ?? null, at, by })
      .onConflictDoNothing()
      .returning({ version: mailTextVersions.version })
    if (made.length === 0) throw changedMeanwhile()
    await audit({
      action: 'mail_text.saved',
      facts: { mail: name, version, builtIn: text === null, changes },
    })
    return true
  })
}

const asTyped = ({ subject, body }: MailTemplate) => ({ subject, body })

const isSame = (one: MailTemplate, other: MailTemplate) =>
  one.subject === other.subject && one.body === other.body

function changedMeanwhile(by?: string): AppError {
  return new AppError(
    'mail_text_changed',
    409,
    `${by ?? 'Somebody else'} has changed this mail since you opened it. Your text is still here; please look at theirs in another tab before you save. Nothing was changed.`,
  )
}

export function refuseWrong(kind: MailTextKind, text: MailTemplate): void {
  const errors = templateProblems(text, mailTextOf(kind).fields)
  if (Object.keys(errors).length === 0) return
  throw new AppError('mail_text_wrong', 422, 'The text cannot be used yet. Nothing was changed.', {
    details: { errors },
  })
}
