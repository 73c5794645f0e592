import { countryName } from '#app/domain/address/country-name.ts'
import { goldTariff } from '#app/domain/fulfillment/customs.ts'
import { type Cents, cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { weightOf } from '#app/domain/orders/order-summary.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { buyerColumn, negative, type OrderFacts, sumRow, testNotice } from './parts.ts'
import { type DocumentBlock, pdfOf } from './pdf.ts'

/** What customs of another country asks of a sale [CUSTOMS-04]; amounts in US cents, without tax. */
export type CommercialInvoice = Omit<OrderFacts, 'buyer' | 'goldRecord' | 'corrections'> & {
  buyer: OrderFacts['buyer'] & { country: string; phone: string }
  shipping: Cents
}

export function commercialInvoicePdf(invoice: CommercialInvoice): Promise<Buffer> {
  const { summary, paidAt } = invoice
  const paidOn = formatDateTime(paidAt, brand.timeZone)
  return pdfOf({
    title: 'Commercial invoice',
    subtitle: `Order ${summary.number}, paid ${paidOn}`,
    footer: `${brand.name}, commercial invoice, order ${summary.number}`,
    blocks: [
      ...testNotice(invoice.isTest),
      { is: 'columns', columns: [seller(), buyer(invoice)] },
      {
        is: 'facts',
        facts: [
          ['Reason for export', 'Sale'],
          ['Country of origin', countryName('US')],
          ['Country of destination', countryName(invoice.buyer.country)],
          ['Currency', 'USD'],
          ['Total weight of the goods', formatGrams(weightOf(summary.lines))],
        ],
      },
      goods(invoice),
      { is: 'sums', rows: sums(invoice) },
      {
        is: 'small',
        text: 'We declare that the information in this invoice is true and correct, and that the contents are as described.',
      },
      {
        is: 'facts',
        facts: [
          ['Signature', signatureLine],
          ['Name and title', signatureLine],
          ['Date', signatureLine],
        ],
      },
    ],
    at: paidAt,
  })
}

const signatureLine = '_'.repeat(40)

function seller() {
  const { street, city, region, postalCode, country } = brand.address
  return {
    label: 'Seller',
    lines: [
      ...[brand.name, street, `${city}, ${region} ${postalCode}`, countryName(country)],
      ...[brand.email, brand.phone],
    ],
  }
}

function buyer({ buyer: of }: CommercialInvoice) {
  const { label, lines } = buyerColumn('Buyer', of)
  return { label, lines: [...lines, of.phone].filter(Boolean) }
}

function goods({ summary }: CommercialInvoice): DocumentBlock {
  return {
    is: 'table',
    columns: [
      { label: 'Goods', share: 0.3 },
      { label: 'HS code', share: 0.11 },
      { label: 'Origin', share: 0.09 },
      { label: 'Weight', share: 0.14, figures: true },
      { label: 'Unit value', share: 0.15, figures: true },
      { label: 'Qty', share: 0.06, figures: true },
      { label: 'Value', share: 0.15, figures: true },
    ],
    rows: summary.lines.map(({ name, size, weight, unitPrice, quantity, lineTotal }) => [
      { text: name, under: `Jewelry of 24k gold, ${size}` },
      ...[goldTariff, 'US', formatGrams(weight), formatCents(unitPrice)],
      ...[String(quantity), formatCents(lineTotal)],
    ]),
  }
}

function sums({ summary: { lines, discount }, shipping }: CommercialInvoice) {
  const pieces = sumCents(lines.map(({ lineTotal }) => lineTotal))
  return [
    ...sumRow('Goods', pieces),
    ...sumRow('Discount', negative(discount)),
    { name: 'Shipping', sum: formatCents(shipping) },
    {
      ...{ name: 'Total', how: 'USD', is: 'total' as const },
      sum: formatCents(cents(pieces - discount + shipping)),
    },
  ]
}
