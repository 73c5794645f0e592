import type { AppContext } from '#app/.server/app-context.ts'
import { localTime } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'

/** On the shop's clock, as an input of day and time has it: `2026-03-11T09:00`. */
export function localNow(app: Pick<AppContext, 'now'>): string {
  return localTime(app.now(), brand.timeZone)
}
