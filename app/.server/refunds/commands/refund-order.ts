import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import {
  findRefund,
  moneyOfOrder,
  type OrderMoney,
  paymentsOfOrder,
  type RefundRow,
  refundsOfOrder,
  storeRefund,
} from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder, type EntryFacts, recordEntry } from '#app/.server/ledger/repository.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  type StaffOrder,
} from '#app/.server/orders/staff-order.ts'
import {
  type OrderChange,
  queueMails,
  transitionOrder,
  updateOrder,
} from '#app/.server/orders/transition.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { recordCredit } from '#app/.server/payments/record-refund.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { noteRefundedReturn, returnToRefund } from '#app/.server/returns/refund-return.ts'
import { moveReturn } from '#app/.server/returns/returns.ts'
import { releaseRefunded } from '#app/.server/risk/holds.ts'
import { quantityField } from '#app/contracts/refunds/refund.ts'
import { refundEntry } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'
import { goldWaitingBeside } from '#app/domain/payments/waiting-gold.ts'
import {
  freshFactorAbove,
  isWhollyRefunded,
  type PlannedRefund,
  planRefund,
  type RefundWish,
} from '#app/domain/refunds/refund.ts'
import { refundableLines } from '../queries/order-refunds.ts'
import { sendRefund } from './send-refund.ts'

export type RefundOrder = StaffOrder & {
  /** Of the form: pressed twice, it is one refund. */
  key: string
  /** The payment it goes back to; the one with most left where none is named. */
  payment: string | null
  wish: RefundWish
  /** What the screen said goes back. */
  stated: Cents
  /** Why, for staff; and a sentence for the buyer, or none. */
  reason: string
  note: string
  /** The return whose pieces it is for, which ends with it. */
  ofReturn?: string | null
  /** Refuses who has not shown a second factor just now. */
  requireFresh: () => Promise<void>
}

/**
 * Gives money of an order back. What is asked for is stored before the provider is asked, and asked for
 * again by a job until its answer is known: none is lost, and none is made twice [REFUND-01, REFUND-04].
 */
export async function refundOrder(app: AppContext, request: RefundOrder): Promise<RefundRow> {
  const refund = await withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => storeRequest(tx, app, request)),
  )
  if (refund.state !== 'requested') return refund
  return sendRefund(app, refund)
}

async function storeRequest(tx: Orm, app: AppContext, request: RefundOrder): Promise<RefundRow> {
  const { id, ofReturn = null } = request
  // One refund for a return, whoever presses, in whichever tab.
  const key = ofReturn === null ? request.key : `return-${ofReturn}`
  const order = await lockOrderForStaff(tx, id)
  const before = await findRefund(tx, 'key', key)
  if (before?.orderId === order.id) return before
  if (before) throw changed('This form was sent for another order.')
  await refuseWhereChanged(tx, order, request.revision)

  const { at, by } = { at: app.now(), by: request.by }
  const found = ofReturn === null ? null : await returnToRefund(tx, order, ofReturn, request.wish)
  const refund = await requestRefund(
    tx,
    app,
    found ? await noteRefundedReturn(tx, order, found, { at, by }) : order,
    { ...request, key, at, actor: 'staff' },
    async (plan) => {
      if (plan.amount !== request.stated) {
        throw changed(`By now ${formatCents(plan.amount)} would go back. Please look at it again.`)
      }
      if (await isLarge(tx, order.id, plan)) await request.requireFresh()
    },
  )
  if (found) {
    await moveReturn(tx, found, 'refunded', { closedAt: at, closedBy: by, refundId: refund.id })
  }
  return refund
}

/** With what was refunded of the order before, lest many small ones add up to a large one [REFUND-07]. */
async function isLarge(tx: Orm, orderId: string, { amount }: PlannedRefund): Promise<boolean> {
  const before = await refundsOfOrder(tx, orderId)
  const made = before.filter(({ state }) => state !== 'refused' && state !== 'failed')
  const sum = made.reduce((total, { amountCents }) => total + amountCents, 0)
  return sum + amount > freshFactorAbove
}

