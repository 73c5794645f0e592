import { Form } from 'react-router'
import type { DraftOrderSale } from '#app/.server/draft-orders/queries/draft-order.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { cents, centsToDecimal, formatCents } from '#app/domain/money/cents.ts'
import { form8300Hint } from '#app/domain/payments/form-8300.ts'
import { testNotice } from '#app/domain/payments/mode.ts'
import { handKinds, paymentNames } from '#app/domain/payments/offline-payment.ts'
import { maxLinkDays } from '#app/domain/payments/payment-request-link.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { SelectField, SteppedField, TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useFieldErrors, useSent } from '#app/ui/forms/form-fields.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = { order: AdminOrder; sale: DraftOrderSale; saleKey: string }

/** The money of an order that staff made, and how it is taken [SALE-04, SALE-06]. */
export function DraftOrderPanel({ order, sale, saleKey }: Props) {
  const isOpen = order.state === 'pending' && order.holdReason === null
  return (
    <section className="admin-panel print:hidden">
      <h2>Sale</h2>
      <p className="mt-2 text-muted text-sm wrap-anywhere">
        Placed by {sale.madeBy}
        {isOpen && !order.isPriceWithdrawn && sale.received === 0 && (
          <>
            , price held until <ShopTime at={sale.heldUntil} />
          </>
        )}
        {isOpen && !order.isPriceWithdrawn && sale.received > 0 && `. ${priceAfterPayment(sale)}`}
      </p>
      {isOpen && order.isPriceWithdrawn && (
        <p className="mt-3 border border-notice px-3 py-2 text-notice text-sm">
          This order’s gold price was withdrawn. Its payment link is closed, and you can’t send
          another.{' '}
          {sale.received === 0
            ? 'Cancel it and create a new order at today’s price.'
            : 'Once you record the rest as paid, you decide: honor the price or refund the money.'}
        </p>
      )}
      <Sums sale={sale} isOpen={order.state === 'pending'} />
      {sale.cash && <CashReport cash={sale.cash} revision={order.revision} />}
      <ManualEntry sale={sale} />
      {isOpen && sale.link && <OpenLink order={order} sale={sale} link={sale.link} />}
      {isOpen && sale.canAsk.length > 0 && <SendLink order={order} sale={sale} saleKey={saleKey} />}
      {isOpen && sale.left > 0 && !sale.taxAtPayment && (
        <RecordPayment order={order} sale={sale} saleKey={saleKey} />
      )}
    </section>
  )
}

/** Once something is paid the order does not expire, nor a price that is fixed [SALE-29]. */
const priceAfterPayment = ({ isGoldFixed }: DraftOrderSale) =>
  isGoldFixed
    ? 'The price is locked until the balance is paid, with no time limit.'
    : 'The gold price isn’t locked yet. The total is an estimate until you lock it.'

type CashReportProps = { cash: NonNullable<DraftOrderSale['cash']>; revision: number }

/** Whether the payments are related a person decides, and files [SALE-11, TODAY-06]. */
function CashReport({ cash, revision }: CashReportProps) {
  const sum = `${formatCents(cash.sum)} in cash from this customer within 12 months`
  if (cash.isFiled) return <p className="mt-3 text-sm">{sum}; Form 8300 is marked as filed.</p>
  return (
    <Form method="post" className="mt-3 border border-notice px-3 py-2 text-notice text-sm">
      <p>
        {sum}. Cash over $10,000 must be reported to the IRS on Form 8300 by{' '}
        {formatDay(cash.fileBy)}, 15 days after the payment that put it over the limit.
      </p>
      <input type="hidden" name="revision" value={revision} />
      <SubmitButton action="form-8300-filed" className="mt-2">
        Mark Form 8300 as filed
      </SubmitButton>
    </Form>
  )
}

/** What is left once the deposit is paid too. */
const afterDeposit = ({ left, depositLeft }: DraftOrderSale) =>
  cents(Math.max(0, left - (depositLeft ?? 0)))

