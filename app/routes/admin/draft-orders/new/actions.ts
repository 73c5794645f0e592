import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { createDraftOrder } from '#app/.server/draft-orders/commands/create-draft-order.ts'
import { priceDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import {
  draftOrderForm,
  maxStaffRows,
  statedOrder,
} from '#app/contracts/draft-orders/draft-order.ts'
import { orderFieldsOf, readCustomWork } from '#app/contracts/messages/custom-work-paste.ts'
import { reauthAboveOffline } from '#app/domain/payments/offline-payment.ts'
import { noFields, staffAction } from '#app/routes/admin/components/staff-actions.ts'
import { customWork } from '#content/pages/custom-work.ts'
import { shownOrder } from './shown-price.tsx'

type Typed = Record<string, string>

const filledIn = (filled: Typed) => ({ filled, at: randomUUID() })

/** Refusals that are answered with the price as it is now, to be read back again. */
const staysShown = ['shown_changed', 'not_handed_over']

/** Reads a pasted request, adds a line, shows the price, or makes the order that was shown. */
export const newOrderActions = {
  paste: staffAction(null, 'never', {
    form: noFields,
    run: (app, _, { typed }) => filledFrom(app, typed),
    answer: filledIn,
  }),
  more: staffAction(null, 'never', {
    form: noFields,
    async run(_, __, { typed }): Promise<Typed> {
      return { ...typed, rows: String(Math.min(maxStaffRows, Number(typed.rows) + 1 || 2)) }
    },
    answer: filledIn,
  }),
  price: staffAction(null, 'never', {
    form: draftOrderForm,
    run: (app, { id: _, by: __, ...wish }) => priced(app, wish),
    answer: (shown, _, { typed }) => ({ shown, typed }),
  }),
  make: staffAction(null, 'checked', {
    // Above $1,000, and the eleventh smaller one of a session within an hour.
    form: draftOrderForm,
    async run(app, { id: _, by, ...wish }, { typed, role, requireFresh }) {
      const {
        stated: inAll = 0,
        statedReceived: received = '',
        statedHandOver = '',
      } = statedOrder.safeParse(typed).data ?? {}
      const stated = { inAll, received, isHandedOver: statedHandOver === 'yes' }
      await requireFresh(inAll > reauthAboveOffline ? 'large' : 'small')
      try {
        return await createDraftOrder(app, { wish, by, stated, weighing: { scale: typed, role } })
      } catch (error) {
        if (!(error instanceof AppError) || !staysShown.includes(error.code)) throw error
        const details = { ...error.details, shown: await priced(app, wish) }
        throw new AppError(error.code, error.status, error.message, { details })
      }
    },
    answer: ({ id }) => redirect(`/admin/dashboard/orders/${id}`, 303),
  }),
}

async function priced(app: AppContext, input: Parameters<typeof priceDraftOrder>[1]) {
  return shownOrder(await priceDraftOrder(app, input), input)
}

async function filledFrom(app: AppContext, { pasted = '', ...typed }: Typed): Promise<Typed> {
  const { form, expectations } = await writtenPage(app, customWork)
  const request = readCustomWork(pasted, { ...form, expectations })
  const { enabled, states } = await salesTaxSetting.current(app)
  return { ...typed, ...orderFieldsOf(request, typed, enabled ? states : []) }
}
