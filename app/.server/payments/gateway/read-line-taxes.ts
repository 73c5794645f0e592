import { z } from 'zod'
import { cents, timesQuantity } from '#app/domain/money/cents.ts'
import { type LineTax, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import type { PayableOrder } from './payment-gateway.ts'

const amount = z.int().min(0).transform(cents)
/** Percent; a number of at most four decimals. */
const percent = z.number().min(0).max(1000)

const tax = z.object({
  amount,
  taxable_amount: amount.nullish(),
  rate: z.object({
    display_name: z.string(),
    jurisdiction: z.string().nullish(),
    jurisdiction_level: z.string().nullish(),
    percentage: percent,
    effective_percentage: percent.nullish(),
    state: z.string().nullish(),
  }),
})

const item = z.object({
  amount_subtotal: amount,
  amount_tax: amount,
  /** Which line of the order it is; none where another program or a payment link made the session. */
  metadata: z.object({
    line: z
      .string()
      .regex(/^\d{1,3}$/)
      .optional(),
  }),
  taxes: z.array(tax),
})

/** What the shipping of a session costs; its taxes only where they were asked for. */
const shippingCost = z.object({
  amount_subtotal: amount,
  amount_tax: amount,
  taxes: z.array(tax),
})

/**
 * What each jurisdiction charged on each line, by the line items of a session. Where none of them
 * names its line (a payment link), each is the first line of its sum. Null where they are not the lines of
 * the order, or where the tax of a line is not what its jurisdictions charge.
 */
export function readLineTaxes(json: unknown, { lines }: PayableOrder): LineTax[] | null {
  const read = z.array(item).safeParse(json)
  if (!read.success || read.data.length !== lines.length) return null
  const items = read.data
  const named = items.filter(({ metadata }) => metadata.line !== undefined).length
  if (named > 0 && named < items.length) return null
  const taxes = lines.map((line, position) => {
    const subtotal = cents(timesQuantity(line.unitPrice, line.quantity) - line.discount)
    const isOwn = ({ amount_subtotal, metadata }: (typeof items)[number]) =>
      amount_subtotal === subtotal && (metadata.line ?? `${position}`) === `${position}`
    const at = items.findIndex(isOwn)
    const [own] = at < 0 ? [] : items.splice(at, 1)
    if (!own) return null
    const each = own.taxes.map((tax) => lineTax(position, own.amount_subtotal, tax))
    return sumOfTaxes(each) === own.amount_tax ? each : null
  })
  return taxes.includes(null) ? null : taxes.flatMap((each) => each ?? [])
}

/**
 * What each jurisdiction charged on the shipping, by the `shipping_cost` of a session. Null where it is not the
 * rate of the order, or where its tax is not what its jurisdictions charge.
 */
export function readShippingTaxes(json: unknown, { shipping }: PayableOrder): LineTax[] | null {
  const { success, data } = shippingCost.safeParse(json)
  if (!success || data.amount_subtotal !== shipping?.rate) return null
  const each = data.taxes.map((tax) => lineTax(null, data.amount_subtotal, tax))
  return sumOfTaxes(each) === data.amount_tax ? each : null
}

type StripeTax = z.output<typeof tax>

function lineTax(line: number | null, subtotal: LineTax['taxable'], tax: StripeTax): LineTax {
  const { rate } = tax
  return {
    line,
    state: rate.state ?? '',
    level: rate.jurisdiction_level ?? '',
    name: rate.jurisdiction?.trim() || rate.display_name.trim() || 'Sales tax',
    // What was really used; the statutory rate where Stripe names no other.
    rate: (rate.effective_percentage ?? rate.percentage).toFixed(4),
    taxable: tax.taxable_amount ?? subtotal,
    tax: tax.amount,
  }
}
