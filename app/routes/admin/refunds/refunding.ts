import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { requireFreshFactor, requireFreshFor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  previewRefund,
  type RefundPreview,
  refundOrder,
} from '#app/.server/refunds/commands/refund-order.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { refundConfirmation, refundForm } from '#app/contracts/refunds/refund.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { RefundState } from '#app/domain/refunds/refund.ts'
import { runCommand } from '../components/run-command.ts'

type Typed = Record<string, string>

/** What a refund would do, with all that is sent again to confirm it. */
export type ShownRefund = { preview: RefundPreview; confirm: Typed }

/** Shows what a refund would do, and does it once that is confirmed [REFUND-03]. */
export async function performRefund(
  context: Readonly<RouterContextProvider>,
  id: string,
  typed: Typed,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  return runCommand(
    app,
    async (): Promise<ShownRefund | { done: string; report?: string[] }> => {
      refuseUnless(role, 'orders.decide')
      const { wish, payment, ofReturn, reason, note } = parsed(refundForm.safeParse(typed))
      const show = async (): Promise<ShownRefund> => {
        const preview = await previewRefund(app, { id, wish, payment })
        const { action: _action, ...texts } = typed
        const stated = String(preview.amount)
        return { preview, confirm: { ...texts, stated, key: typed.key ?? randomUUID() } }
      }
      if (typed.action !== 'refund') return show()
      const { revision, key, stated } = parsed(refundConfirmation.safeParse(typed))
      const requireFresh = () => requireFreshFactor(context)
      const asked = {
        id,
        by,
        revision,
        key,
        stated,
        wish,
        payment,
        reason,
        note,
        ofReturn,
        requireFresh,
      }
      try {
        await requireFreshFor(context, 'small')
        const { state, amountCents } = await refundOrder(app, asked)
        return { done: sentences[state](formatCents(cents(amountCents))) }
      } catch (error) {
        throw error instanceof AppError ? await withPreview(error, show) : error
      }
    },
    typed,
  )
}

/** What can be confirmed again stays on the screen beside the refusal. */
async function withPreview(error: AppError, show: () => Promise<ShownRefund>): Promise<AppError> {
  const shown = await show().catch(() => null)
  const details = { ...error.details, shown }
  return new AppError(error.code, error.status, error.message, { details, cause: error })
}

const sentences = {
  requested: (sum) => `${sum} was asked for. Stripe has not answered yet; the shop asks again.`,
  pending: (sum) => `${sum} is on its way to the buyer.`,
  succeeded: (sum) => `${sum} goes back to the buyer.`,
  failed: (sum) => `${sum} could not be refunded.`,
  refused: (sum) => `${sum} could not be refunded.`,
} as const satisfies Record<RefundState, (sum: string) => string>

type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: Parameters<typeof fieldErrors>[0] }

function parsed<T>(result: Parsed<T>): T {
  if (result.success) return result.data
  const errors = fieldErrors(result.error)
  const message = Object.values(errors)[0] ?? 'There is no such refund.'
  throw new AppError('invalid_request', 400, message, { details: { errors } })
}
