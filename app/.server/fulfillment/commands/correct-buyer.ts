import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { taxOfSale } from '#app/.server/ledger/repository.ts'
import { changeOrder, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { earlierAddresses } from '#app/.server/orders/earlier-addresses.ts'
import { type VersionedOrder, wrongState } from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { closeCheckoutSession } from '#app/.server/payments/commands/close-checkout-session.ts'
import { orderAddresses } from '#app/.server/platform/db/address-schema.ts'
import type { ShippingAddress } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { holdIfTaxDoubted } from '#app/.server/risk/hold-paid-order.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import {
  type BuyerPart,
  changedParts,
  isAnotherLabel,
  isAnotherPlace,
  isAnotherReader,
  listParts,
  mayCorrect,
} from '#app/domain/orders/buyer.ts'
import { labelsForOrder } from '../label-subject.ts'
import { replaceLink } from '../replace-link.ts'
import { labelRefused, waitingLabel } from '../shipping-labels.ts'

type Correction = VersionedOrder & { email: string | null; address: ShippingAddress }

/**
 * Staff enter or correct who an order goes to. What was there before is kept until the buyer's data is
 * erased; history and audit log name which parts were changed and never what they are [ADDR-04]. Gives what
 * the change means for a label, a parcel or the sales tax, a sentence each [ADDR-05]. With another email address
 * the order gets another link: who got the emails before is not the buyer [PRIVACY-10].
 */
export async function correctBuyer(
  app: AppContext,
  { email, address, ...request }: Correction,
): Promise<string[]> {
  const after = { email, address }
  // A correction that is refused closes no page on which the buyer is about to pay.
  const replaced = await changeOrder(app, request, async (locked) => {
    await assertCorrectable(locked, after)
    return isAnotherReader(locked.order, after) ? locked.order : null
  })
  const closedSession = replaced && (await closePageBefore(app, replaced))
  return changeOrder(app, request, async (locked) => {
    const { tx, order, at, by, save } = locked
    const { id } = order
    const { changed, label } = await assertCorrectable(locked, after)
    if (changed.length === 0) return ['Nothing is different.']
    const tax = cents((await taxOfSale(tx, id)) || order.taxCents)
    const before = { email: order.email, address: order.shippingAddress }
    const link = isAnotherReader(before, after)
      ? await replaceLink(tx, app, order, { email, at, closedSession })
      : null
    const meant = [
      ...(link?.messages ?? []),
      isAnotherPlace(changed) && tax > 0 && before.address
        ? `The sales tax of ${formatCents(tax)} was calculated for the old address and won’t change.`
        : null,
      isAnotherLabel(changed) && label
        ? 'The label you bought shows the old address. Void it and buy another.'
        : null,
      isAnotherLabel(changed) && (await parcelsOfOrder(tx, id)).length > 0
        ? 'Anything already shipped went to the old address.'
        : null,
    ].filter((message) => typeof message === 'string')
    await storeEarlier(tx, order, { at, by, changed, isTaxed: tax > 0 && isAnotherPlace(changed) })
    // Their price is for the previous address.
    await tx.delete(labels).where(and(eq(labels.orderId, id), eq(labels.state, 'offered')))
    const did = before.address || before.email ? 'corrected' : 'entered'
    const now = await save({
      why: [`The buyer’s information was ${did}: ${listParts(changed)}.`, ...meant].join(' '),
      columns: { email, shippingAddress: address, ...link?.columns },
      audit: {
        action: 'order.buyer_corrected',
        facts: { changed, ...(link && { linkReplaced: true }) },
      },
      email: link?.emails ?? null,
    })
    if (isAnotherPlace(changed)) await lookAtTax(tx, now, at)
    return meant
  })
}

/** Which parts change, and the label that was bought, if any. */
async function assertCorrectable(
  { tx, order, assertUnchanged }: LockedByStaff,
  after: Pick<Correction, 'email' | 'address'>,
) {
  if (!mayCorrect(order)) throw await wrongState(tx, order)
  await assertUnchanged()
  // The rate was for this country [SHIPPING-08].
  if (after.address.country !== order.shippingCountry) {
    throw new AppError('wrong_country', 422, 'The country of an order can’t be changed.')
  }
  const changed = changedParts({ email: order.email, address: order.shippingAddress }, after)
  const label = changed.length === 0 ? null : await assertLabelNotBeingBought(tx, order.id)
  return { changed, label }
}

/**
 * A payment page that is open leads to the link from before once it is paid. Where it cannot be closed now, the
 * link is replaced anyway; who pays there finds the order by the address it has.
 */
function closePageBefore(
  app: AppContext,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
): Promise<string | null> {
  return closeCheckoutSession(app, id).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    app.log.warn({ err: error, order: number }, 'the payment page of an order stays open')
    return null
  })
}

/** A label that is asked for just now might be bought for either address. */
async function assertLabelNotBeingBought(tx: Orm, id: string) {
  const label = await waitingLabel(tx, labelsForOrder(id))
  if (label?.state !== 'buying') return label
  throw labelRefused(
    'A label is being bought for the current address. First check whether it was bought, or stop waiting for it.',
  )
}

type Earlier = { at: Date; by: string; changed: BuyerPart[]; isTaxed: boolean }

/** The tax was computed by one address, the first. */
async function storeEarlier(tx: Orm, order: OrderRow, { isTaxed, ...earlier }: Earlier) {
  const { id: orderId, email, shippingAddress } = order
  const known = await earlierAddresses(tx, orderId)
  const isFirst = shippingAddress !== null && !known.some((each) => each.isTaxed)
  const row = { orderId, email, shippingAddress, ...earlier, isTaxed: isTaxed && isFirst }
  await tx.insert(orderAddresses).values(row)
}

/** Once: what staff released is not held again. */
async function lookAtTax(tx: Orm, order: OrderRow, at: Date): Promise<void> {
  if (order.state !== 'paid') return
  const holds = await holdsOfOrder(tx, order.id)
  if (!holds.some(({ kind }) => kind === 'sales tax')) await holdIfTaxDoubted(tx, order, { at })
}
