import { eq, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { backupHealth } from '#app/.server/backup/last-backup.ts'
import { reminderFigures } from '#app/.server/cart-reminders/queries/reminder-figures.ts'
import {
  countGoldPricesUnderReview,
  currentGoldPrice,
} from '#app/.server/gold-price/queries/gold-price.ts'
import { openMessages } from '#app/.server/messages/queries/messages.ts'
import { isMetalBeyond } from '#app/.server/metal/queries/metal-page.ts'
import {
  atStep,
  customWorkToDo,
  lateOn,
  modesOfOrders,
  promisedFirst,
  shopDay,
  toBePickedUp,
  workOn,
} from '#app/.server/orders/queries/orders-to-do.ts'
import { salesFigures } from '#app/.server/orders/queries/sales-figures.ts'
import { weightsToDecide } from '#app/.server/orders/queries/weights-to-decide.ts'
import { cashCustomers } from '#app/.server/payments/queries/cash-customers.ts'
import { countOpenPayments } from '#app/.server/payments/queries/unmatched-payments.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { countWaitingReturns } from '#app/.server/returns/queries/listed-returns.ts'
import { setupState } from '#app/.server/setup/queries/open-items.ts'
import { setupProgress } from '#app/.server/setup/queries/setup-progress.ts'
import { countTradeIns } from '#app/.server/trade-ins/queries/listed-trade-ins.ts'
import { visitReport } from '#app/.server/visits/queries/visits.ts'
import { may, type Role } from '#app/domain/access/rights.ts'
import type { CustomStage } from '#app/domain/draft-orders/custom-work.ts'
import { stepsBeforeSending } from '#app/domain/fulfillment/work-status.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import { deliveryWord } from '#app/domain/shipping/shipping-words.ts'
import type { Day } from '#app/domain/time/day.ts'
import type { VisitRange } from '#app/domain/visits/visit-periods.ts'

/** Orders of each step that are listed; the list behind has all. */
const nextOrdersShown = 5

export type WorkStep = (typeof stepsBeforeSending)[number]

export type NextOrder = {
  id: string
  number: string
  name: string | null
  shipBy: Day | null
  isLate: boolean
  /** `Express`, `Germany`, or `Pickup`; null: standard shipping. */
  delivery: string | null
  /** Wait for a look before it is sent. */
  isHeld: boolean
}

/** Custom work whose deposit is paid: the one that waited longest comes first [TODAY-04]. */
type NextCustomWork = Pick<NextOrder, 'id' | 'number' | 'name' | 'isHeld'> & {
  stage: CustomStage
}

/** What the first page of the dashboard shows to a person of a role [TODAY-01]. */
export async function todayPage(app: AppContext, role: Role, range: VisitRange = 'this-week') {
  return withDatabase(app, async ({ orm }) => {
    const day = shopDay(app.now())
    const modes = await modesOfOrders(orm)
    // Restored without its key, a shop still has its live orders to send and their disputes to answer.
    const isLive = app.payments ? app.payments.live : modes.live
    const mode: Mode = isLive ? 'live' : 'test'
    const other: Mode = mode === 'live' ? 'test' : 'live'
    const livemode = mode === 'live'
    const [
      work,
      [paid, making, ready],
      nextCustom,
      nextPickups,
      pricesUnderReview,
      openPayments,
      returns,
      tradeIns,
      messages,
      metalBeyond,
      cash,
      weights,
      backup,
      sales,
      visits,
      reminders,
      setup,
      staleGold,
      shown,
    ] = await Promise.all([
      workOn(orm, day),
      Promise.all(
        stepsBeforeSending.map((step) => nextOrders(orm, { of: atStep(step), day, livemode })),
      ),
      nextCustomWork(orm, livemode),
      nextOrders(orm, { of: toBePickedUp, day, livemode }),
      may(role, 'gold-price') ? countGoldPricesUnderReview(orm) : 0,
      may(role, 'orders.decide') ? countOpenPayments(app) : 0,
      countWaitingReturns(orm, mode),
      countTradeIns(orm, mode, day),
      may(role, 'messages') ? openMessages(orm) : { fresh: 0, unsent: 0 },
      may(role, 'metal') ? isMetalBeyond(orm, livemode) : false,
      may(role, 'orders.sell') ? cashCustomers(orm, { livemode, today: day }) : [],
      may(role, 'orders.decide') ? weightsToDecide(orm, livemode) : [],
      may(role, 'log') ? backupHealth(app) : null,
      may(role, 'sales') ? salesFigures(orm, app, { livemode }) : null,
      may(role, 'sales') ? visitReport(orm, { today: day, range, livemode }) : null,
      may(role, 'sales') ? reminderFigures(orm, { now: app.now(), livemode }) : null,
      may(role, 'setup') ? setupState({ ...app, orm }) : null,
      may(role, 'gold-price') ? staleGoldPrice(app) : null,
      may(role, 'products') ? orm.$count(products, eq(products.active, true)) : null,
    ])
    return {
      day,
      mode,
      hasOther: modes[other],
      hasOrders: modes[mode],
      work: work[mode],
      otherToDo: work[other].toDo,
      next: { paid: paid ?? [], making: making ?? [], ready: ready ?? [] },
      nextCustom,
      nextPickups,
      pricesUnderReview,
      /** The gold price is too old to be called live; null where it is not, or for whom it is not. */
      staleGold,
      showsNothing: shown === 0,
      openPayments: openPayments ?? 0,
      /** Returns that were asked for, or are here [RETURN-09]. */
      returns,
      /** Trade-ins that wait for staff, and what of them is past its due date [TRADE-09]. */
      tradeIns,
      /** What visitors wrote and nobody answered; answers that did not go out [MESSAGE-05]. */
      messages,
      form8300: cash
        .filter(({ isFiled }) => !isFiled)
        .map(({ order, sum, fileBy }) => ({ order, sum, fileBy })),
      weights,
      isMetalBeyond: metalBeyond,
      backup: backup?.notices ?? [],
      /** Null for a person who may not set up the shop. */
      setup: setup && (await setupProgress(orm, app, setup.open)),
      /** Null for a person who may not see it. */
      sales,
      visits,
      /** What cart reminders brought; null also where none was sent. */
      reminders,
    }
  })
}

export type TodayPage = Awaited<ReturnType<typeof todayPage>>

async function staleGoldPrice(app: AppContext) {
  const { state, mayQuote } = await currentGoldPrice(app)
  return state === 'stale' ? { canBuy: mayQuote } : null
}

/** The first of a step or a list, by an index that has them in this order. */
async function nextOrders(
  orm: Orm,
  { of, day, livemode }: { of: SQL; day: Day; livemode: boolean },
): Promise<NextOrder[]> {
  type Found = Omit<NextOrder, 'delivery'> & Pick<OrderShipping, 'method' | 'country'>
  const found = await rows<Found>(
    orm,
    sql`select id, number, shipping_method as method, shipping_country as country, shipping_address ->> 'name' as name,
          to_char(ship_by, 'YYYY-MM-DD') as "shipBy", (${lateOn(day)}) is true as "isLate",
          needs_review as "isHeld"
        from orders where ${of} and livemode = ${livemode}
        order by ${sql.join(promisedFirst, sql`, `)} limit ${nextOrdersShown}`,
  )
  return found.map(({ method, country, ...order }) => ({
    ...{ ...order, delivery: deliveryWord({ method, country }) },
  }))
}

function nextCustomWork(orm: Orm, livemode: boolean): Promise<NextCustomWork[]> {
  return rows<NextCustomWork>(
    orm,
    sql`select orders.id, number, shipping_address ->> 'name' as name, stage,
          needs_review as "isHeld"
        from orders join custom_work on order_id = orders.id
        where ${customWorkToDo} and livemode = ${livemode}
        order by stage_at, orders.id collate "C" limit ${nextOrdersShown}`,
  )
}
