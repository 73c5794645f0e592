import type { OrdersFilter } from '#app/.server/orders/queries/orders-matching.ts'
import type { TodayPage } from '#app/.server/reports/queries/today-page.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import type { Days } from '#app/domain/reports/sales-periods.ts'

type Asked = { show?: OrdersFilter; mode?: Mode | undefined; days?: Days }

/** The list of orders behind a figure. */
export function ordersLink({ show, mode, days }: Asked): string {
  const search = new URLSearchParams({
    ...(show && { show }),
    ...(mode && { mode }),
    ...days,
  })
  return `/admin/dashboard/orders?${search}`
}

/** Named where the list would hold orders of both. */
export const modeOfList = ({ hasOther, mode }: Pick<TodayPage, 'hasOther' | 'mode'>) =>
  hasOther ? mode : undefined
