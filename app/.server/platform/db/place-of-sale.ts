import { sql } from 'drizzle-orm'
import { brand } from '#brand'

/**
 * The state whose sales tax an order falls under, in SQL on `orders`: of the address that its tax was computed
 * by, also where the address was corrected since; else the state whose rate staff agreed to; else where it is
 * sent to. What staff sell with no address is handed over at the shop, so it is the shop's own [TAX-10].
 */
export const placeOfSale = () => sql`coalesce(
  (select taxed.shipping_address ->> 'state' from order_addresses taxed
    where taxed.order_id = orders.id and is_taxed),
  orders.tax_state,
  nullif(btrim(orders.shipping_address ->> 'state'), ''),
  case when orders.origin = 'staff' then ${brand.address.region}::text end,
  '')`
