import type { AppContext } from '#app/.server/app-context.ts'
import { beginMetal } from '#app/.server/metal/commands/begin-metal.ts'
import { enterMetal, type NewEntry } from '#app/.server/metal/commands/enter-metal.ts'
import { metalPage } from '#app/.server/metal/queries/metal-page.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'

let keys = 0
/** Of a form that was opened once. */
export const formKey = () => {
  keys += 1
  return `a-form-of-metal-${keys}`
}

/** The ledger begins with so much fine gold, of no known cost unless it is said. */
export const begun = (app: AppContext, stock = 0, paid: Cents | null = null, pieces = 0) =>
  beginMetal(app, { by: 'ann@example.com', key: formKey(), stock, pieces, paid })

/** Entered by hand on the day it is; a purchase unless it is said. */
export const entered = (app: AppContext, mg: number, more: Partial<NewEntry> = {}) =>
  enterMetal(app, {
    ...{ by: 'ann@example.com', key: formKey(), kind: 'purchase', mg, typed: '' },
    ...{ day: '2026-03-11', paid: null, party: 'A refiner', note: '', isSure: false },
    ...more,
  })

export const bought = (app: AppContext, mg: number, dollars: number) =>
  entered(app, mg, { paid: cents(dollars * 100) })

export const seen = async (app: AppContext) => {
  const { position, average, ...page } = await metalPage(app, 1)
  return { ...page, ...position, average: average?.perGram ?? null, worth: average?.here ?? null }
}
