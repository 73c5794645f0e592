import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Evidence } from '#app/.server/documents/evidence.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { type AdminOrder, adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { weighings } from '#app/.server/platform/db/weighing-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { trackingText } from '#app/domain/fulfillment/parcel.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import { formatScale, type Milligrams } from '#app/domain/money/grams.ts'
import { deliveryText } from '#app/domain/shipping/shipping-words.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** What of an order proves it, oldest first; null for an unknown one [DISPUTE-06]. */
export async function orderEvidence(
  app: AppContext,
  id: string,
  by: string,
): Promise<Evidence | null> {
  const order = await adminOrder(app, id)
  if (!order) return null
  const { row, slips } = await withDatabase(app, async ({ orm }) => ({
    row: await findOrder(orm, 'id', id),
    slips: await replacedWeighings(orm, order),
  }))
  if (!row) return null
  const emails = await orderEmails(app, id)
  const { summary, payment } = order
  return {
    collectedAt: app.now().toISOString(),
    collectedBy: by,
    order: {
      number: summary.number,
      state: order.state,
      isTest: order.isTest,
      createdAt: order.createdAt.toISOString(),
      paidAt: iso(order.paidAt),
      totalCents: summary.total,
      taxCents: summary.tax?.amount ?? cents(0),
      currency: row.currency,
      email: order.email,
      delivery: deliveryText({ method: row.shippingMethod, country: row.shippingCountry }),
      shippingCents: cents(row.shippingCents),
      shippingAddress: order.address && { ...order.address },
      tracking: order.tracking,
    },
    parcels: order.parcels.map((parcel) => ({
      carrier: parcel.carrier,
      tracking: trackingText(parcel),
      sentAt: parcel.sentAt.toISOString(),
      declaredCents: parcel.declared,
      insurer: parcel.insurer,
      policy: parcel.policy,
      signature: parcel.signature,
      weighedMg: parcel.weighed,
      pieces: parcel.pieces,
    })),
    lines: summary.lines.map((line) => ({
      name: line.name,
      size: line.size,
      weightMg: line.weight,
      pricePerGram: rateToDecimal(line.perGram),
      metalValueCents: line.metalValue,
      feeCents: line.fee,
      ...(line.options && { options: line.options }),
      ...(line.engraving && {
        engraving: line.engraving.text,
        engravingFeeCents: line.engraving.fee,
      }),
      unitPriceCents: line.unitPrice,
      quantity: line.quantity,
      lineTotalCents: line.lineTotal,
    })),
    quote: { id: row.quoteId },
    goldPrice: {
      perGram: row.goldPricePerGram,
      perOunce: row.goldPricePerOunce,
      source: row.goldSource,
      takenAt: row.goldTakenAt.toISOString(),
    },
    payment: {
      provider: payment.provider,
      reference: payment.reference,
      session: payment.session,
      threeDSecure: row.threeDSecure,
      dispute: payment.dispute,
      events: payment.events
        .map(({ id: event, type, outcome, amount, currency, reference, receivedAt }) => ({
          id: event,
          type,
          outcome,
          amountCents: amount,
          currency,
          reference,
          receivedAt: receivedAt.toISOString(),
        }))
        .reverse(),
    },
    ledger: order.ledger.map(({ at, kind, why, reference, postings }) => ({
      at: at.toISOString(),
      kind,
      why,
      reference,
      postings,
    })),
    holds: order.holds.map(({ id: _, openedAt, releasedAt, ...hold }) => ({
      ...hold,
      openedAt: openedAt.toISOString(),
      releasedAt: iso(releasedAt),
    })),
    history: order.history
      .filter((entry) => !slips.some((slip) => isAbout(entry, slip)))
      .map(({ at, from, to, by: who, why }) => ({ at: at.toISOString(), from, to, by: who, why }))
      .reverse(),
    mails: emails
      .filter(({ kind }) => kind.endsWith('-buyer'))
      .map(({ kind, recipient, subject, state, createdAt, sentAt, text }) => ({
        kind,
        recipient,
        subject,
        state,
        createdAt: createdAt.toISOString(),
        sentAt: iso(sentAt),
        // Anyone who has the link sees the order.
        text: text?.replaceAll(row.token, '…') ?? null,
      })),
  }
}

type Slip = { serial: string; actual: Milligrams; at: Date }

/** Readings of the scale that were corrected or undone: what counts of an item is its last one. */
async function replacedWeighings(
  orm: Orm,
  { id, weighed }: Pick<AdminOrder, 'id' | 'weighed'>,
): Promise<Slip[]> {
  const readings = await orm.select().from(weighings).where(eq(weighings.orderId, id))
  return readings.flatMap(({ line, item, nth, serial, actualMg, at }) => {
    const now = weighed.find((each) => each.line === line && each.item === item)
    if (now?.nth === nth && now.waits !== 'reading') return []
    return [{ serial, actual: actualMg as Milligrams, at }]
  })
}

/** Whether an entry of the history says what was weighed then, or that it was undone. */
function isAbout({ at, why }: AdminOrder['history'][number], { serial, actual, ...slip }: Slip) {
  const weighs = `(${serial}) weighs ${formatScale(actual)},`
  const undone = `The weight of ${serial}, ${formatScale(actual)}, was undone`
  return why.startsWith(undone) || (at.getTime() === slip.at.getTime() && why.includes(weighs))
}
