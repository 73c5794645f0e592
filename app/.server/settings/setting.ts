import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditAction } from '#app/.server/audit-log/record-event.ts'
import { rememberedRead } from '#app/.server/platform/db/cached-read.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type FieldChange, fieldChanges } from '#app/domain/text/field-changes.ts'

/** Fields that were given; one that was left out stays as it is stored. */
export type Given<Value> = { [Field in keyof Value]?: Value[Field] | undefined }

type Definition<Value extends object> = {
  /** What its form accepts; its fields are named as those of the value. */
  form: z.ZodType<Given<Value>>
  /** Until staff save others. */
  defaults: Value
  /** As it is stored; undefined where nobody saved it yet. */
  read(orm: Orm): Promise<Value | undefined>
  /** Here and in the audit log, `before` is undefined where nothing was stored. */
  write(
    tx: Orm,
    value: Value,
    saved: { at: Date; by: string },
    before: Value | undefined,
  ): Promise<unknown>
  entry(value: Value, before: Value | undefined): AuditAction
  /** Whether saving it needs re-authentication where the table of rights says `checked`. */
  needsReauth?: (given: Given<Value>) => boolean
}

/**
 * A setting that owners save, declared once: one query, one command (commands/save-setting.ts), and one
 * loader and action of its page (routes/admin/settings/setting-route.ts) follow from it.
 */
export type Setting<Value extends object> = Definition<Value> & {
  /** As it is in the database now: for the transaction that depends on it. */
  stored(orm: Orm): Promise<Value>
  /** For pages. */
  current(app: AppContext): Promise<Value>
  /** It was just saved: pages show it also where the database cannot be read again. */
  remember(app: AppContext, value: Value): void
}

export function declareSetting<Value extends object>(
  definition: Definition<Value>,
): Setting<Value> {
  const { read, defaults } = definition
  const stored = async (orm: Orm) => (await read(orm)) ?? defaults
  return {
    ...{ ...definition, stored },
    current: (app) => withDatabase(app, ({ orm }) => stored(orm)),
    remember: () => {},
  }
}

/**
 * One that public pages show. Its table raises the revision of the settings, so that it is cached until
 * then; while the database is unavailable it is as last read well, before that the defaults.
 */
export function declareShownSetting<Value extends object>(
  definition: Definition<Value>,
): Setting<Value> {
  const setting = declareSetting(definition)
  const { read, remember } = rememberedRead('settings', setting.stored, definition.defaults)
  return { ...setting, current: read, remember }
}

/** Of a setting, which may not be stored yet, the fields that a save changes. */
export function changedFields(stored: object | undefined, now: object): FieldChange[] {
  const row = new Map(Object.entries(stored ?? {}))
  return fieldChanges(
    Object.fromEntries(Object.keys(now).map((name) => [name, row.get(name)])),
    now,
  )
}

type CurrentTable = PgTable & { id: PgColumn }

/** Stores the one row of a table that keeps no earlier versions. */
export async function storeCurrent<Table extends CurrentTable>(
  tx: Orm,
  table: Table,
  row: Omit<Table['$inferInsert'], 'id'>,
): Promise<void> {
  const stored = { id: current, ...row }
  await tx
    .insert(table)
    .values(stored as PgInsertValue<Table>)
    .onConflictDoUpdate({ target: table.id, set: stored as PgUpdateSetSource<Table> })
}
