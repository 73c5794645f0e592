import type { AppContext } from '#app/.server/app-context.ts'
import { isMonth, monthOf, type TaxQuestion } from '#app/.server/tax/queries/tax-report.ts'

/** The month and mode of the address; else this month, and what the shop sells by. */
export function askedFor(app: AppContext, search: URLSearchParams): TaxQuestion {
  const month = search.get('month') ?? ''
  const mode = search.get('mode')
  return {
    month: isMonth(month) ? month : monthOf(app.now()),
    livemode: mode === 'live' || (mode !== 'test' && app.payments?.live === true),
  }
}
