import { eq } from 'drizzle-orm'
import { riskSetting } from '#app/.server/settings/risk.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { cents } from '#app/domain/money/cents.ts'
import { highValueReason } from '#app/domain/risk/high-value.ts'
import { whyPickupTaxIsDoubted, whyTaxIsDoubted } from '#app/domain/tax/expected-tax.ts'
import { type LineTax, nontaxable } from '#app/domain/tax/sales-tax.ts'
import { brand } from '#brand'
import { taxOfSale } from '../ledger/repository.ts'
import { updateOrder } from '../orders/transition.ts'
import type { Orm } from '../platform/db/database.ts'
import { placeOfSaleOf } from '../platform/db/place-of-sale.ts'
import { type OrderRow, orderLines } from '../platform/db/schema.ts'
import { openHold } from './holds.ts'

type Paid = {
  at: Date
  /** The country of the card; null where it is not known. */
  billedIn?: string | null | undefined
  /** What the provider says about its sales tax computation. */
  taxStatus?: string | null | undefined
}

/**
 * An order that was just paid: one of a high value, and one whose sales tax contradicts the settings, is
 * looked at before it is sent [HOLD-04, TAX-09].
 */
export async function holdPaidOrder(tx: Orm, order: OrderRow, paid: Paid): Promise<OrderRow> {
  const sale = {
    total: cents(order.totalCents),
    shipsTo: order.shippingAddress?.country ?? null,
    billedIn: paid.billedIn ?? null,
  }
  const reason = highValueReason(sale, await riskSetting.stored(tx))
  const held = reason ? await hold(tx, order, { kind: 'high value', reason, at: paid.at }) : order
  return holdIfTaxDoubted(tx, held, paid)
}

/** Also where its address is corrected after it was paid. */
export async function holdIfTaxDoubted(
  tx: Orm,
  order: OrderRow,
  { at, taxStatus: status }: Omit<Paid, 'billedIn'>,
): Promise<OrderRow> {
  if (!order.withTax) return order
  const { enabled, states } = await salesTaxSetting.stored(tx)
  const lines = await tx
    .select({ code: orderLines.taxCode })
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
  const reason = whyTaxIsDoubted({
    withTax: order.withTax,
    goods: cents(order.totalCents - order.shippingCents),
    charged: await taxOfSale(tx, order.id),
    state: await placeOfSaleOf(tx, order.id),
    registered: enabled ? states : [],
    isTaxable: lines.some(({ code }) => code !== nontaxable),
    status,
  })
  return reason ? hold(tx, order, { kind: 'sales tax', reason, at }) : order
}

/** Once it is known who taxed it, which the payment does not say [TAX-09]. */
export async function holdIfPickupTaxDoubted(
  tx: Orm,
  order: OrderRow,
  { taxes, at }: { taxes: readonly LineTax[]; at: Date },
): Promise<void> {
  if (!isPickup(order) || order.state !== 'paid') return
  const taxedIn = taxes.filter(({ tax }) => tax > 0).map(({ state }) => state)
  const reason = whyPickupTaxIsDoubted(taxedIn, brand.address.region)
  if (reason) await hold(tx, order, { kind: 'sales tax', reason, at })
}

type Hold = { kind: 'high value' | 'sales tax'; reason: string; at: Date }

async function hold(tx: Orm, order: OrderRow, { kind, reason, at }: Hold): Promise<OrderRow> {
  await openHold(tx, order.id, { kind, object: '', reason, at })
  const change = { at, actor: 'system', by: 'the shop', why: `On hold: ${reason}` } as const
  // The email to staff that it is paid says so too.
  return updateOrder(tx, order, change, {})
}
