import { and, asc, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffWork } from '#app/.server/audit-log/staff-transaction.ts'
import { goldOf } from '#app/.server/gold-price/repository.ts'
import { withCurrentLocked } from '#app/.server/gold-price/store-gold-price.ts'
import { withdrawPrices } from '#app/.server/gold-price/void-quotes.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { Withdrawn } from '#app/domain/gold-price/withdrawal.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { soldAtPrices } from '../queries/withdrawal.ts'

export type Withdrawal = {
  prices: number
  /** Orders that were paid at them, for staff to decide about. */
  toDecide: number
  /** Orders that staff made at them, still to be paid: they stay open, their payment links are shut. */
  unpaidOfStaff: number
  /** What the shop sells at afterwards. */
  stands: GoldPrice
  /** The current price was among them: the feeds are worth asking at once. */
  isReplaced: boolean
}

/**
 * Staff call accepted gold prices wrong [WITHDRAW-01]. Quotes made at them are void, the last good
 * price stands again, and every order placed at them is marked: what is paid, or is paid in this very
 * moment, waits for a decision, and closeVoidOrders closes the rest. All of it in one transaction.
 */
export async function withdrawGoldPrice(
  app: AppContext,
  { by, reason, ...which }: Withdrawn & { by: string; reason: string },
): Promise<Withdrawal> {
  const now = app.now()
  const { withdrawal, standsId } = await withCurrentLocked(app.db, now, async (tx) => {
    const done = await withdrawPrices(tx, which, { now, by, reason })
    const { withdrawn, stands, isReplaced } = done
    const [newest] = withdrawn
    if (!newest) throw alreadyWithdrawn()
    const ids = withdrawn.map(({ id }) => id)
    const { toDecide, unpaidOfStaff } = await markOrders(tx, ids, { at: now, by, reason })
    const { perGram, source } = goldOf(newest, null)
    const prices = withdrawn.length
    await staffWork(tx, { at: now, by }).audit({
      action: 'gold_price.withdrawn',
      facts: { perGram, source, prices, toDecide, reason, stands: stands.perGram },
    })
    const facts = { by, perGram, prices, toDecide, reason }
    await raiseAlert(tx, { kind: 'gold-price-withdrawn', at: now, facts })
    return {
      withdrawal: { prices, toDecide, unpaidOfStaff, stands, isReplaced },
      standsId: done.standsId,
    }
  })
  if (withdrawal.isReplaced) {
    app.cache.goldPrice = standsId === null ? null : withdrawal.stands
    app.cache.goldPriceId = standsId
  }
  app.revisions.changed('gold_price')
  return withdrawal
}

function alreadyWithdrawn(): AppError {
  return new AppError(
    'price_not_accepted',
    409,
    'This price is no longer accepted because it was withdrawn. Nothing was changed.',
  )
}

/** Answers how many wait for a decision, and how many of staff are still to be paid. Those still to be paid are marked too: they may be paid yet. */
async function markOrders(
  tx: Orm,
  prices: number[],
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<Pick<Withdrawal, 'toDecide' | 'unpaidOfStaff'>> {
  const { priceWithdrawnAt, priceHonoredAt, state, id } = orders
  const open = await tx
    .select()
    .from(orders)
    .where(
      and(
        soldAtPrices(prices),
        // A price that was honored is a different one, as after an edit: it needs a new decision.
        or(isNull(priceWithdrawnAt), isNotNull(priceHonoredAt)),
        inArray(state, ['pending', 'paid', 'fulfilled']),
      ),
    )
    .orderBy(asc(id))
    .for('update')
  const why = `The gold price it was placed at was withdrawn: ${reason}`
  let toDecide = 0
  let unpaidOfStaff = 0
  for (const order of open) {
    const change = { at, actor: 'staff', by, why } as const
    const after = await updateOrder(tx, order, change, {
      priceWithdrawnAt: at,
      priceHonoredAt: null,
    })
    if (awaitsPriceDecision(after)) toDecide += 1
    if (after.origin === 'staff' && after.state === 'pending') unpaidOfStaff += 1
  }
  return { toDecide, unpaidOfStaff }
}
