import { sql } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import { whatBecameOfPieces } from '#app/.server/inventory/reservations.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { storeAgreedTaxes } from '#app/.server/orders/draft-details.ts'
import { type OrderChange, transitionOrder, updateOrder } from '#app/.server/orders/transition.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { holdIfTaxDoubted } from '#app/.server/risk/hold-doubted-tax.ts'
import { holdIfHighValue } from '#app/.server/risk/hold-high-value.ts'
import { changeHold, releaseRefunded } from '#app/.server/risk/holds.ts'
import { storeLineTaxes } from '#app/.server/tax/line-taxes.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import type { PaymentChanges, PaymentEffect } from '#app/domain/payments/payment-event.ts'
import { isWhollyRefunded } from '#app/domain/refunds/refund.ts'
import { type AppliedEvent, buyerColumns, changedColumns, waitingColumns } from './event-columns.ts'
import { recordMoney } from './record-money.ts'

/**
 * Stores what an event does to an order that the caller has locked: its money in the ledger, its state
 * or columns with their history, and the mails and alerts about it.
 */
export async function applyEffect(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: AppliedEvent,
  { at, attachedBy }: { at: Date; attachedBy?: string | undefined },
): Promise<OrderRow> {
  const by =
    attachedBy ?? `payment provider (${event.provider}${event.reconciled ? ', reconciled' : ''})`
  const change: OrderChange = {
    at,
    actor: attachedBy ? 'staff' : 'payment provider',
    by,
    why: attachedBy ? `${effect.why} It was attached to this order by hand.` : effect.why,
  }
  await recordMoney(tx, order, event, { effect, at, by })
  switch (effect.outcome) {
    case 'ignored':
    case 'deferred':
      return order
    case 'updated': {
      const { dispute, hold } = effect.changes
      if (hold) await changeHold(tx, order, hold, { at, by })
      if (dispute?.status === 'open') {
        const facts = { order: { id: order.id, number: order.number } }
        await raiseAlert(tx, { kind: 'dispute-opened', at, occasion: event.id, facts })
      }
      const { sentence, isWhole, isSettled } = await afterRefund(tx, order, effect.changes)
      change.why += sentence
      if (isWhole) {
        await releaseRefunded(tx, order.id, { at, by })
        return transitionOrder(tx, order, 'refunded', change)
      }
      const mail =
        mailAbout(effect.changes, event) ??
        partMail(order, event) ??
        (effect.changes.processing ? awaitedMail(order, effect.changes, event) : null)
      const columns = {
        ...changedColumns(effect.changes, at),
        ...waitingColumns(order, effect, event),
        ...(isSettled && { holdReason: null }),
      }
      return updateOrder(tx, order, change, columns, mail)
    }
    case 'on hold': {
      const isLate = order.state === 'expired' || order.state === 'cancelled'
      const became = isLate ? await whatBecameOfPieces(tx, order.id) : ''
      const why = effect.why + became
      const holdReason = order.holdReason ? `${order.holdReason} ${why}` : why
      change.why += became
      return updateOrder(
        tx,
        order,
        change,
        { holdReason },
        { about: 'on hold', occasion: event.id },
      )
    }
    case 'applied': {
      if (effect.becomes === 'paid' && order.priceWithdrawnAt !== null) {
        const facts = { order: { id: order.id, number: order.number } }
        await raiseAlert(tx, { kind: 'paid-at-withdrawn-price', at, occasion: event.id, facts })
      }
      if (effect.becomes === 'paid' && event.taxes) {
        await storeLineTaxes(tx, order, event.taxes, at)
      }
      if (effect.becomes === 'paid') await storeAgreedTaxes(tx, order, at)
      const hasFailed = event.type === 'failed' && order.payBy === 'debit' && order.email !== null
      const alsoMail = hasFailed ? [{ about: 'debit failed', occasion: '' } as const] : []
      const now = await transitionOrder(
        tx,
        order,
        effect.becomes,
        change,
        {
          ...changedColumns(effect.changes, at),
          ...(effect.becomes === 'paid' && {
            paidAt: at,
            ...buyerColumns(order, event),
            // Of a wire it is the payment its transfers went into.
            paymentReference:
              order.payBy === 'wire'
                ? (order.paymentReference ?? event.reference)
                : (event.reference ?? null),
          }),
        },
        alsoMail,
      )
      if (effect.becomes !== 'paid') return now
      const held = await holdIfHighValue(tx, now, { at, billedIn: event.billedIn ?? null })
      const status = event.taxStatus ?? (await taxStatusOfPage(tx, order))
      return holdIfTaxDoubted(tx, held, { at, status })
    }
  }
}

