import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import {
  productChangeRows,
  productChanges,
} from '#app/.server/platform/db/product-change-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { draftOf, type ProductDraft } from '#app/contracts/catalog/product.ts'
import { isStorableId, readProducts, soldPieces, withId } from '../product-rows.ts'

export type AdminProduct = {
  id: string
  draft: ProductDraft
  revision: number
  /** Counted pieces in orders that await payment, and in paid ones; of sizes by their keys. */
  stock: TakenStock & { sizes: Record<string, TakenStock> }
}

export type TakenStock = { reserved: number; sold: number }

/** One product for its form, hidden ones too [DATA-09, D18]; null where none has that id. */
export async function adminProduct(app: AppContext, id: string): Promise<AdminProduct | null> {
  if (!isStorableId(id)) return null
  return withDatabase(app, ({ orm }) => productForForm(orm, id))
}

/** The revision first: where a save falls in between, the form is refused rather than trusted. */
export async function productForForm(orm: Orm, id: string): Promise<AdminProduct | null> {
  const [row] = await orm
    .select({
      revision: products.revision,
      taxCode: products.taxCode,
      shownFrom: products.shownFrom,
      shownUntil: products.shownUntil,
      reserved: products.piecesReserved,
      sold: soldPieces,
    })
    .from(products)
    .where(eq(products.id, id))
  const [product] = row ? await readProducts(orm, withId([id]), { limit: 1 }) : []
  if (!row || !product) return null
  const { revision, reserved, sold } = row
  const ofSizes = await rows<TakenStock & { key: string }>(
    orm,
    sql`select a.size_key as key, a.pieces_reserved as reserved, (
          select coalesce(sum(s.quantity - s.back), 0)::int from stock_claims s
          where s.product_id = ${id} and s.size = a.size_key and s.state = 'sold') as sold
        from product_attributes a where a.product_id = ${id} and a.size_key is not null`,
  )
  const sizes = Object.fromEntries(ofSizes.map(({ key, ...taken }) => [key, taken]))
  return { id, draft: draftOf(product, row), revision, stock: { reserved, sold, sizes } }
}

/** A product as somebody else left it, who that was and when. */
export type NewerProduct = AdminProduct & { by: string | null; at: string | null }

/** For an admin whose form was begun from an older one. */
export async function newerProduct(orm: Orm, id: string): Promise<NewerProduct | null> {
  const found = await productForForm(orm, id)
  if (!found) return null
  const [alone] = await orm
    .select({ by: auditLog.actorId, at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.targetType, 'product'),
        eq(auditLog.targetId, id),
        inArray(auditLog.action, ['product.updated', 'product.switched']),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  const [together] = await orm
    .select({
      by: sql<string>`coalesce(${productChanges.undoneBy}, ${productChanges.appliedBy})`,
      at: sql`coalesce(${productChanges.undoneAt}, ${productChanges.appliedAt})`.mapWith(
        productChanges.madeAt,
      ),
    })
    .from(productChangeRows)
    .innerJoin(productChanges, eq(productChanges.id, productChangeRows.changeId))
    .where(and(eq(productChangeRows.productId, id), ne(productChanges.state, 'draft')))
    .orderBy(sql`2 desc`)
    .limit(1)
  const event = together && (!alone || together.at > alone.at) ? together : alone
  return { ...found, by: event?.by ?? null, at: event?.at.toISOString() ?? null }
}
