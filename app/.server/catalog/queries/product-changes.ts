import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import {
  productChangeRows,
  productChanges,
} from '#app/.server/platform/db/product-change-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import type { BulkChange } from '#app/domain/catalog/bulk-change.ts'
import { optionsText } from '#app/domain/catalog/options-text.ts'
import type { PartOfFacts, SizeFacts } from '#app/domain/catalog/product-facts.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { isSample } from '#content/pendants/catalog.ts'
import { isStorableId } from '../product-rows.ts'

const piecesOnAPage = 50
const changesListed = 100

/** One thing that becomes another, in words. */
export type ChangedLine = { what: string; before: string; after: string }

export type ChangedPiece = {
  id: string
  name: string
  isNew: boolean
  /** Somebody saved or deleted it since the change was planned, or since it was made. */
  isChanged: boolean
  lines: ChangedLine[]
}

/** A change of many products: what it would do, does or did, a page of pieces at a time [BULK-01]. */
export async function productChangePage(app: AppContext, id: string, asked: number) {
  if (!isStorableId(id)) return null
  const { gold } = await currentGoldPrice(app)
  return withDatabase(app, async ({ orm }) => {
    const [change] = await orm.select().from(productChanges).where(eq(productChanges.id, id))
    if (!change) return null
    const { page, pages, limit, offset } = paginate(asked, change.pieces, piecesOnAPage)
    const listed = await orm
      .select()
      .from(productChangeRows)
      .where(eq(productChangeRows.changeId, id))
      .orderBy(productChangeRows.position)
      .limit(limit)
      .offset(offset)
    const isOfNew = and(eq(productChangeRows.changeId, id), isNull(productChangeRows.revision))
    const added = await orm.$count(productChangeRows, isOfNew)
    const changed = change.state === 'undone' ? [] : await changedSince(app, id, change.state)
    const isChanged = new Set(changed)
    return {
      ...{ change, page, pages, added, changed: changed.length },
      hides: hides(change.asked, listed.length === change.pieces ? listed : []),
      pieces: listed.map(
        ({ productId, name, revision, before, after }): ChangedPiece => ({
          ...{ id: productId, name, isNew: revision === null, isChanged: isChanged.has(productId) },
          lines: linesOf(before, after, gold.perGram),
        }),
      ),
    }
  })
}

/** What a change that only hides products calls them; null for every other change [BULK-10]. */
function hides(
  request: BulkChange | null,
  all: readonly { productId: string; name: string }[],
): 'sample product' | 'product' | null {
  if (request?.active !== false || request.fee || request.category || request.featured !== null)
    return null
  const areSamples = all.every(({ productId: id, name }) => isSample({ id, name, active: true }))
  return all.length > 0 && areSamples ? 'sample product' : 'product'
}

export type ProductChangePage = NonNullable<Awaited<ReturnType<typeof productChangePage>>>

async function changedSince(app: AppContext, id: string, state: 'draft' | 'applied') {
  const steps = state === 'draft' ? 0 : 1
  const found = await rows<{ id: string }>(
    app.db.orm,
    sql`select r.product_id as id from product_change_rows r
        left join products p on p.id = r.product_id
        where r.change_id = ${id} and (r.revision is not null or ${steps} = 1)
          and p.revision is distinct from coalesce(r.revision, 0) + ${steps}`,
  )
  return found.map((row) => row.id)
}

/** The latest changes that were made, newest first. */
export async function productChangeList(app: AppContext) {
  return withDatabase(app, ({ orm }) =>
    orm
      .select({
        id: productChanges.id,
        kind: productChanges.kind,
        title: productChanges.title,
        state: productChanges.state,
        pieces: productChanges.pieces,
        appliedAt: productChanges.appliedAt,
        appliedBy: productChanges.appliedBy,
        undoneAt: productChanges.undoneAt,
        undoneBy: productChanges.undoneBy,
      })
      .from(productChanges)
      .where(and(ne(productChanges.state, 'draft')))
      .orderBy(desc(productChanges.madeAt), productChanges.id)
      .limit(changesListed),
  )
}

const none = '—'
const madeToOrder = 'Made to order'
const words: {
  [Name in keyof PartOfFacts]?: (value: NonNullable<PartOfFacts[Name]>) => string
} = {
  active: (active) => (active ? 'Active' : 'Hidden'),
  featured: (featured) => (featured ? 'Yes' : 'No'),
  pieces: (pieces) => `${pieces}`,
  categories: (names) => names.join(', '),
  options: optionsText,
  engraving: ({ fee, max }) => `${formatCents(fee)}, up to ${max} characters`,
}
const labels = {
  name: 'Name',
  slug: 'Web address',
  pieces: 'In stock',
  options: 'Options',
  engraving: 'Engraving',
  active: 'In the shop',
  featured: 'Featured',
  categories: 'Categories',
  taxCode: 'Tax code',
  shortDescription: 'Short description',
  description: 'Full description',
  searchTitle: 'Title in search results',
  searchDescription: 'Description in search results',
} as const satisfies Partial<Record<keyof PartOfFacts, string>>

/** A product without its own number [CSV-12]. */
const withoutCount = ({ sizes = [] }: PartOfFacts) =>
  sizes.some(({ pieces }) => pieces !== undefined) ? 'Counted by size' : madeToOrder

/** What changes, line by line; of a size its weight, its fee and what it costs at this gold price. */
function linesOf(
  before: PartOfFacts,
  after: PartOfFacts,
  perGram: PricePerGram | null,
): ChangedLine[] {
  const lines: ChangedLine[] = []
  for (const [name, what] of Object.entries(labels) as [keyof typeof labels, string][]) {
    if (!(name in after)) continue
    const say = (facts: PartOfFacts) => {
      const value = facts[name]
      const said = words[name] as ((value: unknown) => string) | undefined
      if (name === 'pieces' && value === null) return withoutCount(facts)
      return value === undefined || value === null ? none : (said?.(value) ?? `${value}`) || none
    }
    lines.push({ what, before: say(before), after: say(after) })
  }
  if (!after.sizes) return lines
  const old = new Map((before.sizes ?? []).map((size) => [size.size, size]))
  for (const size of after.sizes) {
    const was = old.get(size.size)
    old.delete(size.size)
    lines.push(...sizeLines(size.size, was, size, perGram))
  }
  for (const size of old.values()) lines.push(...sizeLines(size.size, size, undefined, perGram))
  return lines
}

function sizeLines(
  label: string,
  was: SizeFacts | undefined,
  is: SizeFacts | undefined,
  perGram: PricePerGram | null,
): ChangedLine[] {
  const line = (what: string, say: (size: SizeFacts) => string) => ({
    what: `${label}, ${what}`,
    before: was ? say(was) : none,
    after: is ? say(is) : none,
  })
  const price = ({ weight, fee }: SizeFacts) =>
    perGram === null ? none : formatCents(priceItem(weight, fee, perGram).unitPrice)
  return [
    line('weight', ({ weight }) => formatGrams(weight)),
    line('flat fee', ({ fee }) => formatCents(fee)),
    line('price', price),
    ...(was?.pieces === undefined && is?.pieces === undefined
      ? []
      : [line('in stock', ({ pieces }) => (pieces === undefined ? madeToOrder : `${pieces}`))]),
  ].filter((each) => each.before !== each.after)
}
