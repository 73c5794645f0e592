import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pricedOptionText } from '#app/domain/catalog/option-words.ts'
import { sizeParts } from '#app/domain/catalog/size-words.ts'
import { sourcePhrase } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { cents, centsToDecimal, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams, gramsToDecimal } from '#app/domain/money/grams.ts'
import {
  discountsOf,
  exchangeLabel,
  goodsOf,
  type OrderSummary,
  type SoldLine,
  shippingRows,
  totalWithTax,
  weightOf,
} from '#app/domain/orders/order-summary.ts'
import { type ChargedTax, howTaxed, taxLabel } from '#app/domain/tax/sales-tax.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { DottedLine } from '#app/ui/text/dotted-line.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { brand } from '#brand'

type OrderSummaryProps = {
  summary: OrderSummary
  /** The state in a word, struck beside the fineness. */
  mark?: string
  isPaid?: boolean
  /** The first picture of each piece that is still in the catalog, by its id. */
  pictures?: Readonly<Record<string, string>>
  /** Its gold price as recorded; null where there is none. */
  goldRecord?: number | null
  children?: ReactNode
}

/** The order as an assayer would write it out: every figure can be checked from those beside it. */
export function OrderSummaryTable({
  summary,
  mark,
  isPaid = false,
  pictures = {},
  goldRecord = null,
  children,
}: OrderSummaryProps) {
  return (
    <section
      aria-labelledby="summary-heading"
      className="border border-line border-t-2 border-t-gold bg-raised px-5 py-7 sm:px-10 sm:py-10"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h2 id="summary-heading" className="font-sans text-base">
          <span className="eyebrow block">Order</span>
          <span className="mt-1.5 block whitespace-nowrap font-medium text-lg tracking-[0.1em]">
            {summary.number}
          </span>
        </h2>
        <p className="flex gap-2">
          {mark && <span className="hallmark uppercase">{mark}</span>}
          <span className="hallmark">{brand.mark}</span>
        </p>
      </header>
      <ul className="mt-7 border-line border-t">
        {summary.lines.map((line, index) => (
          <OrderLine
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a placed order never move.
            key={index}
            line={line}
            picture={pictures[line.productId]}
            goldRecord={goldRecord}
          />
        ))}
      </ul>
      {summary.discount > 0 && (
        <dl className="grid gap-1.5 border-line border-b py-4 text-sm">
          {discountsOf(summary).map(({ how, amount }) => (
            <Row key={how} name="Discount" how={how}>
              {formatCents(cents(-amount))}
            </Row>
          ))}
        </dl>
      )}
      <dl className="border-line border-b py-4 text-sm">
        <Row name="Total gold">{formatGrams(weightOf(summary.lines))}</Row>
      </dl>
      {!summary.tax && summary.shipping && (
        <dl className="border-line border-b py-4 text-sm">
          <ShippingRows summary={summary} />
        </dl>
      )}
      {summary.tax && <TaxRows summary={summary} tax={summary.tax} />}
      {summary.exchanged && (
        <dl className="border-line border-b py-4 text-sm">
          <Row name={exchangeLabel}>{formatCents(cents(-summary.exchanged))}</Row>
        </dl>
      )}
      <dl className="flex items-baseline justify-between gap-4 py-6">
        <dt className="font-medium">{summary.tax && isPaid ? 'Total paid' : 'Total'}</dt>
        <dd className="border-gold border-b-3 border-double pb-1 font-display text-4xl leading-none sm:text-5xl">
          {formatCents(totalWithTax(summary))}
        </dd>
      </dl>
      {summary.taxToCome && (
        <p className="pb-5 text-muted text-sm">
          Sales tax is calculated on the payment page from your address.
        </p>
      )}
      <div className="grid gap-1 border-line border-t pt-5 text-muted text-sm">
        <GoldUsed goldPrice={summary.goldPrice} />
        {children}
      </div>
    </section>
  )
}

function ShippingRows({ summary }: { summary: OrderSummary }) {
  return shippingRows(summary).map(({ name, how, sum }) => (
    <Row key={name} name={name} how={how}>
      {sum}
    </Row>
  ))
}

