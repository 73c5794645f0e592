import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import type { LockedByStaff } from '#app/.server/orders/change-order.ts'
import {
  assertNotOnHold,
  type VersionedOrder,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import { customWorkOf, storeAgreedTaxes } from '#app/.server/orders/staff-order-details.ts'
import { transitionOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type {
  DraftOrderFormInput,
  draftOrderForms,
} from '#app/contracts/draft-orders/draft-order.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { type StaffDue, staffDue } from '#app/domain/payments/offline-payment.ts'

export type DraftOrderRequest<Name extends keyof typeof draftOrderForms> = Omit<
  VersionedOrder,
  'revision'
> &
  DraftOrderFormInput<Name>

export type StaffMoneyNow = StaffDue & {
  received: Cents
  isGoldFixed: boolean
}

/** What of an order is paid, and what is left. */
export async function staffMoneyOf(tx: Orm, order: OrderRow): Promise<StaffMoneyNow> {
  const { paid, refunded } = await balanceOfOrder(tx, order.id)
  const received = cents(paid - refunded)
  const work = await customWorkOf(tx, order.id)
  const money = { total: cents(order.totalCents), tax: cents(order.taxCents), received }
  const due = staffDue(money, work && cents(work.depositCents))
  return { ...due, received, isGoldFixed: work === null || work.fixedAt !== null }
}

/** A draft order that still waits for money, as the page showed it. */
export async function assertSaleOpen({ tx, order, assertUnchanged }: LockedByStaff): Promise<void> {
  if (order.origin !== 'staff') {
    throw new AppError(
      'not_made_by_staff',
      409,
      'This order was placed online and has to be paid there. Nothing was changed.',
    )
  }
  if (order.state !== 'pending') throw await wrongState(tx, order)
  assertNotOnHold(order)
  await assertUnchanged()
}

/** Why the form's request cannot be done, in a sentence. */
export const saleRefused = (message: string) =>
  new AppError('sale_refused', 422, `${message} Nothing was changed.`)

/** Paid in full; its sale is in the ledger. */
export async function finishSale(
  tx: Orm,
  order: OrderRow,
  { at, by, why }: { at: Date; by: string; why: string },
  paymentReference: string | null,
): Promise<void> {
  const change = { at, actor: 'staff', by, why } as const
  const reference = paymentReference ?? order.paymentReference
  await transitionOrder(tx, order, 'paid', change, { paidAt: at, paymentReference: reference })
  await storeAgreedTaxes(tx, order, at)
}
