import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { occasionAgain, originalOccasion } from '#app/.server/orders/email-occasion.ts'
import { newOrderToken } from '#app/.server/orders/order-link.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import type { OrderColumns, OrderEmail } from '#app/.server/orders/transition.ts'
import { dropSession, paymentRequestLinksOf } from '#app/.server/payments/payment-request-links.ts'
import { stateOfLink } from '#app/.server/payments/state-of-link.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { emailOutbox, type OrderRow } from '#app/.server/platform/db/schema.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { delaysOfOrder } from './delays.ts'

/** What is saved with the correction, and what staff are told, a sentence each. */
type LinkReplaced = { columns: OrderColumns; emails: OrderEmail[]; messages: string[] }

/**
 * Gives an order that the caller has locked another token, so that nobody who got an email about it opens it by
 * the links in there: its page, documents and returns by the token, and by `linkVersion` whatever the shop signs
 * (to pay, to answer a delay) [PRIVACY-10]. `closedSession`: the payment page that was closed for it; the next
 * press of the payment request link opens another, which leads to the new link. A link that is still needed is
 * emailed again to the corrected address [PRIVACY-11].
 */
export async function replaceLink(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  { email, at, closedSession }: { email: string | null; at: Date; closedSession: string | null },
): Promise<LinkReplaced> {
  const { id: orderId, token: before } = order
  const needed = await neededLinks(tx, app, order, at)
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
    emails: [
      { about: 'link replaced', occasion: `${linkVersion}` },
      ...(await emailsOfLinks(tx, orderId, needed)),
    ],
    messages: [
      `The order has a new link, and the one before no longer works.${told}`,
      ...needed.map(({ emailed, notEmailed }) => (email === null ? notEmailed : emailed)),
    ],
  }
}

type NeededLink = {
  /** Left out where nothing is emailed again for now; `id`: of the link or the notice. */
  email?: {
    about: 'pay link' | 'delayed'
    kind: 'order-pay-buyer' | 'order-delay-buyer'
    id: string
  }
  /** What staff are told, with an email address and without one. */
  emailed: string
  notEmailed: string
}

/** What the shop signed that the buyer can still use: to pay, or to answer a delay. */
async function neededLinks(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  at: Date,
): Promise<NeededLink[]> {
  const needed: NeededLink[] = []
  for (const link of await paymentRequestLinksOf(tx, order.id)) {
    const state = await stateOfLink(tx, app, link, order)
    if (state === 'open') {
      needed.push({
        email: { about: 'pay link', kind: 'order-pay-buyer', id: link.id },
        emailed: 'The payment link has changed too, and is emailed again.',
        notEmailed: 'The payment link has changed too: send the buyer the new one from this page.',
      })
    } else if (state === 'processing') {
      // A buyer who has paid is not asked to pay.
      const ifFailed =
        'The payment link has changed too: if the payment fails, send the buyer the new one from this page.'
      needed.push({ emailed: ifFailed, notEmailed: ifFailed })
    }
  }
  const last = (await delaysOfOrder(tx, order.id)).at(-1)
  const isOver = last?.answerBy && last.answerBy < shopDay(at)
  if (order.state !== 'paid' || !last || last.decision !== null || isOver) return needed
  const by = last.answerBy ? ` by ${formatDay(last.answerBy)}, or it will be canceled` : ''
  needed.push({
    email: { about: 'delayed', kind: 'order-delay-buyer', id: last.id },
    emailed:
      'The links to keep or cancel the delayed order have changed too, and are emailed again.',
    notEmailed: `The links to keep or cancel the delayed order no longer work: ask the buyer, and record the answer${by}.`,
  })
  return needed
}

/** One that waits to be sent is written with the new link, for the address the order has by then. */
async function emailsOfLinks(
  tx: Orm,
  orderId: string,
  needed: readonly NeededLink[],
): Promise<OrderEmail[]> {
  const emails = await tx.select().from(emailOutbox).where(eq(emailOutbox.orderId, orderId))
  return needed.flatMap(({ email: again }) => {
    if (!again) return []
    const { about, kind, id } = again
    const same = emails.filter(
      (email) => email.kind === kind && originalOccasion(email.occasion) === id,
    )
    if (same.some(({ state }) => state === 'waiting')) return []
    return [
      { about, occasion: same.length === 0 ? id : occasionAgain(same, { kind, occasion: id }) },
    ]
  })
}