function TaxRows({ summary, tax }: { summary: OrderSummary; tax: ChargedTax }) {
  const how = howTaxed(tax)
  return (
    <dl className="grid gap-1.5 pt-6 text-sm">
      <Row name="Goods">{formatCents(goodsOf(summary))}</Row>
      <ShippingRows summary={summary} />
      <div className="flex items-baseline justify-between gap-x-4">
        <dt className="text-muted">
          {taxLabel(tax)}
          {how !== '' && <span className="block text-xs">{how}</span>}
        </dt>
        <dd className="min-w-24 text-right">{formatCents(tax.amount)}</dd>
      </div>
    </dl>
  )
}

type OrderLineProps = {
  line: SoldLine
  picture: string | undefined
  goldRecord: number | null
}

function OrderLine({ line, picture, goldRecord }: OrderLineProps) {
  return (
    <li className="border-line border-b py-6">
      <div className="flex items-center gap-4">
        {picture && <Picture src={picture} alt="" side={72} className="w-18 shrink-0" />}
        <div className="min-w-0">
          <h3 className="text-2xl wrap-anywhere">{line.name}</h3>
          <p className="text-muted text-sm wrap-anywhere">
            <DottedLine parts={sizeParts(line, line.measures)} />
          </p>
        </div>
      </div>
      {line.options?.map((option) => (
        <p key={option.name} className="mt-1 text-sm wrap-anywhere first-of-type:mt-3">
          {pricedOptionText(option)}
        </p>
      ))}
      <dl className="mt-4 grid gap-1.5 text-sm">
        <Row name="Gold" how={`${formatGrams(line.weight)} × ${formatExactRate(line.perGram)}`}>
          {formatCents(line.metalValue)}
        </Row>
        <Row name="Flat fee">{formatCents(line.fee)}</Row>
        {line.engraving && (
          <Row
            name="Engraving"
            how={line.engraving.text === null ? '' : `“${line.engraving.text}”`}
          >
            {formatCents(line.engraving.fee)}
          </Row>
        )}
        <Row name="Price" sum>
          {formatCents(line.unitPrice)}
        </Row>
        {line.quantity > 1 && (
          <Row name="Quantity" how={`${line.quantity} × ${formatCents(line.unitPrice)}`} sum>
            {formatCents(line.lineTotal)}
          </Row>
        )}
      </dl>
      {goldRecord !== null && (
        <p className="mt-3 text-sm print:hidden">
          <Link to={sumOnRecord(goldRecord, line)} className="link inline-block py-1">
            Check the math
          </Link>
        </p>
      )}
    </li>
  )
}

/** The record of the gold price, which works the sum out again [PROOF-08]. */
function sumOnRecord(goldRecord: number, { weight, fee, engraving }: SoldLine): string {
  const fees = centsToDecimal(cents(fee + (engraving?.fee ?? 0)))
  const asked = new URLSearchParams({ grams: gramsToDecimal(weight), fee: fees })
  return `/gold-price/proof/${goldRecord}?${asked}`
}

/** A figure, how it came about, and over a sum the rule that says so. */
function Row({
  name,
  how,
  sum = false,
  children,
}: {
  name: string
  how?: string
  sum?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-x-4">
      <dt className="text-muted sm:flex">
        <span className={how ? 'sm:w-32' : ''}>{name}</span>{' '}
        {how && (
          <span>
            <Unbroken>{how}</Unbroken>
          </span>
        )}
      </dt>
      <dd className={`min-w-24 text-right ${sum ? 'border-line border-t pt-1 font-medium' : ''}`}>
        {children}
      </dd>
    </div>
  )
}

function GoldUsed({ goldPrice }: { goldPrice: OrderSummary['goldPrice'] }) {
  const source = sourcePhrase(goldPrice.source)
  return (
    <>
      <p>
        Gold at {formatExactRate(goldPrice.perGram)} per gram, {formatRate(goldPrice.perOunce)} per
        troy ounce
      </p>
      <p>
        {source ? (
          <>
            Gold price as of <DateTime at={goldPrice.takenAt} />, {source}
          </>
        ) : (
          'Indicative price'
        )}
      </p>
    </>
  )
}

/** On the shop's clock [FACTS-08]. */
export function DateTime({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()}>
      <Unbroken>{formatDateTime(at, brand.timeZone)}</Unbroken>
    </time>
  )
}

/** On every screen of an order paid by test payments [ORDER-09]. */
export function TestMark({ isPaid = true }: { isPaid?: boolean }) {
  return (
    <p className="mb-10 border border-notice px-4 py-2.5 text-center font-medium text-notice text-sm">
      Test payment: no card {isPaid ? 'was' : 'is'} charged
    </p>
  )
}
