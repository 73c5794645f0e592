import { eq } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { findOrderLinks } from '../platform/db/find-order-schema.ts'
import { hashOfToken, linkHmac } from '../platform/secret.ts'

/** How long a link waits to be opened, and how long the list it opens can be read. */
export const findOrderMinutes = 60

/**
 * The link of a request, for its mail: made of the shop's secret, the same at each attempt to send. Null
 * where it has ended. Its hash is kept from then on.
 */
export async function emailedFindOrderLink(
  orm: Orm,
  app: AppContext,
  id: string,
): Promise<string | null> {
  const [asked] = await orm.select().from(findOrderLinks).where(eq(findOrderLinks.id, id))
  if (!asked || asked.openedAt !== null || asked.expiresAt <= app.now()) return null
  const token = linkHmac(app.secret, 'find-order/v1', id)
  await orm
    .update(findOrderLinks)
    .set({ tokenHash: hashOfToken(token) })
    .where(eq(findOrderLinks.id, id))
  return new URL(`/find-order/${token}`, app.publicUrl).href
}
