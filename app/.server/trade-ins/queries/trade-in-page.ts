import { asc, desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import {
  tradeInHistory,
  tradeInPayouts,
  tradeIns,
} from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import type { staffTradeInForms } from '#app/contracts/trade-ins/trade-in.ts'
import { offerAmount, stampedFineness } from '#app/domain/trade-ins/offer.ts'
import { type PublicPurchases, publicPurchases } from '#app/domain/trade-ins/public-purchases.ts'
import { canTradeIn, isTradeInOpen } from '#app/domain/trade-ins/trade-in.ts'
import { type TradeInRow, tradeInUnknown } from '../change-trade-in.ts'
import { identityState } from '../identities.ts'
import { boughtFromPublic, moneyOf, wasBought, wasSent } from '../money.ts'
import { productionCostOf, ratesOf } from '../prices.ts'

export type TradeInAction = keyof typeof staffTradeInForms

export type TradeInPage = Awaited<ReturnType<typeof tradeInPage>>

/** What staff see of a trade-in, and what they can do with it now [TRADE-04]. */
export function tradeInPage(app: AppContext, id: string) {
  return withDatabase(app, async ({ orm }) => {
    const [row] = await orm.select().from(tradeIns).where(eq(tradeIns.id, id))
    if (!row) throw tradeInUnknown()
    // With its link, staff could answer as the owner.
    const { token: _, key: __, ...tradeIn } = row
    const terms = await tradeInTermsSetting.stored(orm)
    const { gold } = await currentGoldPrice(app)
    const productionCost = await productionCostOf(orm, row)
    const weight = row.weighedMg ?? row.stampedMg
    const piece = weight !== null && {
      ...{ weight, productionCost },
      fineness: row.fineness ?? stampedFineness,
    }
    const { number: orderNumber, state: orderState } = orders
    const [order = null] = row.orderId
      ? await orm
          .select({ id: orders.id, number: orderNumber, state: orderState })
          .from(orders)
          .where(eq(orders.id, row.orderId))
      : []
    const money = await moneyOf(orm, row)
    const books = { livemode: row.livemode, at: app.now() }
    const purchases: PublicPurchases = publicPurchases(await boughtFromPublic(orm, books))
    return {
      tradeIn,
      /** By today's gold price; null: a recast without a production cost, or a piece of unknown weight. */
      estimate: piece ? offerAmount(row.kind, piece, gold.perGram, ratesOf(terms)) : null,
      hasProductionCost: productionCost !== null,
      money,
      order,
      identity: await identityState(orm, app, row, terms),
      purchases,
      instructions: row.instructions || terms.instructions,
      actions: actionsOf(row, {
        isOpen: money.open > 0,
        isGone: (await wasBought(orm, id)) || (await wasSent(orm, row)),
      }),
      payouts: await orm
        .select()
        .from(tradeInPayouts)
        .where(eq(tradeInPayouts.tradeInId, id))
        .orderBy(asc(tradeInPayouts.at)),
      history: await orm
        .select()
        .from(tradeInHistory)
        .where(eq(tradeInHistory.tradeInId, id))
        .orderBy(desc(tradeInHistory.id)),
      emails: await orm
        .select({
          id: emailOutbox.id,
          kind: emailOutbox.kind,
          state: emailOutbox.state,
          createdAt: emailOutbox.createdAt,
        })
        .from(emailOutbox)
        .where(eq(emailOutbox.tradeInId, id))
        .orderBy(desc(emailOutbox.createdAt)),
    }
  })
}

/** By the table of states; the commands refuse the same. */
function actionsOf(
  row: TradeInRow,
  { isOpen, isGone }: { isOpen: boolean; isGone: boolean },
): TradeInAction[] {
  const { kind, state } = row
  const can = (to: Parameters<typeof canTradeIn>[2]) => canTradeIn(kind, state, to)
  const isAgreed = state === 'agreed'
  const all: Record<TradeInAction, boolean> = {
    accept: can('accepted'),
    decline: can('declined'),
    receive: can('received'),
    weigh: can('weighed') || can('received'),
    offer: can('offered') && row.isOurs === true,
    answer: state === 'offered',
    bill: isAgreed && kind === 'recast',
    start: can('working'),
    finish: kind === 'recast' && can('done'),
    credit: isAgreed && kind === 'exchange' && isOpen,
    'extend-credit': isAgreed && kind === 'exchange',
    payout: isAgreed && kind !== 'recast' && isOpen,
    identity: isTradeInOpen(state) && kind !== 'recast',
    cancel: isTradeInOpen(state) && state !== 'returning' && !isGone,
    lost: can('lost'),
    'send-back': can('sent back'),
    note: true,
  }
  return (Object.keys(all) as TradeInAction[]).filter((name) => all[name])
}
