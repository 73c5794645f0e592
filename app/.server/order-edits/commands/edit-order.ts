import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { refuseWithdrawn } from '#app/.server/draft-orders/gold-for-draft.ts'
import { lockAsNewOrder } from '#app/.server/gold-price/void-quotes.ts'
import { sellMorePieces } from '#app/.server/inventory/reservations.ts'
import { lockStock } from '#app/.server/inventory/stock.ts'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { changeOrderIn, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import {
  addLines,
  type EditRow,
  movedByEdit,
  returnRemovedToStock,
  storeExchange,
} from '#app/.server/orders/edits/apply-edit.ts'
import { lockOrderOrThrow, type VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { storeRefundParts } from '#app/.server/refunds/commands/refund-order.ts'
import { sendRefund } from '#app/.server/refunds/commands/send-refund.ts'
import { staffSellingStopped, storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import type { OrderEditInput } from '#app/contracts/order-edits/order-edit.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { editText } from '#app/domain/order-edits/edit-text.ts'
import { assertMayEdit, editRefused } from '../may-edit.ts'
import { catalogOfEdit, type EditCatalog, type PricedEdit, priceEdit } from '../price-edit.ts'

export type EditOrder = VersionedOrder &
  OrderEditInput & {
    /** Of the form: pressed twice, it is one edit. */
    key: string
    stated: number
    goldPrice: number | null
    /** How long the buyer can pay what is due. */
    days: number
    requireFresh: () => Promise<void>
  }

export type EditedOrder = { dueCents: number; state: EditRow['state'] }

/**
 * Changes the pieces of a paid order [EDIT-01]. Where less is due, the difference is refunded; where more is due, the
 * change takes effect once the buyer has paid it by a payment link [EDIT-02].
 */
export async function editOrder(app: AppContext, request: EditOrder): Promise<EditedOrder> {
  const catalog = await catalogOfEdit(app, request)
  const { edit, refunds } = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      await lockAsNewOrder(tx)
      return changeOrderIn(tx, app, request, (locked) => store(app, locked, request, catalog))
    }),
  )
  for (const refund of refunds) {
    if (refund.state === 'requested') await sendRefund(app, refund)
  }
  return edit
}

async function store(
  app: AppContext,
  locked: LockedByStaff,
  request: EditOrder,
  catalog: EditCatalog,
): Promise<{ edit: EditedOrder; refunds: RefundRow[] }> {
  const { tx, order, at, by, assertUnchanged } = locked
  const { key, reason, stated } = request
  const [known] = await tx.select().from(orderEdits).where(eq(orderEdits.key, key))
  if (known?.orderId === order.id) return { edit: known, refunds: [] }
  if (known) throw changed('This form was for a different order.')
  await assertUnchanged()
  await assertMayEdit(tx, app, order)
  const priced = await priceEdit(tx, app, order, request, catalog)
  const { due, refund, record } = priced
  const dueCents = due - refund
  if (dueCents !== stated) {
    const now =
      due > 0
        ? `The buyer now pays ${formatCents(due)}.`
        : `The refund is now ${formatCents(refund)}.`
    throw changed(`${now} Please review it again.`)
  }
  if (record) await refuseWithdrawn(tx, record, at)
  if (priced.lines.length > 0) {
    const stop = await storedSellingStop(tx)
    if (stop) throw staffSellingStopped(stop, 'add pieces to an order')
  }
  if (priced.isLarge || due > 0) await request.requireFresh()
  // All products at once and in one order, as a checkout locks them.
  const sold = [...(await linesOfOrder(tx, order.id)), ...priced.lines]
  await lockStock(tx, [...new Set(sold.flatMap(({ productId }) => productId || []))])
  const { taken } = await movedByEdit(tx, order.id, { added: priced.rows, credits: priced.credits })
  const short = await sellMorePieces(tx, order.id, taken, at)
  if (short) throw new AppError('not_enough_left', 422, `${short} Nothing was changed.`)
  const edit: EditRow = {
    ...{ id: randomUUID(), orderId: order.id, key, at, by, reason, dueCents },
    goldPriceId: record?.id ?? null,
    added: priced.rows,
    taxes: priced.taxes,
    engravings: priced.lines.map(({ engraving }) => engraving?.text ?? null),
    credits: priced.credits,
    soldCents: totalOf((await balanceOfOrder(tx, order.id)).sold),
    firstLine: null,
    linkId: null,
    state: 'applied',
    settledAt: at,
    settledWhy: 'Nothing was due.',
  }
  if (due > 0) return { edit: await wait(app, locked, edit, request.days), refunds: [] }
  return { edit, refunds: await applyNow(locked, edit, priced) }
}

/** It takes effect once the buyer has paid; until then its price and its pieces are kept. */
async function wait(
  app: AppContext,
  { tx, order, at, by, save }: LockedByStaff,
  edit: EditRow,
  days: number,
): Promise<EditedOrder> {
  const { payments } = app
  if (order.payBy === 'wire') {
    throw editRefused(
      'This order was paid by bank wire, so a difference can’t be paid here. Create a new order for the added pieces.',
    )
  }
  if (payments?.provider !== order.paymentProvider || payments.live !== order.livemode) {
    throw editRefused('This order was paid through a provider the shop is no longer connected to.')
  }
  const refused = payments.refuses(cents(edit.dueCents), 1)
  if (refused) throw new AppError('payment_refused', 422, refused)
  const linkId = randomBytes(16).toString('base64url')
  await tx.insert(paymentRequestLinks).values({
    ...{ id: linkId, orderId: order.id, key: edit.key, kind: 'change' },
    ...{ amountCents: edit.dueCents, madeBy: by, madeAt: at },
    endsAt: new Date(at.getTime() + days * 86_400_000),
  })
  const waiting = { ...edit, linkId, state: 'waiting', settledAt: null, settledWhy: null } as const
  await tx.insert(orderEdits).values(waiting)
  const what = editText(edit)
  const { dueCents, reason } = edit
  await save({
    why: `A change waits for ${formatCents(cents(dueCents))} from the buyer: ${what}. ${reason}`,
    columns: { editWaiting: true },
    audit: { action: 'order.edit_waits', facts: { what, dueCents, reason } },
    email: order.email === null ? null : { about: 'pay link', occasion: linkId },
  })
  return waiting
}

/** Nothing is due: the lines, the credit and its refund at once. */
async function applyNow(
  { tx, order, at, actor, by, save }: LockedByStaff,
  edit: EditRow,
  { plan, credits, refund }: PricedEdit,
): Promise<RefundRow[]> {
  const what = editText(edit)
  const { dueCents, reason } = edit
  const why = `The order was changed: ${what}. ${reason}`
  const { columns, firstLine } = await addLines(tx, order, edit, { at, by, why })
  await returnRemovedToStock(tx, edit, at)
  await tx.insert(orderEdits).values({ ...edit, firstLine, engravings: null })
  const after = await save({
    why,
    columns,
    audit: { action: 'order.edited', facts: { what, dueCents, reason } },
    email: edit.added.length > 0 ? { about: 'order changed', occasion: edit.id } : null,
  })
  if (refund === 0) {
    await storeExchange(tx, after, edit, { at, by, why })
    return []
  }
  if (!plan) return []
  const request = { key: `edit:${edit.key}`, reason, note: '', at, actor, by }
  return storeRefundParts(
    tx,
    await lockOrderOrThrow(tx, order.id),
    { ...plan, parts: credits },
    request,
  )
}

const changed = (message: string) =>
  new AppError('edit_changed', 409, `${message} Nothing was changed.`)
