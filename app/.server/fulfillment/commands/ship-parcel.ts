import type { AppContext } from '#app/.server/app-context.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import { sendRefund } from '#app/.server/refunds/commands/send-refund.ts'
import { refundMissingGold } from '#app/.server/refunds/refund-missing-gold.ts'

/**
 * A parcel of an order is sent. Gold missing in its pieces is refunded with it, in one transaction: its
 * weights can no longer be undone [WEIGH-15].
 */
export async function shipParcel(
  app: AppContext,
  sending: Parameters<typeof recordShipment>[1],
): Promise<'sent' | 'part'> {
  const refunds: RefundRow[] = []
  const sent = await recordShipment(app, sending, async (tx, order, items) => {
    for (const item of items) {
      if (item.waits === 'refund') refunds.push(await refundMissingGold(tx, app, order, item))
    }
  })
  for (const refund of refunds) await sendRefund(app, refund)
  return sent
}
