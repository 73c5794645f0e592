import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { isLineOfSale } from '#app/.server/platform/db/place-of-sale.ts'
import { allocateCents } from '#app/domain/money/allocate-cents.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { SalePart } from '#app/domain/tax/taken-back.ts'
import type { ChangedSale, Times } from './changed-sales.ts'

type Place = {
  state: string
  /** `state`, `county`, `city` or `district`. */
  level: string
  name: string
  /** Percent. */
  rate: string
}

/** A month of one jurisdiction. */
export type TaxOfPlace = Place & {
  /** Goods and shipping it taxed, less what is no longer taxed. */
  taxable: Cents
  charged: Cents
  credited: Cents
  /** Charged less credited. */
  toPay: Cents
}

type Sums = { taxable: number; tax: number }

/** Taxes of the sales of a month, and shares of what was credited in it [TAX-06, TAX-12]. */
export async function taxByPlace(
  orm: Orm,
  { first, end, livemode }: Times,
  changed: readonly ChangedSale[],
): Promise<TaxOfPlace[]> {
  const charged = await rows<Place & Sums>(
    orm,
    sql`select place.state, level, name, rate::text, sum(taxable_cents)::float8 as taxable,
        sum(tax_cents)::float8 as tax
      from ledger_entries entry join order_taxes place on place.order_id = entry.order_id
      where kind = 'sale' and ${isLineOfSale(sql`coalesce(place.line, 0)`)} and entry.livemode = ${livemode}
        and entry.at >= ${first} and entry.at < ${end}
      group by place.state, level, name, rate having sum(tax_cents) > 0
      order by place.state, level desc, name, rate`,
  )
  return [
    ...charged.map(({ taxable, tax, ...place }) => ({
      ...place,
      ...{ taxable: cents(taxable), charged: cents(tax), credited: cents(0), toPay: cents(tax) },
    })),
    ...(await creditedByPlace(orm, changed)).filter(
      ({ taxable, credited }) => taxable !== 0 || credited !== 0,
    ),
  ]
}

async function creditedByPlace(orm: Orm, changed: readonly ChangedSale[]): Promise<TaxOfPlace[]> {
  const ids = changed.map(({ orderId }) => orderId)
  const found = await rows<Place & Sums & { orderId: string }>(
    orm,
    sql`select order_id as "orderId", state, level, name, rate::text,
        sum(taxable_cents)::float8 as taxable, sum(tax_cents)::float8 as tax
      from order_taxes where order_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      group by order_id, state, level, name, rate having sum(tax_cents) > 0
      order by state, level desc, name, rate`,
  )
  const placesOf = Map.groupBy(found, ({ orderId }) => orderId)
  return changed.flatMap(({ orderId, sold, wasTaxed, isTaxed }) => {
    const places = placesOf.get(orderId) ?? []
    if (places.length === 0) return []
    const [before, after] = [shares(places, sold, wasTaxed), shares(places, sold, isTaxed)]
    return places.map(({ state, level, name, rate }, at) => {
      const [was, is] = [before[at] ?? none, after[at] ?? none]
      const credited = was.tax - is.tax
      return {
        ...{ state, level, name, rate },
        ...{ taxable: cents(is.taxable - was.taxable), charged: cents(0) },
        ...{ credited: cents(credited), toPay: cents(0 - credited) },
      }
    })
  })
}

const none: Sums = { taxable: 0, tax: 0 }

/** Of a part of a sale: its tax by what each jurisdiction charged, its goods by what each one taxed. */
function shares(places: readonly Sums[], sold: SalePart, part: SalePart): Sums[] {
  // Below zero where a refund was recorded before its sale.
  const sign = Math.sign(part.tax)
  const taxes = allocateCents(
    cents(Math.abs(part.tax)),
    places.map(({ tax }) => cents(tax)),
  )
  return places.map(({ taxable }, at) => ({
    taxable: sold.goods === 0 ? 0 : Math.round((taxable * part.goods) / sold.goods),
    tax: sign * (taxes[at] ?? 0),
  }))
}