type AskedRefund = Pick<RefundOrder, 'key' | 'payment' | 'wish' | 'reason'> & {
  /** For the buyer; or what it is, once the sums are known. */
  note: string | ((plan: PlannedRefund) => string)
} & Pick<OrderChange, 'at' | 'actor' | 'by'>

/**
 * Stores a refund of an order that the caller has locked, whoever asks for it, and its credit in the
 * ledger. The provider is asked after the transaction, by sendRefund.
 */
export async function requestRefund(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  asked: AskedRefund,
  confirm: (plan: PlannedRefund) => Promise<void> = async () => {},
): Promise<RefundRow> {
  const { key, reason, at, actor, by } = asked
  const { payment, plan, isByHand } = await judge(tx, app, order, asked)
  if (isByHand && actor !== 'staff') throw refused(onlyByHand(plan))
  await confirm(plan)
  const note = typeof asked.note === 'string' ? asked.note : asked.note(plan)
  const { livemode } = order
  const provider = isByHand ? byHand : order.paymentProvider
  const refund = await storeRefund(tx, {
    id: randomUUID(),
    orderId: order.id,
    key,
    origin: 'shop',
    provider,
    livemode,
    reference: payment,
    amountCents: plan.amount,
    credit: plan.credit,
    lines: plan.lines,
    reason,
    note,
    by,
    at,
    state: isByHand ? 'succeeded' : 'requested',
    settledAt: isByHand ? at : null,
  })
  const sum = formatCents(plan.amount)
  const why = isByHand
    ? `${sum} was refunded by hand: ${reason}`
    : `A refund of ${sum} was asked for: ${reason}`
  const facts = { orderId: order.id, at, provider, livemode, reference: payment, by, why }
  await recordCredit(tx, refund.id, plan.credit, facts)
  if (isByHand) await bookHandRefund(tx, order, refund, facts)
  else await updateOrder(tx, order, { at, actor, by, why }, {})
  if (actor !== 'staff') return refund
  await recordAuditEvent(tx, {
    at,
    actor: adminActor(by),
    action: 'order.refund_requested',
    target: { type: 'order', id: order.id },
    facts: { number: order.number, refund: refund.id, amountCents: plan.amount, reason },
  })
  return refund
}

/** With the whole sum: what is missing without its tax would be less than the buyer is owed [WEIGH-12]. */
const onlyByHand = ({ amount, credit: { tax } }: PlannedRefund) => {
  const taxed = tax > 0 ? `, of which ${formatCents(tax)} is sales tax` : ''
  return `This order was paid by hand, so its money goes back by hand: record a refund of the sum of ${formatCents(amount)}${taxed}.`
}

/** Staff hand the money back themselves: no provider is asked, and it is done [SALE-07]. */
async function bookHandRefund(
  tx: Orm,
  order: OrderRow,
  { id, amountCents }: RefundRow,
  facts: Omit<EntryFacts, 'key'>,
): Promise<void> {
  const { at, by, why } = facts
  const change = { at, actor: 'staff', by, why } as const
  await recordEntry(tx, refundEntry(cents(amountCents)), { ...facts, key: `refund:hand:${id}` })
  await queueMails(tx, order.id, 'refund made', at, id)
  const isWhole = isWhollyRefunded(await balanceOfOrder(tx, order.id))
  if (!isWhole || !canTransition(order.state, 'refunded')) {
    await updateOrder(tx, order, change, {})
    return
  }
  await releaseRefunded(tx, order.id, { at, by })
  await transitionOrder(tx, order, 'refunded', change)
}

const changed = (sentence: string) =>
  new AppError('refund_changed', 409, `${sentence} Nothing was refunded.`)
