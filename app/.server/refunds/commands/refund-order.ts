import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordOrderEvent } from '#app/.server/audit-log/record-order-event.ts'
import {
  findRefund,
  isRefundByHand,
  partKey,
  partsOfRefund,
  type RefundRow,
  refundsOfOrder,
  storeRefund,
} from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder, recordEntry } from '#app/.server/ledger/repository.ts'
import { changeOrder, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import {
  type OrderChange,
  queueEmails,
  transitionOrder,
  updateOrder,
} from '#app/.server/orders/transition.ts'
import { recordCredit } from '#app/.server/payments/record-refund.ts'
import { holdOnceRefunded } from '#app/.server/payments/repository.ts'
import { orderAddresses } from '#app/.server/platform/db/address-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { noteRefundedReturn } from '#app/.server/returns/refund-return.ts'
import { moveReturn } from '#app/.server/returns/returns.ts'
import { releaseRefunded } from '#app/.server/risk/holds.ts'
import { creditComesBack } from '#app/.server/trade-ins/credit/credit-back.ts'
import { owedByLedger, refundEntry } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { type ByHand, byHand } from '#app/domain/payments/offline-payment.ts'
import { nothingMoreOwed } from '#app/domain/refunds/failed-refund.ts'
import {
  isWhollyRefunded,
  type PlannedRefund,
  type RefundInput,
} from '#app/domain/refunds/plan-refund.ts'
import { worstState } from '#app/domain/refunds/refund-state.ts'
import type { OrderRefundPlan, RefundPart } from '#app/domain/refunds/refundable-payment.ts'
import { planOrThrow, planRequest, refused } from '../plan-request.ts'
import { goldDueOffline, resolveMissingGold } from '../resolve-missing-gold.ts'
import { sendRefund } from './send-refund.ts'

export type RefundOrder = VersionedOrder & {
  /** Of the form: pressed twice, it is one refund. */
  key: string
  /** The payment that is refunded; as many as are needed where none is named [REFUND-23]. */
  payment: string | null
  wish: RefundInput
  /** The amount that the screen showed. */
  stated: Cents
  /** Why, for staff; and a sentence for the buyer, or none. */
  reason: string
  note: string
  /** The buyer's, of an order without one; stored with the refund that needs it [REFUND-19]. */
  email?: string | null
  /** The return whose pieces it is for, which ends with it. */
  ofReturn?: string | null
  /** Refuses staff who have not just shown a second factor. */
  requireFresh: () => Promise<void>
}

/** What became of a refund: its first part, with the sum of all and the worst of their states. */
export type RefundedOrder = RefundRow & {
  /** One for each payment it is of. */
  parts: (RefundRow & { isByHand: ByHand })[]
}

/**
 * Gives money of an order back. What is asked for is stored before the provider is asked, and asked for
 * again by a job until its answer is known: none is lost, and none is made twice [REFUND-01, REFUND-04].
 */
export async function refundOrder(app: AppContext, request: RefundOrder): Promise<RefundedOrder> {
  const stored = await changeOrder(app, request, (locked) => storeRequest(app, locked, request))
  const parts: RefundedOrder['parts'] = []
  for (const part of stored) {
    const isByHand = await withDatabase(app, ({ orm }) => isRefundByHand(orm, part))
    const sent = part.state === 'requested' ? await sendRefund(app, part) : part
    parts.push({ ...sent, isByHand })
  }
  return refunded(parts)
}

function refunded(parts: RefundedOrder['parts']): RefundedOrder {
  const [first] = parts
  if (!first) throw new RangeError('A refund has no part')
  const state = worstState(parts.map((part) => part.state))
  const amountCents = sumCents(parts.map((part) => cents(part.amountCents)))
  return { ...first, amountCents, state, parts }
}

async function storeRequest(
  app: AppContext,
  { tx, order: before, at, by, assertUnchanged }: LockedByStaff,
  request: RefundOrder,
): Promise<RefundRow[]> {
  const { id, stated, ofReturn = null } = request
  // One refund for a return, no matter who presses and in which tab.
  const key = ofReturn === null ? request.key : `return-${ofReturn}`
  const known = await findRefund(tx, 'key', key)
  if (known?.orderId === id) return partsOfRefund(await refundsOfOrder(tx, id), key)
  if (known) throw changed('This form was for a different order.')
  await assertUnchanged()
  // The change may exchange the very pieces, and the buyer can pay for it at any moment [EDIT-07].
  if (before.editWaiting) {
    throw changed('A change to this order is waiting for payment. Cancel the change first.')
  }

  const { plan, found, isLarge } = await planRequest(tx, app, before, request)
  if (plan.amount !== stated) {
    throw changed(`The refund is now ${formatCents(plan.amount)}. Please review it again.`)
  }
  if (isLarge) await request.requireFresh()

  const reachable = await withEmail(tx, before, plan, { email: request.email ?? null, at, by })
  const order = found ? await noteRefundedReturn(tx, reachable, found, { at, by }) : reachable
  const gold = request.wish.of === 'sum' && !found ? await goldDueOffline(tx, id) : []
  const parts = await storeRefundParts(tx, order, plan, { ...request, key, at, actor: 'staff' })
  if (plan.isByHand) await resolveMissingGold(tx, app, gold, request, plan.amount)
  const [first] = parts
  if (found && first) {
    await moveReturn(tx, found, 'refunded', { closedAt: at, closedBy: by, refundId: first.id })
  }
  return parts
}

/** The order with the email address that its refund needs: its own, or the one that was entered [REFUND-19]. */
async function withEmail(
  tx: Orm,
  order: OrderRow,
  plan: OrderRefundPlan,
  { email, at, by }: { email: string | null; at: Date; by: string },
): Promise<OrderRow> {
  if (!plan.needsEmail || order.email !== null || email === null) return order
  const changed = ['email'] as const
  await tx.insert(orderAddresses).values({
    ...{ orderId: order.id, email: null, shippingAddress: order.shippingAddress },
    billingAddress: order.billingAddress,
    ...{ at, by, changed: [...changed] },
  })
  const why = 'The buyer’s email address was entered, for a refund.'
  const after = await updateOrder(tx, order, { at, actor: 'staff', by, why }, { email })
  const facts = { changed: [...changed] }
  await recordOrderEvent(tx, order, { at, by, action: 'order.buyer_corrected', facts })
  return after
}

type RequestedRefund = Pick<RefundOrder, 'key' | 'payment' | 'wish' | 'reason'> & {
  /** The reason for the buyer, or a default once the sums are known. */
  note: string | ((plan: PlannedRefund) => string)
} & Pick<OrderChange, 'at' | 'actor' | 'by'>

/**
 * Plans and stores a refund that no form of the staff showed before, of all payments it needs; where staff took
 * some of that money, or some of the whole cannot be refunded here, it is refused [REFUND-24].
 */
export async function requestRefund(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  request: RequestedRefund,
): Promise<RefundRow[]> {
  const plan = await planOrThrow(tx, app, order, request)
  if (request.actor !== 'staff') {
    if (plan.parts.some(({ isByHand }) => isByHand)) throw refused(onlyOffline(plan))
    if (plan.isShort) throw refused(onlySome(plan))
  }
  return storeRefundParts(tx, order, plan, request)
}

/**
 * One refund for each payment it is of, each with its own credit note and state [REFUND-23]. `applied`: what of its
 * credit pays for other pieces of the order [EDIT-02].
 */
export async function storeRefundParts(
  tx: Orm,
  order: OrderRow,
  { parts }: { parts: readonly (RefundPart & { applied?: Cents })[] },
  request: Omit<RequestedRefund, 'payment' | 'wish'>,
): Promise<RefundRow[]> {
  const stored: RefundRow[] = []
  let before = order
  for (const [nth, part] of parts.entries()) {
    const { refund, after } = await storePart(tx, before, part, {
      ...request,
      key: partKey(request.key, nth),
    })
    stored.push(refund)
    before = after
  }
  return stored
}

/**
 * Stores a refund of an order that the caller has locked, and its credit in the ledger. The provider is
 * asked after the transaction, by sendRefund. What staff hand back themselves is done with it [SALE-07].
 */
async function storePart(
  tx: Orm,
  order: OrderRow,
  {
    payment: reference,
    amount,
    applied,
    credit,
    lines,
    isByHand,
  }: RefundPart & { applied?: Cents },
  { key, reason, note, at, actor, by }: Omit<RequestedRefund, 'payment' | 'wish'>,
): Promise<{ refund: RefundRow; after: OrderRow }> {
  const { livemode } = order
  const provider = isByHand ? byHand : order.paymentProvider
  const refund = await storeRefund(tx, {
    id: randomUUID(),
    orderId: order.id,
    key,
    origin: 'shop',
    provider,
    livemode,
    reference,
    amountCents: amount,
    appliedCents: applied ?? cents(0),
    credit,
    lines,
    reason,
    note: typeof note === 'string' ? note : note({ amount, credit, lines }),
    by,
    at,
    state: isByHand || amount === 0 ? 'succeeded' : 'requested',
    settledAt: isByHand || amount === 0 ? at : null,
  })
  const sum = formatCents(amount)
  const why = isByHand
    ? `${sum} was refunded manually: ${reason}`
    : `A refund of ${sum} was requested: ${reason}`
  const change = { at, actor, by, why }
  const facts = { orderId: order.id, at, provider, livemode, reference, by, why }
  await recordCredit(tx, refund.id, credit, facts)
  let isWhole = false
  let { holdReason } = order
  let after = order
  if (isByHand && amount > 0) {
    await recordEntry(tx, refundEntry(amount), { ...facts, key: `refund:hand:${refund.id}` })
    await creditComesBack(tx, { now: () => at }, { reference, amount, by })
    await queueEmails(tx, order.id, 'refund made', at, refund.id)
    const balance = await balanceOfOrder(tx, order.id)
    isWhole = isWhollyRefunded(balance)
    holdReason = await holdOnceRefunded(tx, order, { isWhole, owed: owedByLedger(balance) })
    if (holdReason !== order.holdReason) change.why += nothingMoreOwed
  }
  if (isWhole && canTransition(order.state, 'refunded')) {
    await releaseRefunded(tx, order.id, { at, by })
    after = await transitionOrder(tx, order, 'refunded', change, { holdReason })
  } else {
    after = await updateOrder(tx, order, change, { holdReason })
  }
  if (actor !== 'staff') return { refund, after }
  await recordOrderEvent(tx, order, {
    at,
    by,
    action: 'order.refund_requested',
    facts: { refund: refund.id, amountCents: amount, reason },
  })
  return { refund, after }
}

/** With the whole sum: what is missing without its tax would be less than the buyer is owed [WEIGH-12]. */
const onlyOffline = ({ amount, credit: { tax }, isByHand }: OrderRefundPlan) => {
  const taxed = tax > 0 ? `, of which ${formatCents(tax)} is sales tax` : ''
  return `${isByHand ? 'This order' : 'Part of this order'} was paid to you directly, so refund it yourself and record a refund of ${formatCents(amount)}${taxed}.`
}

const onlySome = ({ amount }: OrderRefundPlan) =>
  `Only ${formatCents(amount)} of this order can be refunded here, so you’ll need to refund it yourself.`

const changed = (message: string) =>
  new AppError('refund_changed', 409, `${message} Nothing was refunded.`)

/** Why the shop could not make this refund without staff; null where it can [WEIGH-04]. */
export async function refundProblem(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  input: RefundInput,
): Promise<string | null> {
  try {
    const plan = await planOrThrow(tx, app, order, { wish: input, payment: null })
    return plan.parts.some(({ isByHand }) => isByHand) ? refused(onlyOffline(plan)).message : null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'refund_refused') throw error
    return error.message
  }
}
