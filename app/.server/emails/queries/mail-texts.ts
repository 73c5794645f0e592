import { desc, eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { mailTextVersions } from '#app/.server/platform/db/mail-texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { MailField, MailTemplate } from '#app/domain/emails/mail-template.ts'
import { type MailTextVersion, textOf } from '../mail-text-versions.ts'
import {
  isMailTextKind,
  type MailTextKind,
  mailTextOf,
  mailTexts,
} from '../templates/mail-texts.ts'

/** One of the mails that staff may write in other words. */
export type EditableMail = MailTextKind

/** By the name in its address; null where there is none. */
export function editableMail(name: string): EditableMail | null {
  return isMailTextKind(name) ? name : null
}

export type ListedMailText = {
  kind: MailTextKind
  name: string
  when: string
  /** Who wrote the text that stands, and when; null where it is the built-in one. */
  written: { by: string; at: Date } | null
}

/** The mails that staff may write in other words. */
export async function listMailTexts(app: AppContext): Promise<ListedMailText[]> {
  const latest = await withDatabase(app, ({ orm }) =>
    orm
      .selectDistinctOn([mailTextVersions.kind])
      .from(mailTextVersions)
      .orderBy(mailTextVersions.kind, desc(mailTextVersions.version)),
  )
  return (Object.keys(mailTexts) as MailTextKind[]).map((kind) => {
    const last = latest.find((each) => each.kind === kind)
    const { name, when } = mailTextOf(kind)
    return { kind, name, when, written: last && textOf(last) ? pick(last) : null }
  })
}

const pick = ({ by, at }: MailTextVersion) => ({ by, at })

export type MailTextPage = {
  kind: MailTextKind
  name: string
  when: string
  fields: readonly MailField[]
  text: MailTemplate
  isBuiltIn: boolean
  /** The latest; 0 where there is none. */
  version: number
  /** Newest first. */
  versions: { version: number; by: string; at: Date; subject: string | null }[]
}

/** Older ones are kept, and not listed. */
const listedVersions = 30

export async function mailTextPage(app: AppContext, kind: MailTextKind): Promise<MailTextPage> {
  const versions = await withDatabase(app, ({ orm }) =>
    orm
      .select()
      .from(mailTextVersions)
      .where(eq(mailTextVersions.kind, kind))
      .orderBy(sql`${mailTextVersions.version} desc`)
      .limit(listedVersions),
  )
  const [last] = versions
  const { builtIn, ...about } = mailTextOf(kind)
  const written = last ? textOf(last) : null
  return {
    kind,
    ...about,
    text: written ?? builtIn,
    isBuiltIn: written === null,
    version: last?.version ?? 0,
    versions: versions.map(({ version, by, at, subject }) => ({ version, by, at, subject })),
  }
}
