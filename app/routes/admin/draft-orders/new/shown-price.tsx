import type { PricedDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import type { NewOrderPage } from '#app/.server/draft-orders/queries/new-order-page.ts'
import { type DraftOrderInput, receivedText } from '#app/contracts/draft-orders/draft-order.ts'
import { pricedOptionText } from '#app/domain/catalog/option-words.ts'
import { listedText } from '#app/domain/draft-orders/draft-order.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { cashReportText } from '#app/domain/payments/form-8300.ts'
import { howPaid } from '#app/domain/payments/offline-payment.ts'
import { SubmitButton } from '#app/routes/admin/components/submit-button.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { HandedOver } from './handed-over.tsx'
import { OldPrice } from './old-price.tsx'
import { TaxUndecided } from './tax-undecided.tsx'

/** What an order comes to, before anybody makes it. */
export type ShownOrder = Pick<
  PricedDraftOrder,
  | 'lines'
  | 'discount'
  | 'total'
  | 'tax'
  | 'inAll'
  | 'taxAtPayment'
  | 'custom'
  | 'received'
  | 'handOver'
  | 'oldPrice'
> & { isEstimate: boolean; isAddressKnown: boolean }

export function shownOrder(
  priced: PricedDraftOrder,
  { custom: requested, address }: DraftOrderInput,
): ShownOrder {
  const { lines, discount, total, tax, inAll, taxAtPayment, custom, received, handOver } = priced
  const { oldPrice } = priced
  const sums = { lines, discount, total, tax, inAll, taxAtPayment }
  const isEstimate = requested?.goldFixed === 'delivery'
  return {
    ...sums,
    oldPrice,
    custom,
    received,
    handOver,
    isEstimate,
    isAddressKnown: !!address?.line1,
  }
}

/** Read back to staff, to be confirmed by a second press. */
export function ShownPrice({
  shown,
  testNotice,
  isTaxUndecided,
}: {
  shown: ShownOrder
} & Pick<NewOrderPage, 'testNotice' | 'isTaxUndecided'>) {
  const { lines, discount, total, tax, inAll, taxAtPayment, custom, received, isEstimate } = shown
  const { handOver, isAddressKnown, oldPrice } = shown
  return (
    <section aria-label="Order total" className="mt-10 border border-gold p-5">
      <p role="status" className="sr-only">
        Total: {formatCents(inAll)}
      </p>
      <ul className="grid gap-3">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines that are shown never move.
          <li key={at} className="border-line border-b pb-3">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                {line.quantity} × {line.name}, {line.size}
              </span>
              <LiveValue>{formatCents(line.lineTotal)}</LiveValue>
            </span>
            <span className="block text-muted text-sm">
              {formatGrams(line.weight)} × {formatExactRate(line.perGram)} ={' '}
              {formatCents(line.metalValue)}, flat fee {formatCents(line.fee)}
              {line.listed && (
                <span className="block text-notice wrap-anywhere">{listedText(line)}</span>
              )}
              {line.options?.map((option) => (
                <span key={option.name} className="block wrap-anywhere">
                  {pricedOptionText(option)}
                </span>
              ))}
              {line.engraving && (
                <span className="block wrap-anywhere">
                  Engraved “{line.engraving.text},” {formatCents(line.engraving.fee)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {oldPrice && <OldPrice age={oldPrice} className="mt-3" />}
      <dl className="mt-3 grid gap-1">
        {discount > 0 && <Sum name="Bank price" amount={formatCents(cents(-discount))} />}
        {tax > 0 && <Sum name="Goods" amount={formatCents(total)} />}
        {tax > 0 && <Sum name="Sales tax" amount={formatCents(tax)} />}
        <Sum name={isEstimate ? 'Total, estimated' : 'Total'} amount={formatCents(inAll)} />
        {custom && <Sum name="Deposit" amount={formatCents(custom.deposit)} />}
      </dl>
      {taxAtPayment && <p className="mt-3 text-muted text-sm">Sales tax is added at checkout.</p>}
      {isTaxUndecided && tax === 0 && <TaxUndecided className="mt-3" />}
      {custom && (
        <>
          <h2 className="mt-5">What the buyer will see</h2>
          <p className="mt-2">{custom.agreement}</p>
        </>
      )}
      {received && (
        <p className="mt-5 wrap-anywhere">
          When you create the order, {formatCents(received.amount)} will be recorded as received{' '}
          {howPaid[received.kind]} from {received.payer}.
        </p>
      )}
      {received?.report && (
        <p className="mt-3 border border-notice px-3 py-2 text-notice wrap-anywhere">
          {cashReportText(received.report, isAddressKnown)}
        </p>
      )}
      {testNotice && <p className="mt-3 text-notice text-sm">{testNotice}</p>}
      {handOver && <HandedOver items={handOver} isAddressKnown={isAddressKnown} />}
      <input type="hidden" name="stated" value={inAll} />
      <input type="hidden" name="statedReceived" value={receivedText(received)} />
      <input type="hidden" name="statedHandOver" value={handOver ? 'yes' : ''} />
      <SubmitButton action="make" gold className="mt-5">
        <span>
          Create {received && 'paid '}order for <LiveValue>{formatCents(inAll)}</LiveValue>
        </span>
      </SubmitButton>
    </section>
  )
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>
        <LiveValue>{amount}</LiveValue>
      </dd>
    </div>
  )
}
