import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { recountedColumns, refusedCount, refuseTwoCounts } from '#app/.server/inventory/stock.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { databaseMessage, type Orm, sqlState } from '#app/.server/platform/db/database.ts'
import { AppError, DatabaseUnavailable } from '#app/.server/platform/errors.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { type ProductToSave, readProduct } from '#app/contracts/catalog/read-product.ts'
import { priceChanges } from '#app/domain/catalog/price-change.ts'
import { factsOf } from '#app/domain/catalog/product-facts.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { priceToStore } from '#app/domain/catalog/starting-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { keepOldAddress } from '../old-address.ts'
import { alertPaymentLinks, storedSizes } from '../payment-link-alert.ts'
import { alertPrices } from '../price-alert.ts'
import { productFieldChanges } from '../product-field-changes.ts'
import { replaceParts } from '../product-parts.ts'
import { engravingColumns, readProducts, withId } from '../product-rows.ts'
import { type AdminProduct, newerProduct, productForForm } from '../queries/admin-product.ts'
import { catalogChanged, invalidateCatalog } from '../queries/cached-catalog.ts'

export type SavedProduct = {
  id: string
  /** Categories that could not be created or attached [DATA-24]. */
  skipped: string[]
  /** Nothing was stored: the shop runs without a database, as a showcase [FORM-19, D6]. */
  mocked: boolean
}

/** Stores a new product with all its parts, or nothing [DATA-17, DATA-18, DATA-19, FORM-20]. */
export async function createProduct(
  app: AppContext,
  { by, product }: { by: string; product: ProductToSave },
): Promise<SavedProduct> {
  return saving(app, 'new', product.slug, async () => {
    const price = priceAt(product.sizes, await perGramNow(app))
    return staffTransaction(app, { by }, async (tx, { at, audit }) => {
      const [made] = await tx
        .insert(products)
        .values({
          ...columnsOf(product),
          pieces: product.pieces.typed,
          piecesCounted: product.pieces.typed,
          name: product.name,
          slug: slugOf(product.slug),
          price,
          weight: '',
          dimensions: { length: '', width: '', height: '' },
          createdAt: at,
          updatedAt: at,
        })
        .returning({ id: products.id })
      if (!made) throw new RangeError('The new product has no id')
      const { skipped } = await replaceParts(tx, app, made.id, product)
      const { name, sizes } = product
      await alertPaymentLinks(tx, { id: made.id, name }, { before: [], after: sizes, by, at })
      await audit({
        action: 'product.created',
        target: { type: 'product', id: made.id },
        facts: { name: product.name },
      })
      return { id: made.id, skipped }
    })
  })
}

export type ProductChange = {
  id: string
  /** The revision the change was begun from; if another was stored in between, it is refused. */
  revision: number
  by: string
  /** What is not given stays as it is [DATA-21]. Sizes and specifications go together. */
  changes: Partial<ProductToSave>
}

/** Stores what is given of a product, all or nothing [DATA-21, DATA-22, DATA-23]. */
export async function updateProduct(
  app: AppContext,
  { id, revision, by, changes }: ProductChange,
): Promise<SavedProduct> {
  return saving(app, id, changes.slug ?? '', async () => {
    const perGram = await perGramNow(app)
    const price = changes.sizes && priceAt(changes.sizes, perGram)
    return staffTransaction(app, { by }, async (tx, { at, audit }) => {
      const [stored] = await tx
        .select({
          name: products.name,
          slug: products.slug,
          revision: products.revision,
          pieces: products.pieces,
          reserved: products.piecesReserved,
        })
        .from(products)
        .where(eq(products.id, id))
        .for('update')
      if (!stored) throw gone()
      if (stored.revision !== revision) {
        const newer = await newerProduct(tx, id)
        // A colleague who counted the same took other pieces away [STOCK-06].
        if (newer?.by === by && (await isStoredAlready(tx, id, changes))) return { id, skipped: [] }
        throw changedSinceLoaded(newer)
      }
      const old = await productForForm(tx, id)
      const [was] = await readProducts(tx, withId([id]))
      const [written] = await tx
        .update(products)
        .set({
          ...columnsOf(changes),
          // A slug that came from elsewhere stays as it is until it is edited [D21].
          ...(changes.slug === undefined || changes.slug === stored.slug
            ? {}
            : { slug: slugOf(changes.slug) }),
          ...(price === undefined ? {} : { price }),
          ...(changes.pieces &&
            recountedColumns(stored, changes.pieces, (why) => refusedCount(why, 'pieces'))),
          revision: sql`${products.revision} + 1`,
          updatedAt: at,
        })
        .where(eq(products.id, id))
        .returning({ name: products.name, slug: products.slug })
      if (!written) throw gone()
      await keepOldAddress(tx, { id, from: stored.slug, to: written.slug, at })
      const before = changes.sizes && (await storedSizes(tx, id))
      const { skipped } = await replaceParts(tx, app, id, changes)
      await refuseTwoCounts(tx, [id])
      if (before) {
        const links = { before, after: changes.sizes ?? [], by, at }
        await alertPaymentLinks(tx, { id, name: written.name }, links)
      }
      if (was) {
        const product = { id, name: written.name }
        const prices = priceChanges(factsOf(was, null), changes, perGram)
        const changed = prices.map((price) => ({ ...price, product }))
        await alertPrices(tx, changed, { change: null, by, at })
      }
      await audit({
        action: 'product.updated',
        target: { type: 'product', id },
        facts: { name: written.name, changes: await changesSince(tx, old) },
      })
      return { id, skipped }
    })
  })
}

