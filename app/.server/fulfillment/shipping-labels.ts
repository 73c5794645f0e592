import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { type Box, ratesLastMs } from '#app/domain/fulfillment/label.ts'
import { type Tracked, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { Orm } from '../platform/db/database.ts'
import { labelFiles, labels } from '../platform/db/label-schema.ts'
import { AppError } from '../platform/errors.ts'
import type { LabelGateway } from './gateway/label-gateway.ts'
import { isFor, type LabelRow, type LabelSubject } from './label-subject.ts'
import { assertMayLeave } from './may-leave.ts'

export async function labelsFor(orm: Orm, app: AppContext, subject: LabelSubject) {
  const found = await orm
    .select({ label: labels, file: labelFiles.labelId })
    .from(labels)
    .leftJoin(labelFiles, eq(labelFiles.labelId, labels.id))
    .where(isFor(subject))
    .orderBy(asc(labels.id))
  const offer = found.findLast(({ label }) => label.state === 'offered' && isFresh(label, app))
  return {
    /** Who sells them; null where none are sold here. */
    gateway: app.labels && { name: app.labels.name, live: app.labels.live },
    /** Rates that can still be chosen. */
    offered: offer && app.labels ? shownOffer(offer.label, app.labels) : null,
    /** Oldest first. */
    labels: found.flatMap(({ label, file }) => shownLabel(label, file !== null)),
    /** What the last label was bought for; most parcels are alike. */
    lastBox: app.labels && (await lastBox(orm, subject)),
  }
}

export type ShownLabels = Awaited<ReturnType<typeof labelsFor>>

function shownOffer({ id, asked, rates }: LabelRow, gateway: LabelGateway) {
  const insuranceFee = asked.insured ? gateway.insuranceFee(cents(asked.declared)) : null
  return { label: id, asked, rates, insuranceFee }
}

async function lastBox(orm: Orm, { about }: LabelSubject): Promise<Box | null> {
  const [last] = await orm
    .select({ asked: labels.asked })
    .from(labels)
    .where(isNotNull('orderId' in about ? labels.orderId : labels.tradeInId))
    .orderBy(desc(labels.id))
    .limit(1)
  return last?.asked.box ?? null
}

function shownLabel(label: LabelRow, hasFile: boolean) {
  const { id, boughtBy, boughtAt, askedAt, problem, state, service, costCents, rate } = label
  if (state === 'offered' || state === 'refused') return []
  return [
    {
      ...{ id, boughtBy, boughtAt, askedAt, problem, state },
      /** Whether its PDF is stored; else whether it can be requested. */
      hasFile,
      mayFetch: state === 'bought' && !hasFile && label.fileUrl !== null,
      service: service ?? '',
      cost: cents(costCents ?? 0),
      tracked: trackedLabel(label),
      isTest: !label.livemode,
      rate: rate ?? '',
      asked: label.asked,
      parcelId: label.parcelId,
    },
  ]
}

/** A label as staff see it. */
export type ShownLabel = ReturnType<typeof shownLabel>[number]

const trackedLabel = ({ carrier, tracking }: LabelRow): Tracked | null =>
  carrier !== null && tracking !== null ? { carrier, tracking } : null

export const isFresh = (label: LabelRow, app: AppContext) =>
  app.now().getTime() - label.offeredAt.getTime() < ratesLastMs

export async function findLabel(orm: Orm, subject: LabelSubject, id: number): Promise<LabelRow> {
  const [label] = await orm
    .select()
    .from(labels)
    .where(and(eq(labels.id, id), isFor(subject)))
  if (label) return label
  throw labelRefused('These rates are no longer available. Get rates again.')
}

/** The one that waits for its parcel, or may have been bought for it. */
export async function waitingLabel(orm: Orm, subject: LabelSubject): Promise<LabelRow | null> {
  const [label] = await orm
    .select()
    .from(labels)
    .where(
      and(isFor(subject), inArray(labels.state, ['buying', 'bought']), isNull(labels.parcelId)),
    )
  return label ?? null
}

export async function changeLabel(
  orm: Orm,
  id: number,
  change: Partial<typeof labels.$inferInsert>,
): Promise<void> {
  await orm.update(labels).set(change).where(eq(labels.id, id))
}

export const labelRefused = (message: string, status = 409) =>
  new AppError('label_refused', status, `${message} Nothing was changed.`)

/** Corrected since rates were asked for [LABEL-12]. */
export const addressChanged = () => labelRefused('The address has changed. Please get rates again.')

/** Labels are sold by a gateway whose key was set, of the mode the label is of [LABEL-05]. */
export function gatewayOf(
  app: AppContext,
  label?: Pick<LabelRow, 'provider' | 'livemode'>,
): LabelGateway {
  const { labels: gateway } = app
  if (!gateway) {
    throw labelRefused('This shop doesn’t buy labels because EASYPOST_API_KEY isn’t set.')
  }
  const fits = !label || (label.provider === gateway.provider && label.livemode === gateway.live)
  if (fits) return gateway
  throw labelRefused('This label was bought with a different key than the current one.')
}

/** What keeps a parcel here keeps a label from being bought for it. */
export async function assertMayBuyLabel(tx: Orm, app: AppContext, order: OrderRow): Promise<void> {
  if (isPickup(order)) throw labelRefused('The buyer picks up this order, so it needs no label.')
  await assertMayLeave(tx, app, order)
}

/** `USPS Priority, $9.45, USPS 9400…`, for the history. */
export function labelText(label: LabelRow): string {
  const tracked = trackedLabel(label)
  const cost = formatCents(cents(label.costCents ?? 0))
  const test = label.livemode ? '' : 'test label, '
  return `${test}${label.service}, ${cost}${tracked ? `, ${trackingText(tracked)}` : ''}`
}

/**
 * The label whose number leaves with a parcel is that parcel's; one that was voided leaves with
 * none [LABEL-04, LABEL-07].
 */
export async function takeLabel(
  tx: Orm,
  orderId: string,
  { carrier, tracking }: Tracked,
): Promise<((parcelId: number) => Promise<void>) | null> {
  const [label] = await tx
    .select()
    .from(labels)
    .where(
      and(
        eq(labels.orderId, orderId),
        eq(labels.carrier, carrier),
        eq(labels.tracking, tracking),
        isNull(labels.parcelId),
      ),
    )
  if (!label) return null
  if (label.state === 'bought' || label.state === 'late') {
    return (parcelId) => changeLabel(tx, label.id, { state: 'bought', parcelId })
  }
  throw labelRefused('The label with this number was voided, so carriers won’t accept it.')
}
