import { and, desc, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { readAcceptedAt } from '#app/.server/gold-price/queries/accepted-at.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { PartOfFacts } from '#app/domain/catalog/product-facts.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import type { FieldChange } from '#app/domain/text/field-changes.ts'
import { isStorableId, readProducts, withId } from '../product-rows.ts'
import { type LoggedChange, type PricedFacts, undoChange } from '../undo-change.ts'
import { productIdOfSlug } from './catalog.ts'

/**
 * The prices of a product at a moment: its sizes with every later change of the log undone, at the gold
 * price that stood then. `product` is its id, its web address, or the whole address of its page. Throws
 * a 404 where there is none, a 400 for a moment that has not come.
 */
export async function priceReplay(
  app: AppContext,
  { product: typed, at }: { product: string; at: Date },
) {
  if (at > app.now()) throw new AppError('invalid_request', 400, 'That time hasn’t come yet.')
  const asked = typed.trim().split(/[?#]/, 1).join().split('/').filter(Boolean).at(-1) ?? ''
  const id = (await productIdOfSlug(app, asked)) ?? asked
  return withDatabase(app, async ({ orm }) => {
    const [product] = isStorableId(id) ? await readProducts(orm, withId([id]), { limit: 1 }) : []
    if (!product) {
      throw new AppError('not_found', 404, 'No product has this ID or web address.')
    }
    const { existed, facts } = await factsAt(orm, product, at)
    const gold = await readAcceptedAt(orm, app, at)
    return {
      at: at.toISOString(),
      product: { id: product.id, name: product.name },
      ...{ gold, existed, page: facts && existed ? pricedAt(facts, gold.perGram) : null },
      /** Since when nothing was sold; null: the shop sold. */
      stoppedSince: await stoppedAt(orm, at),
    }
  })
}

/** What the page of a product showed at a moment, from the log and the record of gold prices. */
export type PriceReplay = Awaited<ReturnType<typeof priceReplay>>

function pricedAt({ active, sizes }: PricedFacts, perGram: PricePerGram) {
  return {
    active,
    sizes: sizes.map((size) => ({ ...size, ...priceItem(size.weight, size.fee, perGram) })),
  }
}

type Stored = Awaited<ReturnType<typeof readProducts>>[number]

async function factsAt(orm: Orm, product: Stored, at: Date) {
  const later = await orm
    .select({ action: auditLog.action, target: auditLog.targetType, facts: auditLog.facts })
    .from(auditLog)
    .where(
      and(
        sql`${auditLog.at} > ${at.toISOString()}::timestamptz`,
        sql`((${auditLog.targetType} = 'product' and ${auditLog.targetId} = ${product.id})
          or (${auditLog.action} in ('products.changed', 'products.change_undone')
            and ${auditLog.facts} -> 'changes' @> ${JSON.stringify([{ id: product.id }])}::jsonb))`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  const existed = !later.some(({ action, facts }) => isBeginning(action, facts, product.id))
  let facts: PricedFacts | null = {
    active: product.active,
    sizes: goldSizes(product.attributes).map(({ size, weight, fee }) => ({ size, weight, fee })),
  }
  for (const entry of later) {
    const change = loggedChange(entry.action, entry.facts, product.id)
    facts = facts && (change === 'unknown' ? null : change ? undoChange(facts, change) : facts)
  }
  return { existed, facts }
}

/** Of a product that a file made, nothing stood before. */
function isBeginning(action: string, facts: Record<string, unknown>, id: string): boolean {
  if (action === 'product.created' || action === 'product.copied') return true
  const own = action === 'products.changed' && ownChange(facts, id)
  return own ? Object.keys(own.before).length === 0 : false
}

const ownChange = (facts: Record<string, unknown>, id: string) =>
  (facts.changes as { id: string; before: PartOfFacts }[]).find((change) => change.id === id)

/** Null where an entry changes nothing that a price depends on. */
function loggedChange(
  action: string,
  facts: Record<string, unknown>,
  id: string,
): LoggedChange | 'unknown' | null {
  if (action === 'product.switched') {
    return facts.what === 'active' ? { before: { active: facts.before === true } } : null
  }
  // Entries from before the log kept what was have none.
  if (action === 'product.updated') {
    return facts.changes ? { fields: facts.changes as FieldChange[] } : 'unknown'
  }
  if (action !== 'products.changed' && action !== 'products.change_undone') return null
  const own = ownChange(facts, id)
  return own ? { before: own.before } : null
}

/** Since when the shop had been stopped from selling at a moment; null where it sold. */
async function stoppedAt(orm: Orm, at: Date): Promise<string | null> {
  const [last] = await orm
    .select({ action: auditLog.action, at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        sql`${auditLog.action} in ('selling.stopped', 'selling.resumed')`,
        sql`${auditLog.at} <= ${at.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return last?.action === 'selling.stopped' ? last.at.toISOString() : null
}
