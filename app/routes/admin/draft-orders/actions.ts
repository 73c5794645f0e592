import type { RouterContextProvider } from 'react-router'
import { requireFreshFactor, requireFreshFor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { fixGold } from '#app/.server/draft-orders/commands/fix-gold.ts'
import { moveStage } from '#app/.server/draft-orders/commands/move-stage.ts'
import { fileForm8300 } from '#app/.server/payments/commands/file-form-8300.ts'
import { recordHandPayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import {
  closePayLink,
  sendPayLink,
} from '#app/.server/payments/commands/send-payment-request-link.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { staffSaleAction } from '#app/contracts/draft-orders/draft-order.ts'
import { parseForm } from '../components/parse-form.ts'
import { runCommand } from '../components/run-command.ts'

type Typed = Record<string, string>

/** What staff do with an order that they made: its money, its links, its stages. */
export async function performSale(
  context: Readonly<RouterContextProvider>,
  id: string,
  typed: Typed,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  const perform = async (): Promise<string> => {
    const asked = parseForm(staffSaleAction, typed)
    switch (asked.action) {
      case 'record-payment': {
        await requireFreshFor(context, 'small')
        const requireFresh = () => requireFreshFactor(context)
        return recordHandPayment(app, { id, by, ...asked, requireFresh })
      }
      case 'send-link':
        return sendPayLink(app, { id, by, ...asked })
      case 'close-link':
        return closePayLink(app, { id, by, ...asked })
      case 'form-8300-filed':
        return fileForm8300(app, { id, by, ...asked })
      case 'stage':
        return moveStage(app, { id, by, ...asked })
      case 'fix-gold':
        return fixGold(app, { id, by, ...asked })
    }
  }
  return runCommand(
    app,
    async (): Promise<{ done: string; report?: string[] }> => {
      refuseUnless(role, 'orders.sell')
      return { done: await perform() }
    },
    typed,
  )
}
