import { eq, type SQL, sql } from 'drizzle-orm'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { brand } from '#brand'
import type { Orm } from './database.ts'
import { orders } from './schema.ts'

/**
 * The state whose sales tax an order falls under, in SQL on `orders`: of the address that its tax was computed
 * by, also where the address was corrected since; else the state whose rate staff agreed to; else where it is
 * sent to. What staff hand over at the shop is the shop's own, also where an address is stored; so is what they
 * sell with no address [TAX-10]. An address in another country is in no state. What is picked up falls under the
 * state that its payment page taxed it for, by the buyer's billing address; else it is the shop's own [SHIPMONEY-05].
 */
export const placeOfSale =
  () => sql`case when orders.shipping_country <> 'US' then '' else coalesce(
  (select taxed.shipping_address ->> 'state' from order_addresses taxed
    where taxed.order_id = orders.id and is_taxed),
  orders.tax_state,
  case when orders.origin = 'staff' and exists (select from parcels
    where parcels.order_id = orders.id and tracking = ${handedOver.tracking}::text)
  then ${brand.address.region}::text end,
  nullif(btrim(orders.shipping_address ->> 'state'), ''),
  case when orders.shipping_method = 'pickup' then (select taxed.state from order_taxes taxed
    where taxed.order_id = orders.id and tax_cents > 0 order by line, position limit 1) end,
  case when orders.origin = 'staff' or orders.shipping_method = 'pickup'
  then ${brand.address.region}::text end,
  '') end`

/** The same of one order; null: of no state. */
export async function placeOfSaleOf(orm: Orm, id: string): Promise<string | null> {
  const [order] = await orm.select({ state: placeOfSale() }).from(orders).where(eq(orders.id, id))
  return (order?.state as string | undefined) || null
}

/**
 * Whether a line, by its position, was sold by a sale named `entry`: lines that an edit added to a paid order have
 * a separate sale, which its key names [EDIT-03].
 */
export const isLineOfSale = (position: SQL): SQL => sql`not exists (select from order_edits edit
  where edit.order_id = entry.order_id and edit.state = 'applied' and edit.first_line is not null
    and (${position} >= edit.first_line
      and ${position} < edit.first_line + jsonb_array_length(edit.added))
      is distinct from (entry.key = 'sale:' || edit.order_id || ':' || edit.id))`
