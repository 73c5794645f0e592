import type { AppContext } from '#app/.server/app-context.ts'
import { brand } from '#brand'

/** On the shop's clock, as an input of day and time has it: `2026-03-11T09:00`. */
export function localNow(app: Pick<AppContext, 'now'>): string {
  // Swedish writes dates as ISO 8601 does.
  const shown = app.now().toLocaleString('sv-SE', { timeZone: brand.timeZone })
  return shown.replace(' ', 'T').slice(0, 16)
}
