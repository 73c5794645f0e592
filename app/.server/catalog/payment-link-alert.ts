import { asc, eq } from 'drizzle-orm'
import { type GoldSize, goldSizes } from '#app/domain/catalog/gold-size.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { productAttributes } from '../platform/db/catalog-schema.ts'
import type { Orm } from '../platform/db/database.ts'

/** The sizes of a product as they are sold now. */
export async function storedSizes(tx: Orm, productId: string): Promise<GoldSize[]> {
  const stored = await tx
    .select()
    .from(productAttributes)
    .where(eq(productAttributes.productId, productId))
    .orderBy(asc(productAttributes.position))
  return goldSizes(stored)
}

/** Tells the owners where a save leads buyers' money elsewhere, by size [ALERT-05]. */
export async function alertPaymentLinks(
  tx: Orm,
  product: { id: string; name: string },
  {
    before,
    after,
    by,
    at,
  }: { before: readonly GoldSize[]; after: readonly GoldSize[]; by: string; at: Date },
): Promise<void> {
  const [old, present] = [before, after].map(
    (sizes) => new Map(sizes.map(({ size, checkoutLink }) => [size, checkoutLink])),
  )
  const links = [...new Set([...(old?.keys() ?? []), ...(present?.keys() ?? [])])]
    .map((size) => ({ size, before: old?.get(size) ?? null, after: present?.get(size) ?? null }))
    .filter((link) => link.before !== link.after)
    .map(({ size, ...link }) => ({ size, before: shown(link.before), after: shown(link.after) }))
  if (links.length === 0) return
  await raiseAlert(tx, { kind: 'payment-link-changed', at, facts: { by, product, links } })
}

/** Without https://, so that no mail program makes a link of it. */
const shown = (link: string | null) => link?.slice('https://'.length) ?? null