function Sums({ sale, isOpen }: { sale: DraftOrderSale; isOpen: boolean }) {
  const rows = [
    [sale.isGoldFixed ? 'Total' : 'Total, estimated', formatCents(sale.inAll)],
    ['Paid so far', formatCents(sale.paid)],
    ...(sale.refunded > 0 ? [['Refunded', formatCents(sale.refunded)]] : []),
    ...(isOpen && sale.depositLeft !== null
      ? [['Deposit due', formatCents(sale.depositLeft)]]
      : []),
    ...(isOpen ? [['Balance due', formatCents(afterDeposit(sale))]] : []),
  ]
  return (
    <dl className="mt-3 grid gap-1.5 text-sm">
      {rows.map(([name, amount]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="whitespace-nowrap">
            <LiveValue>{amount ?? ''}</LiveValue>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ManualEntry({ sale }: { sale: DraftOrderSale }) {
  if (sale.byHand.length === 0) return null
  return (
    <ul className="mt-3 text-sm">
      {sale.byHand.map(({ id, kind, amount, payer, reference, receivedOn, by }) => (
        <li key={id} className="border-line border-t py-2 wrap-anywhere">
          <span className="flex justify-between gap-4">
            <span>{paymentNames[kind]}</span>
            <span className="whitespace-nowrap">{formatCents(amount)}</span>
          </span>
          <span className="block">{[payer, reference].filter(Boolean).join(', ') || 'Erased'}</span>
          <span className="block text-muted">
            {formatDay(receivedOn)}, recorded by {by}
          </span>
        </li>
      ))}
    </ul>
  )
}

const linkStates = {
  open: 'is active',
  paid: 'is paid',
  processing: 'is being paid by bank debit',
  over: 'has expired',
  replaced: 'is closed',
  canceled: 'is closed because the order was canceled',
  'price withdrawn': 'is closed because its gold price was withdrawn',
  stopped: 'is closed while selling is stopped',
  held: 'is closed until a payment is reviewed',
} as const

function OpenLink({
  order,
  sale,
  link,
}: Omit<Props, 'saleKey'> & {
  link: NonNullable<DraftOrderSale['link']>
}) {
  return (
    <div className="mt-4 border-line border-t pt-3 text-sm">
      <p>
        The payment link for {formatCents(link.amount)}
        {sale.taxAtPayment && ' plus sales tax'} ({requestedNames[link.kind].toLowerCase()}){' '}
        {linkStates[link.state]}
        {link.state === 'open' && (
          <>
            {' '}
            until <ShopTime at={link.endsAt} />
          </>
        )}
        .
      </p>
      <p className="mt-1">
        <a href={link.url} className="link inline-block py-1 wrap-anywhere">
          {link.url}
        </a>
      </p>
      <Form method="post" preventScrollReset className="mt-2">
        <input type="hidden" name="revision" value={order.revision} />
        <SubmitButton action="close-link">Cancel link</SubmitButton>
      </Form>
    </div>
  )
}

function SendLink({ order, sale, saleKey }: Props) {
  const isSent = useSent().action === 'send-link'
  return (
    <Disclosure
      label={sale.link ? 'Send a new payment link…' : 'Send a payment link…'}
      className="mt-4 border-line border-t pt-3"
      opens={isSent}
    >
      <Form method="post" preventScrollReset className="mt-3 grid gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <input type="hidden" name="key" value={`link-${saleKey}`} />
        <OwnFields isSent={isSent}>
          <SelectField
            name="kind"
            label="What the buyer pays"
            options={sale.canAsk.map(({ kind, amount }) => [
              kind,
              `${requestedNames[kind]}: ${formatCents(amount)}`,
            ])}
          />
          <SteppedField
            name="days"
            label="Expires in (days)"
            hint={
              sale.received > 0
                ? 'After that, no one can pay with it.'
                : 'No later than the end of the price hold.'
            }
            by="1"
            min={1}
            max={maxLinkDays}
            defaultValue="7"
            inputClass="max-w-32"
          />
        </OwnFields>
        <SubmitButton action="send-link">
          {order.email ? 'Send the link by email' : 'Create the link'}
        </SubmitButton>
      </Form>
    </Disclosure>
  )
}

const requestedNames = {
  whole: 'Full amount',
  deposit: 'Deposit',
  balance: 'Balance',
  change: 'Change',
} as const

function RecordPayment({ order, sale, saleKey }: Props) {
  const isSent = useSent().action === 'record-payment'
  const errors = useFieldErrors()
  const report = isSent ? errors.form8300 : undefined
  const takenBy = { provider: order.payment.provider, live: !order.isTest }
  return (
    <Disclosure label="Record a payment…" className="mt-4 border-line border-t pt-3" opens={isSent}>
      <Form method="post" preventScrollReset className="mt-3 grid gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <input type="hidden" name="key" value={`hand-${saleKey}`} />
        <OwnFields isSent={isSent}>
          <SelectField
            name="kind"
            label="Payment method"
            hint={form8300Hint}
            options={handKinds.map((kind) => [kind, paymentNames[kind]])}
          />
          <TextField
            name="amount"
            label="Amount in dollars"
            hint={`Up to ${formatCents(sale.left)}`}
            kind="decimal"
            defaultValue={centsToDecimal(sale.depositLeft || sale.left)}
          />
          <TextField
            name="payer"
            label="Who paid"
            maxLength={100}
            defaultValue={order.address?.name}
          />
          <TextField
            name="reference"
            label="Check or wire number"
            optional="optional"
            maxLength={100}
          />
          <TextField name="receivedOn" label="Received on" type="date" defaultValue={sale.today} />
        </OwnFields>
        {report && (
          <div className="border border-notice px-3 py-2 text-notice text-sm">
            <p className="wrap-anywhere">{report}</p>
            {/* Not required: another kind or sum needs no report, and the server asks again. */}
            <Checkbox name="form8300">I have this for Form 8300, or collect it now</Checkbox>
          </div>
        )}
        {testNotice(takenBy, 'payment') && (
          <p className="text-notice text-sm">{testNotice(takenBy, 'payment')}</p>
        )}
        <SubmitButton action="record-payment">Record payment</SubmitButton>
      </Form>
    </Disclosure>
  )
}
