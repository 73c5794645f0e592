import { randomUUID } from 'node:crypto'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  type DeclinePreview,
  declineRefund,
  previewDeclinedRefund,
} from '#app/.server/refunds/commands/decline-refund.ts'
import { type RefundedOrder, refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund, type RefundPreview } from '#app/.server/refunds/queries/preview-refund.ts'
import { orderForms } from '#app/contracts/orders/order.ts'
import { refundConfirmation, refundForm } from '#app/contracts/refunds/refund.ts'
import { cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import type { RefundState } from '#app/domain/refunds/refund-state.ts'
import { parseForm } from '../components/parse-form.ts'
import { type Requested, staffAction } from '../components/staff-actions.ts'

/** What a refund would do, with all that is sent again to confirm it. */
export type ShownRefund = { preview: RefundPreview; confirm: Record<string, string> }

/** What would not be refunded, why, and what the buyer is told; sent again to confirm it. */
export type DeclinedRefund = DeclinePreview & { reason: string; note: string; revision: number }

type Wanted = Pick<ReturnType<typeof refundForm.parse>, 'wish' | 'payment' | 'ofReturn'> &
  Partial<Pick<ReturnType<typeof refundForm.parse>, 'email'>>

export async function shownRefund(
  { wish, payment, ofReturn, email = null }: Wanted,
  { app, id, typed }: Requested,
): Promise<ShownRefund> {
  const preview = await previewRefund(app, { id, wish, payment, ofReturn, email })
  const { action: _action, ...texts } = typed
  const stated = String(preview.amount)
  return { preview, confirm: { ...texts, stated, key: typed.key ?? randomUUID() } }
}

/** Shows what a refund would do, and does it once that is confirmed [REFUND-03]. */
export const refundActions = {
  'decline-preview': staffAction('orders.decide', 'never', {
    form: orderForms['decline-preview'],
    run: async (app, { reason, ...request }): Promise<DeclinedRefund> => {
      const preview = await previewDeclinedRefund(app, request)
      return { ...preview, reason, note: request.note, revision: request.revision }
    },
    answer: (declined) => ({ declined }),
  }),
  'decline-refund': staffAction('orders.decide', 'checked', {
    // As for a refund of that sum [REFUND-07].
    form: orderForms['decline-refund'],
    async run(app, input, { requireFresh }) {
      await requireFresh('small')
      await declineRefund(app, { ...input, requireFresh })
    },
    answer: (_, { stated }) => `Recorded: ${formatCents(stated)} won’t be refunded.`,
  }),
  preview: staffAction('orders.decide', 'never', {
    form: refundForm,
    run: (_, input, requested) => shownRefund(input, requested),
    answer: (shown) => shown,
  }),
  refund: staffAction('orders.decide', 'checked', {
    // Above $500 of an order, and the eleventh smaller one of a session within an hour [REFUND-07].
    form: refundForm,
    async run(app, input, requested) {
      const { requireFresh, typed } = requested
      const confirmed = parseForm(refundConfirmation, typed)
      try {
        await requireFresh('small')
        return await refundOrder(app, { ...input, ...confirmed, requireFresh })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // What can be confirmed again stays on the page beside the refusal.
        const shown = await shownRefund(input, requested).catch(() => null)
        const details = { ...error.details, shown }
        throw new AppError(error.code, error.status, error.message, { details, cause: error })
      }
    },
    answer: ({ parts }) => messageOf(parts),
  }),
}

type Part = Pick<RefundedOrder['parts'][number], 'amountCents' | 'isByHand' | 'state' | 'problem'>

/** Of several payments, each outcome is said once, with its sum. */
function messageOf(parts: readonly Part[]): string {
  const outcomeOf = ({ isByHand, state, problem }: Part) =>
    JSON.stringify([isByHand, state, problem])
  const outcomes = [...Map.groupBy(parts, outcomeOf).values()]
  return outcomes.flatMap((some) => (some[0] ? outcomeMessage(some[0], some) : [])).join(' ')
}

function outcomeMessage({ isByHand, state, problem }: Part, parts: readonly Part[]): string {
  const sum = formatCents(sumCents(parts.map(({ amountCents }) => cents(amountCents))))
  if (problem !== null && (state === 'refused' || state === 'failed'))
    return `${refundMessages[state](sum)} ${problem}`
  // No money was moved: it is with the shop until staff hand it over [REFUND-13].
  if (isByHand === 'credit') return `${sum} came back as trade-in credit.`
  return isByHand
    ? `${sum} was recorded as refunded. Hand it to the buyer or send it yourself.`
    : refundMessages[state](sum)
}

const refundMessages = {
  requested: (sum) =>
    `The refund of ${sum} was requested. Stripe hasn’t responded yet; the shop will ask again.`,
  pending: (sum) => `${sum} is on its way to the buyer.`,
  succeeded: (sum) => `${sum} was refunded to the buyer.`,
  failed: (sum) => `${sum} couldn’t be refunded.`,
  refused: (sum) => `${sum} couldn’t be refunded.`,
} as const satisfies Record<RefundState, (sum: string) => string>
