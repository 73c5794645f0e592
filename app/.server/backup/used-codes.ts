import { sql } from 'drizzle-orm'
import { type Orm, rows } from '../platform/db/database.ts'

/**
 * What of signing in was used up in the shop that a restore replaces: else a code that somebody has
 * read over a shoulder since the backup would be good again.
 */
export type UsedCodes = {
  /** Of each admin, the time step of the last code of the app that was accepted. */
  admins: { id: string; lastStep: number | null }[]
  /** The recovery codes that are still good. */
  unused: { adminId: string; codeHash: string }[]
}

/** Reads it from the tables of a schema. */
export async function readUsedCodes(orm: Pick<Orm, 'execute'>, schema: string): Promise<UsedCodes> {
  const table = (name: string) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`
  return {
    admins: await rows<UsedCodes['admins'][number]>(
      orm,
      sql`select id, last_step as "lastStep" from ${table('admins')}`,
    ),
    unused: await rows<UsedCodes['unused'][number]>(
      orm,
      sql`select admin_id as "adminId", code_hash as "codeHash"
        from ${table('admin_recovery_codes')} where used_at is null`,
    ),
  }
}

/**
 * Keeps it spent in the restored tables: of an admin whom the replaced shop knew, only those recovery
 * codes stay good that were good there too, and no code of the app that came before its last one.
 * Answers how many recovery codes were revoked.
 */
export async function retainUsedCodes(
  orm: Pick<Orm, 'execute'>,
  { admins, unused }: UsedCodes,
  now: Date,
): Promise<number> {
  await orm.execute(
    sql`update admins set last_step = greatest(admins.last_step, known."lastStep")
      from jsonb_to_recordset(${JSON.stringify(admins)}::jsonb) as known (id text, "lastStep" bigint)
      where known.id = admins.id`,
  )
  const taken = await rows(
    orm,
    sql`update admin_recovery_codes as code set used_at = ${now.toISOString()}::timestamptz
      where used_at is null
        and admin_id in (select jsonb_array_elements(${JSON.stringify(admins)}::jsonb) ->> 'id')
        and not exists (
          select from jsonb_to_recordset(${JSON.stringify(unused)}::jsonb)
            as good ("adminId" text, "codeHash" text)
          where good."adminId" = code.admin_id and good."codeHash" = code.code_hash)
      returning admin_id`,
  )
  return taken.length
}
