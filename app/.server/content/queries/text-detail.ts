import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { shopTextReadings } from '#app/.server/platform/db/texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type ReviewNote, reviewNotes } from '#app/domain/content/text-problems.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { shopText } from '../shop-text.ts'
import { type TextHistory, textHistory } from './text-history.ts'

export type TextDetail = TextHistory & {
  /** Where it is shown; null for a post that nobody sees yet. */
  path: string | null
  /** Who has said that somebody who knows read the version in use; null where nobody has. */
  reading: { by: string; at: Date } | null
  /** What such a reader is to look at; empty where the text needs none. */
  toCheck: string[]
}

/** Null where there is no such text. */
export async function textDetail(app: AppContext, key: string): Promise<TextDetail | null> {
  const definition = textDefinition(key)
  if (!definition) return null
  const text = await textHistory(app, shopText(key))
  const { version, hasBuiltIn, draft } = text
  if (!hasBuiltIn && !draft && version === 0) return null
  const readings = await withDatabase(app, ({ orm }) =>
    orm.select().from(shopTextReadings).where(eq(shopTextReadings.key, key)),
  )
  const { path, isLegal, file } = definition
  const reading = readings.find((each) => each.version === version)
  return {
    ...text,
    path: hasBuiltIn || version > 0 ? path : null,
    reading: reading ? { by: reading.by, at: reading.at } : null,
    toCheck: [
      ...(isLegal
        ? ['You’re legally bound by this policy, so have a lawyer review all of it.']
        : []),
      ...marksOfFile(file).flatMap(({ who, what }) => (who === 'anybody' ? [sentence(what)] : [])),
    ],
  }
}

/** Without the numbers of requirements and decisions, which are for authors. */
function sentence(what: string): string {
  const text = what.replaceAll(/ ?\((?:[A-Z]+-\d+|D\d+|FACTS rows)[^)]*\)/g, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Of the file a text comes from; none where the text is staff's own. */
function marksOfFile(file: string | null): ReviewNote[] {
  return file === null ? [] : reviewNotes(readFileSync(resolve(file), 'utf8'))
}
