import { eq } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { redirects } from '../platform/db/texts-schema.ts'

/**
 * The former web address of a product leads to its page from now on, in the transaction that changes it
 * [SEO-13]. One that another product takes later leads there: a redirect hides no page.
 */
export async function keepOldAddress(
  tx: Orm,
  { id, from, to, at }: { id: string; from: string; to: string; at: Date },
): Promise<void> {
  if (from === to) return
  await tx.delete(redirects).where(eq(redirects.path, `/product/${to}`))
  // One that came from elsewhere may hold anything, and was no address that a browser could ask for.
  if (!/^[^\s/?#\p{Cc}]{1,200}$/u.test(from) || from === id) return
  const target = `/product/${encodeURIComponent(id)}`
  await tx
    .insert(redirects)
    .values({ path: `/product/${from}`, target, createdAt: at })
    .onConflictDoUpdate({ target: redirects.path, set: { target, madeBy: null, createdAt: at } })
}
