import { eq, inArray, sql } from 'drizzle-orm'
import { goldSizeAttribute, keyedSizes, parseGoldSize } from '#app/domain/catalog/gold-size.ts'
import type { PartOfFacts, ProductFacts, SizeFacts } from '#app/domain/catalog/product-facts.ts'
import { sizeKeys } from '#app/domain/catalog/size-key.ts'
import { priceToStore } from '#app/domain/catalog/starting-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import {
  recountedColumns,
  refusedCount,
  refuseRemoved,
  refuseTwoCounts,
} from '../inventory/stock.ts'
import {
  productAttributes,
  productCategoryMappings,
  products,
} from '../platform/db/catalog-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { keepOldAddress } from './old-address.ts'
import { categoryCalled } from './product-parts.ts'
import { engravingColumns } from './product-rows.ts'

export type FactsToWrite = { id: string; from: PartOfFacts; to: PartOfFacts }

type Written = { at: Date; perGram: PricePerGram | null }

/**
 * Writes what is changed of products that are there, in few statements however many they are. The
 * caller has locked them and compared their revisions; each moves on by one.
 */
export async function writeFacts(
  tx: Orm,
  changes: readonly FactsToWrite[],
  { at, perGram }: Written,
): Promise<void> {
  const sizes = changes.filter(({ to }) => to.sizes)
  const prices = await writeSizes(tx, sizes, perGram)
  const flags = changes.map(({ id, to }) => ({
    id,
    active: to.active ?? null,
    featured: to.featured ?? null,
    price: prices.get(id) ?? null,
  }))
  await tx.execute(sql`update products p
    set active = coalesce(v.active, p.active), featured = coalesce(v.featured, p.featured),
        price = coalesce(v.price, p.price), revision = p.revision + 1,
        updated_at = ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(flags)}::json)
      as v (id text, active boolean, featured boolean, price numeric)
    where p.id = v.id`)
  await writeTexts(tx, changes)
  for (const { id, from, to } of changes) {
    if (from.slug === undefined || to.slug === undefined) continue
    await keepOldAddress(tx, { id, from: from.slug, to: to.slug, at })
  }
  await writePieces(tx, changes)
  await refuseTwoCounts(
    tx,
    changes.flatMap(({ id, to }) => (to.sizes || to.pieces !== undefined ? [id] : [])),
  )
  await writeEngravingAndOptions(tx, changes)
  await writeCategories(
    tx,
    changes.flatMap(({ id, to }) => (to.categories ? [{ id, names: to.categories }] : [])),
  )
}

/** Apart from the rest: the database rebuilds a product's search text where its texts change. */
async function writeTexts(tx: Orm, changes: readonly FactsToWrite[]): Promise<void> {
  const names = [
    ...(['name', 'slug', 'shortDescription', 'description', 'taxCode'] as const),
    ...(['searchTitle', 'searchDescription'] as const),
  ]
  for (const { id, to } of changes) {
    const given = names.filter((name) => to[name] !== undefined)
    if (given.length === 0) continue
    await tx
      .update(products)
      .set(Object.fromEntries(given.map((name) => [name, to[name]])))
      .where(eq(products.id, id))
  }
}

/** What was sold since the change was planned stays sold [STOCK-06]. */
async function writePieces(tx: Orm, changes: readonly FactsToWrite[]): Promise<void> {
  for (const { id, from, to } of changes) {
    if (to.pieces === undefined || to.pieces === from.pieces) continue
    const [stored] = await tx
      .select({
        name: products.name,
        pieces: products.pieces,
        reserved: products.piecesReserved,
      })
      .from(products)
      .where(eq(products.id, id))
    if (!stored) continue
    const count = { seen: from.pieces ?? null, typed: to.pieces }
    const columns = recountedColumns(stored, count, refusedOf(stored.name))
    await tx.update(products).set(columns).where(eq(products.id, id))
  }
}

const refusedOf = (name: string) => (why: string) =>
  refusedCount(`${name}: ${why} Nothing was changed.`)

async function writeEngravingAndOptions(tx: Orm, changes: readonly FactsToWrite[]): Promise<void> {
  for (const { id, to } of changes) {
    if (to.engraving !== undefined) {
      await tx.update(products).set(engravingColumns(to.engraving)).where(eq(products.id, id))
    }
    if (to.options !== undefined) {
      await tx.update(products).set({ options: to.options }).where(eq(products.id, id))
    }
  }
}