/** Both as shown in the form, which is where staff know the fields from. */
async function changesSince(tx: Orm, old: AdminProduct | null) {
  const present = old && (await productForForm(tx, old.id))
  return present ? productFieldChanges(old.draft, present.draft) : []
}

type ColumnValues = Pick<
  Partial<typeof products.$inferInsert>,
  | 'name'
  | 'description'
  | 'shortDescription'
  | 'active'
  | 'featured'
  | 'finalSale'
  | 'usOnly'
  | 'taxCode'
  | 'searchTitle'
  | 'searchDescription'
  | 'shownFrom'
  | 'shownUntil'
  | 'engravingFeeCents'
  | 'engravingMax'
  | 'options'
>

/** Drizzle leaves out what is undefined. */
function columnsOf(changes: Partial<ProductToSave>): ColumnValues {
  const { name, description, shortDescription, active, featured, taxCode } = changes
  const { shownFrom, shownUntil, engraving, options, finalSale, usOnly } = changes
  const { searchTitle, searchDescription } = changes
  return Object.fromEntries(
    Object.entries({
      ...{ name, description, shortDescription, active, featured, taxCode },
      ...{ shownFrom, shownUntil, finalSale, usOnly, searchTitle, searchDescription, options },
      ...(engraving !== undefined && engravingColumns(engraving)),
    }).filter(([, value]) => value !== undefined),
  )
}

/** Asked before the transaction: the embedded database is a single connection [FORM-17]. */
const perGramNow = async (app: AppContext) => (await currentGoldPrice(app)).gold.perGram

function priceAt(sizes: ProductToSave['sizes'], perGram: PricePerGram): string {
  const price = priceToStore(sizes, perGram)
  if (price === null) throw new RangeError('A product without a size has no price')
  return price
}

export function gone(): AppError {
  return new AppError('product_gone', 404, 'This product was deleted in the meantime.')
}

/**
 * A save whose answer was lost is sent again by the form it was begun from: what is stored is what it
 * asks for, so it is done [FORM-32].
 */
async function isStoredAlready(tx: Orm, id: string, changes: Partial<ProductToSave>) {
  const present = await productForForm(tx, id)
  const read = present && readProduct(present.draft)
  if (!read || isRefusal(read)) return false
  const given = comparable(changes)
  const stored = comparable(read)
  return Object.keys(given).every((part) =>
    isDeepStrictEqual(given[part as keyof typeof given], stored[part as keyof typeof stored]),
  )
}

/** Without what only says how the form was opened, and the order that categories do not have. */
function comparable({ pieces, slug, sizes, categories, ...product }: Partial<ProductToSave>) {
  return {
    ...product,
    ...(slug !== undefined && { slug: slugOf(slug) }),
    ...(pieces && { pieces: pieces.typed }),
    ...(sizes && {
      sizes: sizes.map(({ key: _, pieces: left, ...size }) => ({
        ...size,
        left: left?.typed ?? null,
      })),
    }),
    ...(categories && { categories: categories.toSorted() }),
  }
}

function changedSinceLoaded(newer: Awaited<ReturnType<typeof newerProduct>>): AppError {
  const who = newer?.by ?? 'Someone else'
  return new AppError(
    'product_changed',
    409,
    `${who} saved this product after you opened it. Your changes haven’t been saved yet, and nothing is lost.`,
    { details: { newer } },
  )
}

/**
 * What is true of every change of a product: mocked in catalog-only mode [D6], refused with the
 * backend's own message where the database fails [FORM-15, FORM-20], and at once on the public
 * pages.
 */
async function saving(
  app: AppContext,
  id: string,
  slug: string,
  work: () => Promise<{ id: string; skipped: string[] }>,
): Promise<SavedProduct> {
  if (app.config.database === 'none') return { id, skipped: [], mocked: true }
  try {
    const saved = await work()
    await catalogChanged(app)
    return { ...saved, mocked: false }
  } catch (error) {
    // A connection lost at the commit leaves open whether it was stored.
    invalidateCatalog(app)
    if (isSlugTaken(error)) {
      throw new AppError(
        'slug_taken',
        409,
        `Another product has the web address “${slugOf(slug)}”.`,
        {
          details: { at: 'slug' },
        },
      )
    }
    throw refusedBy(app, error, 'Failed to save product')
  }
}

/** Bugs are thrown on; what the database refused is answered with its own message, or a fixed one. */
export function refusedBy(app: AppContext, thrown: unknown, otherwise: string): unknown {
  const { cause } = thrown instanceof DatabaseUnavailable ? thrown : {}
  // What the database said of a failure that is not our mistake is the cause of a DatabaseUnavailable.
  const error = cause instanceof Error ? cause : thrown
  if (error instanceof AppError || error instanceof RangeError || error instanceof TypeError) {
    return thrown
  }
  app.log.error({ err: error }, 'a product could not be changed')
  return new AppError('product_not_saved', 503, databaseMessage(error)?.trim() || otherwise)
}

function isSlugTaken(error: unknown): boolean {
  if (sqlState(error) !== '23505') return false
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && cause.constraint === 'products_slug_key') return true
  }
  return false
}
