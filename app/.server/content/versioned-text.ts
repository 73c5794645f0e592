import type { Orm } from '#app/.server/platform/db/database.ts'
import type { TextVersionKind } from '#app/.server/platform/db/texts-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import {
  type TextRules,
  type TextValues,
  valuesOf,
  writtenValues,
} from '#app/domain/content/text-field.ts'

/** By the name of the field, what is wrong with it. */
type Problems = Readonly<Record<string, string | undefined>>

/**
 * A text that staff write version by version, with all that its kind declares of it. Drafts, versions, the
 * log and the screen know no more of a text than this.
 */
export type VersionedText = TextRules & {
  kind: TextVersionKind
  key: string
  /** As its screen and the audit log call it; a post has its title. */
  nameOf(written: TextValues | null): string
  /** Where or when it is read, in a sentence for those who write it. */
  about: string
  /** The program comes with a text that can be used again. */
  hasBuiltIn: boolean
  /** Why it cannot be published. */
  problems(values: TextValues): Problems
  /** Why it cannot be published now, as the database knows; locks what it depends on. */
  problemsNow?(tx: Orm, written: TextValues | null): Promise<Problems>
}

/** What was typed, as it is stored. Refused where it cannot be published. */
export function checkedText(text: VersionedText, input: TextValues): TextValues | null {
  const written = writtenValues(text.fields, withSlug(text, input))
  refuseWrong(text, written)
  return written
}

/** A post's address is made of its title where nobody gave one; a shipped post has its number. */
function withSlug({ fields }: VersionedText, input: TextValues): TextValues {
  const field = fields.find(({ kind }) => kind === 'slug')
  if (!field || field.isOptional || input[field.name]?.trim()) return input
  const slug = slugOf(input.title ?? '')
    .slice(0, field.max)
    .replace(/-$/, '')
  return { ...input, [field.name]: slug }
}

/** Refuses what cannot be published, with a sentence beside each field that is wrong. */
export function refuseWrong(text: VersionedText, written: TextValues | null): void {
  refuseProblems(text.problems(valuesOf(text.fields, written)))
}

export function refuseProblems(errors: Problems): void {
  if (Object.keys(errors).length === 0) return
  throw new AppError('text_wrong', 422, 'This text can’t be published yet. Nothing was changed.', {
    details: { errors },
  })
}

export function noText(): AppError {
  return new AppError('no_text', 404, 'This text doesn’t exist. Nothing was changed.')
}

export function changedSinceLoaded(by?: string): AppError {
  return new AppError(
    'text_changed',
    409,
    `${by ?? 'Someone else'} changed this text after you opened it. Your text is still here. Open the new version in another tab, copy in what you need, and continue from there. Nothing was changed.`,
  )
}
