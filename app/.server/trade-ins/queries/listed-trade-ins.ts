import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import type { Day } from '#app/domain/time/day.ts'
import { waitingForStaff } from '#app/domain/trade-ins/trade-in.ts'
import type { TradeInRow } from '../change-trade-in.ts'

const onAPage = 25

/** `waiting`: for staff. `open`: also those that wait for their owner or a carrier. */
export type TradeInsFilter = 'waiting' | 'open' | 'closed'

export type ListedTradeIn = Pick<
  TradeInRow,
  'id' | 'number' | 'kind' | 'state' | 'name' | 'size' | 'ownerName' | 'dueOn' | 'askedAt'
> & { isLate: boolean; isTest: boolean }

type Question = {
  filter: TradeInsFilter
  mode?: Mode | undefined
  /** From 1; one beyond the end answers the last page. */
  page: number
}

/** Those that wait by their due date, other open ones by age, closed ones newest first [TRADE-09]. */
export function listedTradeIns(app: AppContext, { filter, mode, page: asked }: Question) {
  return withDatabase(app, async ({ orm }) => {
    const where = and(shownBy(filter), ofMode(mode))
    const total = await orm.$count(tradeIns, where)
    const pages = Math.max(1, Math.ceil(total / onAPage))
    const page = Math.min(Number.isFinite(asked) ? Math.max(1, Math.trunc(asked)) : 1, pages)
    const { id, number, kind, state, name, size, ownerName, dueOn, askedAt, livemode } = tradeIns
    const order = filter === 'waiting' ? [asc(dueOn), asc(number)] : [asc(number)]
    const found = await orm
      .select({ id, number, kind, state, name, size, ownerName, dueOn, askedAt, livemode })
      .from(tradeIns)
      .where(where)
      .orderBy(...(filter === 'closed' ? [desc(number)] : order))
      .limit(onAPage)
      .offset((page - 1) * onAPage)
    const today = shopDay(app.now())
    return {
      tradeIns: found.map(({ livemode: isLive, ...each }) => ({
        ...each,
        isLate: each.dueOn !== null && each.dueOn < today,
        isTest: !isLive,
      })),
      ...{ total, page, pages },
      waiting: await orm.$count(tradeIns, and(shownBy('waiting'), ofMode(mode))),
    }
  })
}

/** For Today: what waits for staff, and what of it is past its due date. */
export async function countTradeIns(
  orm: Orm,
  mode: Mode,
  today: Day,
): Promise<{ waiting: number; late: number }> {
  const waiting = and(shownBy('waiting'), ofMode(mode))
  return {
    waiting: await orm.$count(tradeIns, waiting),
    late: await orm.$count(tradeIns, and(waiting, lt(tradeIns.dueOn, today))),
  }
}

const ofMode = (mode: Mode | undefined) => mode && eq(tradeIns.livemode, mode === 'live')

function shownBy(filter: TradeInsFilter): SQL | undefined {
  const { closedAt, state } = tradeIns
  if (filter === 'closed') return isNotNull(closedAt)
  if (filter === 'open') return isNull(closedAt)
  return inArray(state, [...waitingForStaff])
}
