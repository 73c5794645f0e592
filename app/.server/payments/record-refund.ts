import { randomUUID } from 'node:crypto'
import { cashBalanceOf, cashBalanceReferences } from '#app/.server/ledger/cash-balance.ts'
import {
  changeRefund,
  findRefund,
  isRefundEvent,
  knownRefunds,
  moneyOfOrder,
  type RefundRow,
  refundsOfPayment,
  statusOf,
  storeRefund,
} from '#app/.server/ledger/refunds.ts'
import {
  creditEntry,
  refundEntry,
  refundFailedEntry,
  type SaleParts,
  totalOf,
} from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import { allocateRefund, withDeclinedOwed } from '#app/domain/refunds/allocate-refund.ts'
import { furtherState, givenBack, withRefund } from '#app/domain/refunds/refund-state.ts'
import {
  type EntryFacts,
  recordEntry,
  refundedOfPayment,
  salePaymentsOf,
} from '../ledger/repository.ts'
import { queueEmails } from '../orders/transition.ts'
import type { Orm } from '../platform/db/database.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import type { MoneyEvent } from './gateway/payment-event.ts'

/** Of an entry that a refund of a certain payment writes. */
export type RefundFacts = Omit<EntryFacts, 'key' | 'orderId' | 'reference' | 'provider'> & {
  orderId: string
  reference: string
  provider: RefundRow['provider']
  /** Of a cash balance, all its references; left out where there is the one. */
  references?: readonly string[]
}

/**
 * Writes what an event says of a refund: to the refund it is about, and to the ledger. Reports come
 * twice, late and in any order, some of single refunds, some of the total refunded, so nothing
 * is added up from them one by one: each time all that is known is compared with what is booked
 * [REFUND-05]. What nobody asked for here was made at the provider, and becomes a refund as well.
 */
export async function recordRefund(
  tx: Orm,
  event: MoneyEvent,
  amount: Cents,
  facts: RefundFacts,
): Promise<void> {
  const { reference, references } = facts
  if (!isRefundEvent(event.type)) {
    await bookRefunds(tx, facts, { highest: amount })
    return
  }
  const id = event.object ?? event.id
  const status = statusOf(event.type)
  await nameRefund(tx, id, event.refund, reference)
  await bookRefunds(tx, facts, { named: { id, amount, status } })
  if (status === 'failed' && references === undefined) {
    await recordEntry(tx, refundFailedEntry(amount), { ...facts, key: `refund failed:${id}` })
  }
  const refund =
    (await findRefund(tx, 'providerId', id)) ??
    (await adopt(tx, id, amount, references ?? reference))
  if (refund) await completeRefund(tx, refund, status, facts)
}

/** The provider's answer, or its first event, names a refund that was asked for here. */
async function nameRefund(
  tx: Orm,
  providerId: string,
  ownId: string | undefined,
  reference: string,
): Promise<void> {
  const own = ownId === undefined ? null : await findRefund(tx, 'id', ownId)
  if (own?.reference === reference && own.providerId === null) {
    await changeRefund(tx, own.id, {
      providerId,
      ...(own.state === 'refused' && { state: 'requested', problem: null }),
    })
  }
}

/**
 * The same for a payment that belongs to no order: its refunds take nothing back of any sale, and the
 * ledger has them as those of no order.
 */
export async function completeUnmatchedRefund(tx: Orm, event: MoneyEvent, at: Date): Promise<void> {
  const { type, reference } = event
  if (!isRefundEvent(type) || reference === null) return
  const id = event.object ?? event.id
  await nameRefund(tx, id, event.refund, reference)
  const refund = await findRefund(tx, 'providerId', id)
  if (!refund) return
  const state = furtherState(refund.state, statusOf(type))
  if (state !== refund.state) await changeRefund(tx, refund.id, { state, settledAt: at })
}

/** A refund made at the provider that was known by its sum alone so far. */
async function adopt(
  tx: Orm,
  providerId: string,
  amount: Cents,
  reference: string | readonly string[],
): Promise<RefundRow | null> {
  const found = (await refundsOfPayment(tx, reference)).find(
    (each) => each.origin === 'provider' && each.providerId === null && each.amountCents === amount,
  )
  if (found) await changeRefund(tx, found.id, { providerId })
  return found ?? null
}

export async function completeRefund(
  tx: Orm,
  refund: RefundRow,
  status: RefundRow['state'],
  { at, orderId }: RefundFacts,
): Promise<void> {
  const state = furtherState(refund.state, status)
  if (state !== refund.state) await changeRefund(tx, refund.id, { state, settledAt: at })
  if (state === 'pending' || state === 'succeeded') {
    await queueEmails(tx, orderId, 'refund made', at, refund.id)
  }
}

type Report = {
  /** The total refunded of the payment, as the provider counts it. */
  highest?: Cents
  named?: { id: string; amount: Cents; status: 'pending' | 'succeeded' | 'failed' }
}