/** A wire to an account number of no order: the shop does not know whose cash balance it is on. */
const isOtherWire = (reference: string) => reference.startsWith('ccsbtxn_')
const otherWire =
  'This wire is on the cash balance of a customer that no order is of. Refund it in Stripe’s dashboard, under Customers.'

const refused = (sentence: string, field?: string) =>
  new AppError('refund_refused', 409, `${sentence} Nothing was refunded.`, {
    details: field === undefined ? {} : { errors: { [field]: sentence } },
  })

/** What would go back, and to which payment; an AppError where it cannot. */
async function judge(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  { wish, payment: named }: Pick<RefundOrder, 'wish' | 'payment'>,
): Promise<{ payment: string; plan: PlannedRefund; money: OrderMoney; isByHand: boolean }> {
  if (order.dispute === 'open') {
    throw refused(
      'The buyer’s bank disputes this payment. A refund now could pay the buyer twice; wait until the dispute is decided.',
    )
  }
  const payments = await paymentsOfOrder(tx, order.id)
  const most = payments.reduce((one, other) => (other.left > one.left ? other : one), {
    reference: '',
    provider: '',
    from: 'payment',
    left: cents(0),
  })
  const payment = named === null ? most : payments.find(({ reference }) => reference === named)
  if (!payment) throw refused('There is no such payment of this order.')
  const isByHand = payment.provider === byHand
  const { payments: own } = app
  if (!isByHand && (own?.provider !== order.paymentProvider || own.live !== order.livemode)) {
    throw refused('This order was paid where this shop is not connected to any more.')
  }
  if (!isByHand && payment.provider !== '' && payment.provider !== order.paymentProvider) {
    throw refused('This payment did not come by card; refund it the way it came.')
  }
  if (order.payBy === 'wire' && order.state === 'pending') {
    throw refused(
      'This order still waits for its wire, and Stripe keeps what came for it. It can be refunded once the order has expired.',
    )
  }
  if (isOtherWire(payment.reference)) throw refused(otherWire)
  const money = await moneyOfOrder(tx, order.id)
  const lines = await refundableLines(tx, order.id)
  const waiting = goldWaitingBeside(wish, await weighedItemsOf(tx, order.id), lines, money)
  if (waiting) {
    const field = wish.of === 'sum' ? 'sum' : quantityField(waiting.line)
    throw refused(`Undo or settle the weight of ${waiting.serial} first.`, field)
  }
  const plan = planRefund(wish, lines, {
    ...money,
    refundable: cents(Math.min(money.refundable, payment.left)),
  })
  if ('refused' in plan) {
    throw refused(plan.refused, typeof plan.at === 'number' ? quantityField(plan.at) : plan.at)
  }
  return { payment: payment.reference, plan, money, isByHand }
}

/** Why the shop could not make this refund without staff; null where it can [WEIGH-04]. */
export async function whyNotRefunded(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  wish: RefundWish,
): Promise<string | null> {
  try {
    const { plan, isByHand } = await judge(tx, app, order, { wish, payment: null })
    return isByHand ? refused(onlyByHand(plan)).message : null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'refund_refused') throw error
    return error.message
  }
}

export type RefundPreview = PlannedRefund & {
  /** What stays paid after it. */
  stays: Cents
  needsFreshFactor: boolean
  /** Staff hand it back themselves; the shop moves no money. */
  isByHand: boolean
}

/** What a refund would do, before anybody confirms it [REFUND-03]. */
export function previewRefund(
  app: AppContext,
  { id, ...wish }: Pick<RefundOrder, 'id' | 'wish' | 'payment'>,
): Promise<RefundPreview> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      const { plan, money, isByHand } = await judge(tx, app, order, wish)
      return {
        ...plan,
        stays: cents(money.refundable - plan.amount),
        needsFreshFactor: await isLarge(tx, id, plan),
        isByHand,
      }
    }),
  )
}
