import { eq } from 'drizzle-orm'
import { admins } from '#app/.server/platform/db/schema.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import { adminByEmail, hasAdmin } from '../queries/admins.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'

/** Takes the row away, and with it every session at once; tells whether any admin is left. */
export async function removeAdmin(
  shop: Shop,
  { email, by }: { email: string; by: string },
): Promise<{ email: string; left: boolean }> {
  if (!shop.db) throw new Problem('shop_unavailable', 503, 'The database does not answer.')
  return shop.db.orm.transaction(async (tx) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    await tx.delete(admins).where(eq(admins.id, admin.id))
    await logDeed(tx, { at: shop.now(), by, deed: 'removed an admin', subject: admin.email })
    return { email: admin.email, left: await hasAdmin(tx) }
  })
}

export function noSuchAdmin(email: string): Problem {
  return new Problem('no_such_admin', 404, `There is no admin with the e-mail address ${email}.`)
}
