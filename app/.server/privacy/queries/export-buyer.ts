import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { notesOf } from '#app/.server/customers/queries/customer.ts'
import { balanceOfOrder, receiptNumberOf, taxOfSale } from '#app/.server/ledger/repository.ts'
import { earlierAddresses } from '#app/.server/orders/earlier-addresses.ts'
import { earlierEngravings } from '#app/.server/orders/earlier-engravings.ts'
import { shippingOf } from '#app/.server/orders/repository.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { delayNotices } from '#app/.server/platform/db/delay-schema.ts'
import { customWork, offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { parcels, pickups } from '#app/.server/platform/db/fulfillment-schema.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import { messageReplies, messages } from '#app/.server/platform/db/message-schema.ts'
import {
  emailOutbox,
  orderHistory,
  orderLines,
  paymentEvents,
} from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { returnsOfOrder } from '#app/.server/returns/returns.ts'
import type { LabelRequest } from '#app/domain/fulfillment/label.ts'
import { askedEmailsOf } from '../asked-emails.ts'
import { ordersOfBuyer } from './orders-of-buyer.ts'
import { exportedPayment, paymentsOfBuyer } from './payments-of-buyer.ts'
import { exportedTradeIn, tradeInsOfBuyer } from './trade-ins-of-buyer.ts'

/**
 * All that the shop holds about one buyer, as stored in the database, for them to read
 * [PRIVACY-01]. Not what opens something (the order's token, addresses of payment pages), nor who
 * of the staff did what.
 */
export async function exportBuyer(app: AppContext, email: string) {
  return withDatabase(app, async ({ orm }) => {
    const found = await ordersOfBuyer(orm, email)
    const exported = await Promise.all(
      found.map(async (order) => ({
        number: order.number,
        receipt: await receiptNumberOf(orm, order.id),
        isTest: !order.livemode,
        state: order.state,
        ordered: order.createdAt,
        paid: order.paidAt,
        totalCents: order.totalCents,
        shipping: shippingOf(order),
        readyForPickup: await readyForPickup(orm, order.id),
        taxCents: await taxOfSale(orm, order.id),
        refundedCents: (await balanceOfOrder(orm, order.id)).refunded,
        currency: order.currency,
        goldPrice: {
          perGram: order.goldPricePerGram,
          source: order.goldSource,
          at: order.goldTakenAt,
        },
        email: order.email,
        shippingAddress: order.shippingAddress,
        billingAddress: order.billingAddress,
        corrected: (await earlierAddresses(orm, order.id)).map(
          ({ at, email, shippingAddress, billingAddress, changed }) => ({
            ...{ at, changed },
            before: { email, shippingAddress, billingAddress },
          }),
        ),
        correctedEngravings: (await earlierEngravings(orm, order.id)).map(
          ({ at, line, before, after }) => ({ at, line, before, after }),
        ),
        giftNote: order.giftNote,
        paymentReference: order.paymentReference,
        dispute: order.dispute,
        tracking: order.tracking,
        parcels: await orm
          .select({
            carrier: parcels.carrier,
            tracking: parcels.tracking,
            declaredCents: parcels.declaredCents,
            insurer: parcels.insurer,
            sentAt: parcels.sentAt,
            deliveredAt: parcels.deliveredAt,
          })
          .from(parcels)
          .where(eq(parcels.orderId, order.id))
          .orderBy(asc(parcels.id)),
        labels: await orm
          .select({
            service: labels.service,
            tracking: labels.tracking,
            boughtAt: labels.boughtAt,
            to: sql<LabelRequest['to'] | null>`${labels.asked} -> 'to'`,
          })
          .from(labels)
          .where(and(eq(labels.orderId, order.id), isNotNull(labels.boughtAt)))
          .orderBy(asc(labels.id)),
        delays: await orm
          .select({
            at: delayNotices.at,
            from: delayNotices.oldShipBy,
            to: delayNotices.newShipBy,
            reason: delayNotices.reason,
            answerBy: delayNotices.answerBy,
            decision: delayNotices.decision,
            decidedAt: delayNotices.decidedAt,
          })
          .from(delayNotices)
          .where(eq(delayNotices.orderId, order.id))
          .orderBy(asc(delayNotices.nth)),
        returns: (await returnsOfOrder(orm, order.id)).map((each) => ({
          asked: each.askedAt,
          state: each.state,
          reason: each.reason,
          pieces: each.pieces.map(({ line, quantity }) => ({ line, quantity })),
          carrier: each.carrier,
          tracking: each.tracking,
          received: each.receivedAt,
          ended: each.closedAt,
        })),
        pieces: (
          await orm
            .select()
            .from(orderLines)
            .where(eq(orderLines.orderId, order.id))
            .orderBy(asc(orderLines.position))
        ).map(({ orderId: _, position: __, ...line }) => line),
        history: await orm
          .select({ at: orderHistory.at, state: orderHistory.toState, why: orderHistory.why })
          .from(orderHistory)
          .where(eq(orderHistory.orderId, order.id))
          .orderBy(asc(orderHistory.id)),
        payments: await orm
          .select({
            at: paymentEvents.receivedAt,
            type: paymentEvents.type,
            amountCents: paymentEvents.amountCents,
            currency: paymentEvents.currency,
            reference: paymentEvents.reference,
            email: paymentEvents.email,
            shippingAddress: paymentEvents.shippingAddress,
          })
          .from(paymentEvents)
          .where(eq(paymentEvents.orderId, order.id))
          .orderBy(asc(paymentEvents.receivedAt)),
        paidByHand: await orm
          .select({
            kind: offlinePayments.kind,
            amountCents: offlinePayments.amountCents,
            payer: offlinePayments.payer,
            reference: offlinePayments.reference,
            receivedOn: offlinePayments.receivedOn,
          })
          .from(offlinePayments)
          .where(eq(offlinePayments.orderId, order.id))
          .orderBy(asc(offlinePayments.at)),
        customWork: await orm
          .select({
            request: customWork.request,
            agreement: customWork.agreement,
            depositCents: customWork.depositCents,
          })
          .from(customWork)
          .where(eq(customWork.orderId, order.id)),
        mails: (
          await orm
            .select()
            .from(emailOutbox)
            .where(eq(emailOutbox.orderId, order.id))
            .orderBy(asc(emailOutbox.createdAt))
        )
          .filter(({ kind }) => kind.endsWith('-buyer'))
          .map(({ recipient, subject, text, sentAt }) => ({
            recipient,
            subject,
            text: text && withoutToken(text, order.token),
            sentAt,
          })),
      })),
    )
    const payments = await paymentsOfBuyer(orm, email)
    return {
      email: email.trim(),
      notes: await notesForBuyer(orm, email),
      orders: exported,
      tradeIns: await Promise.all(
        (await tradeInsOfBuyer(orm, email)).map((each) => exportedTradeIn(orm, app, each)),
      ),
      messages: await messagesOf(orm, email),
      linksAskedFor: await orm
        .select({ askedAt: findOrderLinks.askedAt, openedAt: findOrderLinks.openedAt })
        .from(findOrderLinks)
        .where(sameEmail(findOrderLinks.email, email))
        .orderBy(asc(findOrderLinks.askedAt)),
      ...(await askedEmailsOf(orm, email)),
      paymentsWithoutOrder: await Promise.all(payments.map((each) => exportedPayment(orm, each))),
    }
  })
}

async function readyForPickup(orm: Orm, orderId: string): Promise<Date | null> {
  const { readyAt } = pickups
  const [pickup] = await orm.select({ readyAt }).from(pickups).where(eq(pickups.orderId, orderId))
  return pickup?.readyAt ?? null
}

/** What they wrote from a page, and what was answered. */
async function messagesOf(orm: Orm, email: string) {
  const { id, receivedAt, name, phone, subject, body } = messages
  const written = await orm
    .select({ id, received: receivedAt, name, phone, subject, text: body })
    .from(messages)
    .where(sameEmail(messages.email, email))
    .orderBy(asc(receivedAt), asc(id))
  return Promise.all(
    written.map(async ({ id, ...message }) => ({
      ...message,
      answers: await orm
        .select({ at: messageReplies.at, text: messageReplies.text })
        .from(messageReplies)
        .where(eq(messageReplies.messageId, id))
        .orderBy(asc(messageReplies.at)),
    })),
  )
}

/** Not who of the staff wrote them. */
async function notesForBuyer(orm: Orm, email: string) {
  return (await notesOf(orm, email)).map(({ at, text }) => ({ at, text }))
}

/** Someone reading the file over a shoulder must not be able to open the order. */
const withoutToken = (text: string, token: string) => text.replaceAll(token, '…')