/** The price to store with each, by product. Links and sizes that cannot be read stay. */
async function writeSizes(
  tx: Orm,
  changes: readonly FactsToWrite[],
  perGram: PricePerGram | null,
): Promise<Map<string, string>> {
  const prices = new Map<string, string>()
  if (changes.length === 0) return prices
  const ids = changes.map(({ id }) => id)
  const stored = Map.groupBy(
    await tx
      .select()
      .from(productAttributes)
      .where(inArray(productAttributes.productId, ids))
      .orderBy(productAttributes.position),
    ({ productId }) => productId,
  )
  const updated: { id: string; option: string }[] = []
  const counts: { id: string; columns: Partial<typeof productAttributes.$inferInsert> }[] = []
  const added: (typeof productAttributes.$inferInsert)[] = []
  const removed: string[] = []
  for (const { id, from, to } of changes) {
    const attributes = stored.get(id) ?? []
    const target = new Map((to.sizes ?? []).map((size) => [size.size, size]))
    const old = new Map((from.sizes ?? []).map((size) => [size.size, size]))
    const keyed = keyedSizes(attributes)
    const seen = new Set<string>()
    for (const { attribute, key } of keyed) {
      const known = parseGoldSize(attribute)
      // A second one of a label is not sold, and stays.
      if (!known || seen.has(known.size)) continue
      seen.add(known.size)
      const size = target.get(known.size)
      if (size && (size.weight !== known.weight || size.fee !== known.fee)) {
        const { option } = goldSizeAttribute({ ...known, ...size })
        updated.push({ id: attribute.id, option })
      } else if (!size && old.has(known.size)) {
        refuseRemoved(known.size, attribute.piecesReserved)
        removed.push(attribute.id)
      }
      const count = {
        seen: old.get(known.size)?.pieces ?? null,
        typed: size?.pieces ?? null,
      }
      if (!size || count.seen === count.typed) continue
      const { pieces, piecesReserved: reserved } = attribute
      const refused = refusedOf(`Size ${known.size}`)
      const columns = recountedColumns({ pieces, reserved }, count, refused)
      counts.push({ id: attribute.id, columns: { ...columns, key } })
    }
    const last = attributes.at(-1)?.position ?? -1
    const fresh = [...target.values()].filter(({ size }) => !seen.has(size))
    added.push(...newSizes(id, fresh, { from: last + 1, stored: keyed }))
    const price = priceToStore(to.sizes?.map(withoutLink) ?? [], perGram)
    if (price !== null) prices.set(id, price)
  }
  if (removed.length > 0) {
    await tx.delete(productAttributes).where(inArray(productAttributes.id, removed))
  }
  if (updated.length > 0) {
    await tx.execute(sql`update product_attributes a set option = v.option
      from json_to_recordset(${JSON.stringify(updated)}::json) as v (id text, option text)
      where a.id = v.id`)
  }
  for (const { id, columns } of counts) {
    await tx.update(productAttributes).set(columns).where(eq(productAttributes.id, id))
  }
  await insertAttributes(tx, added)
  return prices
}

const withoutLink = (size: SizeFacts) => ({ ...size, checkoutLink: null })

function newSizes(
  productId: string,
  sizes: readonly SizeFacts[],
  { from, stored }: { from: number; stored: readonly { size: string; key: string }[] },
) {
  const keys = sizeKeys([...stored, ...sizes]).slice(stored.length)
  return sizes.map((size, at) => ({
    ...goldSizeAttribute(withoutLink(size)),
    ...{ pieces: size.pieces ?? null, piecesCounted: size.pieces ?? null },
    key: keys[at] ?? null,
    productId,
    position: from + at,
  }))
}

async function insertAttributes(
  tx: Orm,
  added: readonly (typeof productAttributes.$inferInsert)[],
): Promise<void> {
  for (let at = 0; at < added.length; at += rowsAtATime) {
    await tx.insert(productAttributes).values(added.slice(at, at + rowsAtATime))
  }
}

/** A statement takes 65,535 values. */
const rowsAtATime = 5000

async function writeCategories(
  tx: Orm,
  changes: readonly { id: string; names: readonly string[] }[],
): Promise<void> {
  if (changes.length === 0) return
  const ids = new Map<string, string>()
  for (const name of new Set(changes.flatMap(({ names }) => names))) {
    ids.set(name, await categoryCalled(tx, name))
  }
  const { productId } = productCategoryMappings
  await tx.delete(productCategoryMappings).where(
    inArray(
      productId,
      changes.map(({ id }) => id),
    ),
  )
  const mappings = changes.flatMap(({ id, names }) =>
    names.flatMap((name, position) => {
      const categoryId = ids.get(name)
      return categoryId ? [{ productId: id, categoryId, position }] : []
    }),
  )
  for (let at = 0; at < mappings.length; at += rowsAtATime) {
    await tx
      .insert(productCategoryMappings)
      .values(mappings.slice(at, at + rowsAtATime))
      .onConflictDoNothing()
  }
}

/** New products, hidden, with ids they were given when they were planned. */
export async function makeProducts(
  tx: Orm,
  made: readonly { id: string; facts: ProductFacts }[],
  { at, perGram }: Written,
): Promise<void> {
  for (const { id, facts } of made) {
    const { name, slug, taxCode, featured, shortDescription, description, sizes, pieces } = facts
    const { searchTitle, searchDescription } = facts
    await tx.insert(products).values({
      ...{ id, name, slug, taxCode, featured, shortDescription, description },
      ...{ searchTitle, searchDescription },
      active: false,
      ...{ pieces, piecesCounted: pieces },
      ...engravingColumns(facts.engraving ?? null),
      // A plan that was made before an update has none.
      options: facts.options ?? [],
      price: priceToStore(sizes.map(withoutLink), perGram) ?? '0.00',
      weight: '',
      dimensions: { length: '', width: '', height: '' },
      createdAt: at,
      updatedAt: at,
    })
    await insertAttributes(tx, newSizes(id, sizes, { from: 0, stored: [] }))
  }
  await writeCategories(
    tx,
    made.map(({ id, facts }) => ({ id, names: facts.categories })),
  )
}
