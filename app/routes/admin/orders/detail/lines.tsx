import { Form, Link } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { pricedOptionText } from '#app/domain/catalog/option-words.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { mayCorrect } from '#app/domain/orders/buyer.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import {
  discountsOf,
  exchangeLabel,
  goodsOf,
  type OrderSummary,
  shippingRows,
  totalWithTax,
} from '#app/domain/orders/order-summary.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { howTaxed, taxLabel } from '#app/domain/tax/sales-tax.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { Facts } from '../../components/facts.tsx'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { Table } from '../../components/table.tsx'

const columns = [
  ['Piece', 'pl-0'],
  ['Unit price', 'figure max-md:hidden'],
  ['Quantity', 'figure max-sm:hidden'],
  ['Total', 'figure pr-0'],
] as const

/** Every line with how its price came about, as it was charged. */
type LinesProps = {
  order: AdminOrder
  /** How many pieces of each line were not refunded. */
  kept: readonly { position: number; left: number }[]
  mayDecide: boolean
}

export function Lines({ order, kept, mayDecide }: LinesProps) {
  const { state, summary, known, pictures } = order
  const hasSums = summary.tax !== null || summary.shipping !== undefined
  return (
    <Table columns={columns}>
      <tbody>
        {summary.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a placed order never move.
          <tr key={index} className="break-inside-avoid">
            <td className="pl-0">
              {pictures[line.productId] && (
                <Picture
                  src={pictures[line.productId]}
                  alt=""
                  side={64}
                  className="float-right ml-3 size-16"
                />
              )}
              <Name line={line} known={known} />
              <span className="block text-sm wrap-anywhere">
                {[line.size, formatGrams(line.weight), line.measures].filter(Boolean).join(', ')}
                <span className="sm:hidden">, quantity {line.quantity}</span>
              </span>
              {line.options?.map((option) => (
                <span key={option.name} className="block text-sm wrap-anywhere">
                  {pricedOptionText(option)}
                </span>
              ))}
              {line.engraving?.text && (
                <span className="block text-sm wrap-anywhere">
                  Engraved “{line.engraving.text}”
                </span>
              )}
              {line.engraving?.text && mayDecide && mayCorrectLine(order, index) && (
                <CorrectEngraving order={order} line={index} text={line.engraving.text} />
              )}
              <EarlierEngravings order={order} line={index} />
              <RefundedPieces
                quantity={line.quantity}
                left={kept.find(({ position }) => position === index)?.left ?? line.quantity}
              />
              <span className="block text-muted text-sm">{formatCalculation(line)}</span>
            </td>
            <td className="figure max-md:hidden">{formatCents(line.unitPrice)}</td>
            <td className="figure max-sm:hidden">{line.quantity}</td>
            <td className="figure pr-0">{formatCents(line.lineTotal)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {discountsOf(summary).map(({ how, amount }) => (
          <tr key={how}>
            <th scope="row" className="pl-0 font-normal">
              Discount, {how}
            </th>
            <td className="max-md:hidden" />
            <td className="max-sm:hidden" />
            <td className="figure pr-0">{formatCents(cents(-amount))}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="border-b-0 pl-0">
            {hasSums ? 'Goods' : 'Total'}
          </th>
          <td className="border-b-0 max-md:hidden" />
          <td className="figure border-b-0 max-sm:hidden">
            {summary.lines.reduce((count, { quantity }) => count + quantity, 0)}
          </td>
          <td className="figure border-b-0 pr-0 font-medium">{formatCents(goodsOf(summary))}</td>
        </tr>
        {shippingRows(summary).map(({ name, how, sum }) => (
          <FootRow key={name} name={name} how={how}>
            {sum}
          </FootRow>
        ))}
        {summary.exchanged && (
          <FootRow name={exchangeLabel}>{formatCents(cents(-summary.exchanged))}</FootRow>
        )}
        {summary.tax && (
          <FootRow name={taxLabel(summary.tax)} how={howTaxed(summary.tax)}>
            {formatCents(summary.tax.amount)}
          </FootRow>
        )}
        {hasSums && (
          <FootRow name={wasPaid(state) ? 'Total paid' : 'Total'}>
            {formatCents(totalWithTax(summary))}
          </FootRow>
        )}
      </tfoot>
    </Table>
  )
}

/** Who makes and packs the pieces reads which of them were refunded [REFUND-25]. */
function RefundedPieces({ quantity, left }: { quantity: number; left: number }) {
  if (left >= quantity) return null
  return (
    <span className="block text-notice text-sm">
      {quantity === 1 ? 'Refunded' : `${quantity - left} of ${quantity} refunded`}
    </span>
  )
}

/** Until one of its pieces is sent [ENGRAVE-10]. */
const mayCorrectLine = (order: AdminOrder, line: number) =>
  mayCorrect(order) &&
  order.parcels.every(({ pieces }) => pieces.every((each) => each.line !== line))

function CorrectEngraving({
  order: { revision },
  line,
  text,
}: {
  order: AdminOrder
  line: number
  text: string
}) {
  const sent = useSent()
  const isSent = sent.action === 'correct-engraving' && sent.line === String(line)
  return (
    <Disclosure
      key={text}
      label="Correct the engraving"
      isSmall
      className="print:hidden"
      opens={isSent}
    >
      <Form method="post" preventScrollReset className="mt-2 grid gap-3" key={revision}>
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="line" value={line} />
        <OwnFields isSent={isSent}>
          <TextField
            name="engraving"
            label="Engraving"
            hint="The price stays the same. The pick list, packing slip, and pages will show the new engraving."
            required
            spellCheck={false}
            defaultValue={text}
          />
        </OwnFields>
        <SubmitButton action="correct-engraving" className="justify-self-start">
          Save engraving
        </SubmitButton>
      </Form>
    </Disclosure>
  )
}

function EarlierEngravings({ order, line }: { order: AdminOrder; line: number }) {
  return order.earlierEngravings
    .filter((each) => each.line === line)
    .map(({ id, before, after, at, by }) => (
      <span key={id} className="block text-muted text-sm wrap-anywhere print:hidden">
        {before === null ? 'Corrected' : `“${before}” became “${after}”`} <ShopTime at={at} />, by{' '}
        {by}
      </span>
    ))
}

function FootRow({ name, how, children }: { name: string; how?: string; children: string }) {
  return (
    <tr>
      <th scope="row" className="border-b-0 pl-0">
        {name}
        {how && <span className="block font-normal text-muted text-sm">{how}</span>}
      </th>
      <td className="border-b-0 max-md:hidden" />
      <td className="border-b-0 max-sm:hidden" />
      <td className="figure border-b-0 pr-0 font-medium">{children}</td>
    </tr>
  )
}

/** A product may have been deleted since; what was sold stays in the order. */
function Name({ line, known }: { line: QuoteLine; known: readonly string[] }) {
  return known.includes(line.productId) ? (
    <Link
      to={`/admin/products/edit/${line.productId}`}
      // Inside: it stands at the edge of its box, which cuts off what is beyond.
      className="link inline-block py-0.5 wrap-anywhere focus-visible:-outline-offset-2"
    >
      {line.name}
    </Link>
  ) : (
    <span className="block wrap-anywhere">{line.name}</span>
  )
}

function formatCalculation(line: QuoteLine): string {
  const { weight, perGram, metalValue, fee, engraving, unitPrice } = line
  const gold = `${formatGrams(weight)} × ${formatExactRate(perGram)} = ${formatCents(metalValue)} gold`
  const cut = engraving ? ` + ${formatCents(engraving.fee)} engraving` : ''
  return `${gold} + ${formatCents(fee)} flat fee${cut} = ${formatCents(unitPrice)}`
}

export function GoldAtSale({ goldPrice }: { goldPrice: OrderSummary['goldPrice'] }) {
  const { perGram, perOunce, source, takenAt } = goldPrice
  // Null for a fallback, which comes from nowhere and was taken at no time.
  const from = sourceLabel(source)
  return (
    <Facts
      facts={[
        ['Per gram', formatExactRate(perGram)],
        ['Per troy ounce', formatRate(perOunce)],
        ['Source', from ?? 'Stand-in price, not live'],
        ['Recorded', from && <ShopTime key="taken" at={takenAt} />],
      ]}
    />
  )
}
