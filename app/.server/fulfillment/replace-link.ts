import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { newOrderToken } from '#app/.server/orders/order-link.ts'
import type { OrderColumns, OrderEmail } from '#app/.server/orders/transition.ts'
import { dropSession } from '#app/.server/payments/payment-request-links.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { emailOutbox, type OrderRow } from '#app/.server/platform/db/schema.ts'

/** What is saved with the correction, and what staff are told. */
type LinkReplaced = { columns: OrderColumns; email: OrderEmail; message: string }

/**
 * Gives an order that the caller has locked another token, so that nobody who got an email about it opens it by
 * the links in there: its page, documents and returns by the token, and by `linkVersion` whatever the shop signs
 * (to pay, to answer a delay) [PRIVACY-10]. `closedSession`: the payment page that was closed for it; the next
 * press of the payment request link opens another, which leads to the new link.
 */
export async function replaceLink(
  tx: Orm,
  order: OrderRow,
  { email, closedSession }: { email: string | null; closedSession: string | null },
): Promise<LinkReplaced> {
  const { id: orderId, token: before } = order
  const token = newOrderToken()
  // A written email keeps its words at each attempt, and would send the link from before.
  const inText = (column: typeof emailOutbox.text | typeof emailOutbox.html) =>
    sql`replace(${column}, ${before}, ${token})`
  await tx
    .update(emailOutbox)
    .set({ text: inText(emailOutbox.text), html: inText(emailOutbox.html) })
    .where(and(eq(emailOutbox.orderId, orderId), ne(emailOutbox.state, 'sent')))
  if (order.state === 'pending' && order.paymentProcessingAt === null) {
    const isOfTest = order.paymentProvider === 'test'
    await dropSession(tx, order, (isOfTest ? order.paymentSession : closedSession) ?? undefined)
    // Neither that page nor one that is being opened is used.
    if (isOfTest || order.paymentSession === closedSession) {
      await tx
        .update(paymentRequestLinks)
        .set({ session: null, attempt: sql`${paymentRequestLinks.attempt} + 1` })
        .where(
          and(
            eq(paymentRequestLinks.orderId, orderId),
            isNull(paymentRequestLinks.closedAt),
            gt(paymentRequestLinks.attempt, 0),
          ),
        )
    }
  }
  const linkVersion = order.linkVersion + 1
  const told = email === null ? '' : ' The buyer is emailed the new one.'
  return {
    columns: { token, linkVersion },
    email: { about: 'link replaced', occasion: `${linkVersion}` },
    message: `The order has a new link, and the one before no longer works.${told}`,
  }
}