/** Whether the tax of a wire could be computed, as the payment page said before the money came. */
async function taxStatusOfPage(tx: Orm, { id, payBy, withTax }: OrderRow) {
  if (payBy !== 'wire' || !withTax) return undefined
  const [page] = await rows<{ status: string | null }>(
    tx,
    sql`select payload #>> '{object,automatic_tax,status}' as status from payment_events
        where order_id = ${id} and payload #> '{object,automatic_tax}' is not null
        order by received_at desc, id limit 1`,
  )
  return page?.status
}

/** What the ledger says once a refund is in it: whether all of the order was given back by now. */
async function afterRefund(
  tx: Orm,
  order: OrderRow,
  { refunded }: PaymentChanges,
): Promise<{ sentence: string; isWhole: boolean; isSettled: boolean }> {
  const isSettled = false
  if (refunded === undefined) return { sentence: '', isWhole: false, isSettled }
  const balance = await balanceOfOrder(tx, order.id)
  if (isWhollyRefunded(balance)) {
    const isWhole = canTransition(order.state, 'refunded')
    if (!isWhole && (await isReviewedByRefund(tx, order))) {
      return { sentence: ' Nothing more is owed.', isWhole, isSettled: true }
    }
    return { sentence: ' Nothing of the order stays paid.', isWhole, isSettled }
  }
  const stays = cents(balance.paid - balance.refunded - balance.lost)
  return { sentence: ` ${formatCents(stays)} stays paid.`, isWhole: false, isSettled }
}

/**
 * What came too late or was too little for an order that ended unpaid is refunded whole: it needs no review
 * any more [WIRE-03]. Money of another currency is not in the ledger, so there a person still looks.
 */
async function isReviewedByRefund(tx: Orm, { id, state, holdReason }: OrderRow): Promise<boolean> {
  if (holdReason === null || (state !== 'expired' && state !== 'cancelled')) return false
  const [foreign] = await rows<{ id: string }>(
    tx,
    sql`select id from payment_events where order_id = ${id} and outcome = 'on hold'
        and (currency is null or lower(currency) <> 'usd') limit 1`,
  )
  return foreign === undefined
}

/** Once when the money is awaited and its sum is known; of a wire also after each that is not the whole. */
function awaitedMail(
  { payBy, withTax, pageTaxCents }: OrderRow,
  { pageTax }: PaymentChanges,
  { type, id, reference }: AppliedEvent,
) {
  // An order that staff made may be paid in several debits.
  if (payBy === 'debit') return { about: 'debit awaited', occasion: reference ?? '' } as const
  if (payBy !== 'wire') return null
  if (withTax && pageTaxCents === null && pageTax === undefined) return null
  const occasion = type === 'transferred' ? id : 'begun'
  return { about: 'wire awaited', occasion } as const
}

/** A deposit, or another part of what a draft order costs; its last payment has the mails of a paid order. */
function partMail({ origin }: OrderRow, { type, reference, id }: AppliedEvent) {
  if (origin !== 'staff' || type !== 'paid') return null
  return { about: 'part paid', occasion: reference ?? id } as const
}

/** A dispute has mails of its own; what else holds an order back has one for all. */
function mailAbout({ dispute, hold }: PaymentChanges, { id, type }: AppliedEvent) {
  if (dispute) return { about: `dispute ${dispute.status}`, occasion: id } as const
  const isWorth = hold?.kind === 'fraud warning' || hold?.kind === 'review'
  return isWorth ? ({ about: 'held back', occasion: `${type} ${id}` } as const) : null
}