/** Brings the ledger, and the refunds made at the provider, up to what is known of a payment. */
export async function bookRefunds(
  tx: Orm,
  facts: RefundFacts,
  { highest = cents(0), named }: Report,
): Promise<void> {
  const { reference } = facts
  const of = facts.references ?? reference
  const booked = await refundedOfPayment(tx, of)
  const before = await knownRefunds(tx, of)
  const known = named ? withRefund(before, named) : before
  const inAll = givenBack(known, cents(Math.max(booked, highest)))

  const all = await refundsOfPayment(tx, of)
  const own = all.filter(({ origin }) => origin === 'shop')
  const isOwn = (id: string) => own.some(({ providerId }) => providerId === id)
  const elsewhere = sumCents(known.filter(({ id }) => !isOwn(id)).map(({ amount }) => amount))
  const stored = sumOf(all) - sumOf(own)
  const missing = cents(Math.max(elsewhere, inAll - sumOf(own)) - stored)
  if (missing > 0) await storeMadeElsewhere(tx, facts, missing, named)
  if (inAll > booked) {
    const key = `refund:${reference}:${inAll}`
    await recordEntry(tx, refundEntry(cents(inAll - booked)), { ...facts, key })
  }
}

const sumOf = (refunds: readonly RefundRow[]) =>
  sumCents(refunds.map(({ amountCents }) => cents(amountCents)))

async function storeMadeElsewhere(
  tx: Orm,
  facts: RefundFacts,
  amount: Cents,
  named: Report['named'],
): Promise<void> {
  const { orderId, provider, livemode, reference, at, by } = facts
  const money = await moneyOfOrder(tx, orderId)
  // What staff declined came by another payment, or is on the cash balance of a wire’s buyer [REFUND-17].
  const isOfSale = (await salePaymentsOf(tx, orderId)).has(reference)
  const credit = allocateRefund(isOfSale ? money : withDeclinedOwed(money), amount)
  const id = randomUUID()
  const isNamed = named?.amount === amount && !(await findRefund(tx, 'providerId', named.id))
  const refund = await storeRefund(tx, {
    id,
    orderId,
    key: `made elsewhere:${id}`,
    origin: 'provider',
    provider,
    livemode,
    reference,
    amountCents: amount,
    credit,
    reason: 'Issued through the payment provider',
    by,
    at,
    state: 'requested',
    providerId: isNamed ? named.id : null,
  })
  await recordCredit(tx, refund.id, credit, facts)
  await completeRefund(tx, refund, (isNamed && named.status) || 'succeeded', facts)
}

/** The part of the sale that a refund reverses; nothing where the buyer was owed it anyway. */
export async function recordCredit(
  tx: Orm,
  refundId: string,
  credit: SaleParts,
  facts: Omit<EntryFacts, 'key'>,
): Promise<void> {
  if (totalOf(credit) === 0 && credit.goods === 0) return
  await recordEntry(tx, creditEntry(credit), { ...facts, key: `credit:${refundId}` })
}

type WireOrder = Pick<OrderRow, 'id' | 'paymentCustomer'>

/** A refund from the buyer's cash balance, as the provider reports refunds [BANK-12]. */
export async function recordBalanceRefund(
  tx: Orm,
  order: WireOrder,
  event: MoneyEvent,
  amount: Cents,
  facts: RefundFacts,
): Promise<void> {
  const of = { ...facts, references: await cashBalanceReferences(tx, order) }
  await recordRefund(tx, event, amount, of)
  if (event.type === 'refund failed') await bookWhatCameBack(tx, order, of)
}

/**
 * What left the cash balance for the buyer's bank, or came back: the same refunds once more, which it does
 * not name. The higher of both sums is booked, so none counts twice [BANK-11, BANK-13].
 */
export async function recordMovedBalance(
  tx: Orm,
  order: WireOrder,
  { type, provider }: MoneyEvent,
  amount: Cents,
  facts: Omit<RefundFacts, 'orderId' | 'reference' | 'provider' | 'references'>,
): Promise<void> {
  const { id: orderId, paymentCustomer: reference } = order
  if (reference === null) return
  const references = await cashBalanceReferences(tx, order)
  const of = { ...facts, orderId, provider, reference, references }
  if (type === 'balance sent back') {
    const { sent } = await cashBalanceOf(tx, order)
    await bookRefunds(tx, of, { highest: sent })
    return
  }
  await bookWhatCameBack(tx, order, of)
  // A movement does not say which refund failed: take the last of this sum. A named one says so.
  const failed = (await refundsOfPayment(tx, references)).findLast(
    ({ origin, state, amountCents, reference, providerId }) =>
      origin === 'provider' &&
      state === 'succeeded' &&
      amountCents === amount &&
      (providerId === null || providerId === reference),
  )
  if (failed) await completeRefund(tx, failed, 'failed', of)
}

async function bookWhatCameBack(tx: Orm, order: WireOrder, facts: RefundFacts): Promise<void> {
  const { cameBack, failed } = await cashBalanceOf(tx, order)
  const known = await knownRefunds(tx, facts.references ?? facts.reference)
  const named = sumCents(
    known.filter(({ status }) => status === 'failed').map(({ amount }) => amount),
  )
  const inAll = cents(Math.max(named, cameBack))
  if (inAll <= failed) return
  const key = `refund failed:${facts.reference}:${inAll}`
  await recordEntry(tx, refundFailedEntry(cents(inAll - failed)), { ...facts, key })
}
