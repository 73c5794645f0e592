import { type InputEvent, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import type { StaffReturn } from '#app/.server/returns/queries/order-returns.ts'
import { maxNoteLength } from '#app/contracts/orders/order.ts'
import { quantityField } from '#app/contracts/refunds/refund.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { type SaleParts, totalOf } from '#app/domain/ledger/ledger.ts'
import { cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import { namedInSentence } from '#app/domain/payments/payment-name.ts'
import { isAllThatIsLeft } from '#app/domain/refunds/returned-pieces.ts'
import { CheckboxField } from '#app/ui/forms/checkbox.tsx'
import { SelectField, SteppedField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import type { Failure } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import type { ShownRefund } from './actions.ts'

type Typed = Record<string, string>

type Props = {
  order: AdminOrder
  money: OrderRefunds
  returns: readonly StaffReturn[]
  preview: ShownRefund | null
  refused: (Failure<Typed> & { shown?: ShownRefund | null }) | undefined
}

/** Gives money back: what and why, then what that does, then a second press [REFUND-03]. */
export function RefundForm({ order, money, returns, preview, refused }: Props) {
  if (money.refundable === 0) return null
  // As the command refuses it (refund-order.ts): nothing is asked for that cannot be done.
  if (order.payment.payBy === 'wire' && order.state === 'pending') {
    return (
      <p className="mt-4 text-muted text-sm">
        Stripe is holding what has arrived while the order waits for its wire. You can refund it
        once the order expires.
      </p>
    )
  }
  const shown = preview ?? refused?.shown ?? null
  const typed = shown?.confirm ?? refused?.typed
  const returned = returns.find(({ id }) => id === typed?.return)
  const offersAll = !returned || isAllThatIsLeft(returned.lines, money.lines)
  return (
    <Disclosure
      label="Refund…"
      className="mt-4 border-line border-t pt-3"
      opens={Boolean(shown ?? refused)}
    >
      {shown && <Confirm shown={shown} what={whatIsRefunded(order, shown)} />}
      <FormFields refused={{ errors: refused?.errors, typed }}>
        {/* A return fills it in again: an existing radio ignores a new default. */}
        <Form
          key={typed?.return}
          method="post"
          noValidate
          preventScrollReset
          className="mt-4 grid gap-4"
        >
          <input type="hidden" name="revision" value={order.revision} />
          {typed?.return && <input type="hidden" name="return" value={typed.return} />}
          <What
            money={money}
            discounted={order.summary.discount > 0}
            offersAll={offersAll && money.refundableByDefault > 0}
            offersTax={!returned && money.tax > 0 && money.tax <= money.refundableByDefault}
          />
          {money.payments.length > 1 && <Payments money={money} />}
          {order.email === null && money.payments.some(({ from }) => from === 'cash balance') && (
            <TextField
              name="email"
              label="Buyer’s email"
              hint="Stripe emails the buyer for their bank details before it refunds a bank transfer."
              type="email"
              maxLength={254}
              autoComplete="off"
            />
          )}
          <ReasonField
            label="Reason for refund"
            hint="Only staff can see this. Saved to the order history."
          />
          <TextArea
            name="note"
            label="Note to the buyer"
            optional="optional"
            hint="Shown in the email and on the credit note."
            rows={2}
            maxLength={maxNoteLength}
          />
          <SubmitButton action="preview">Preview refund</SubmitButton>
        </Form>
      </FormFields>
    </Disclosure>
  )
}

/** `offersAll`: not beside a return of some of the pieces, whose refund is not that of the others. */
type WhatProps = {
  money: OrderRefunds
  discounted: boolean
  offersAll: boolean
  offersTax: boolean
}

function What({ money, discounted, offersAll, offersTax }: WhatProps) {
  return (
    <fieldset className="grid gap-1" onInput={chooseWhatIsEntered}>
      <legend className="field-label">What to refund</legend>
      {offersAll && (
        <Choice value="whole" label={`Full amount: ${formatCents(money.refundableByDefault)}`} />
      )}
      {money.lines.some(({ left }) => left > 0) && (
        <>
          <Choice
            value="lines"
            label={`Specific pieces, ${discounted ? 'after the discount' : 'including tax'}`}
          />
          <div className="grid gap-3 pl-7">
            {money.lines
              .filter(({ left }) => left > 0)
              .map(({ position, name, size, options, engraving, left, unitPrice }) => (
                <SteppedField
                  key={position}
                  name={quantityField(position)}
                  label={titleOf({ name, size, options, engraving })}
                  hint={`Quantity (of ${left}), ${formatCents(unitPrice)} each`}
                  by="1"
                  min={0}
                  max={left}
                  defaultValue={0}
                  inputClass="max-w-24"
                />
              ))}
            {money.shipping > 0 && (
              <CheckboxField
                name="shipping"
                label={`Also refund shipping: ${formatCents(cents(money.shipping + money.shippingTax))}`}
              />
            )}
          </div>
        </>
      )}
      {offersTax && <Choice value="tax" label={`Sales tax only: ${formatCents(money.tax)}`} />}
      <Choice value="sum" label="Other amount" />
      <div className="pl-7">
        <TextField
          name="sum"
          label="Dollars"
          hint={`Up to ${formatCents(money.refundable)}`}
          kind="decimal"
          maxLength={20}
          inputClass="max-w-40"
        />
      </div>
    </fieldset>
  )
}

/** A sum or a number of pieces that is entered is what is refunded [REFUND-14]. */
function chooseWhatIsEntered({ target, currentTarget }: InputEvent<HTMLFieldSetElement>) {
  if (!(target instanceof HTMLInputElement) || target.value.trim() === '') return
  const of = target.name === 'sum' ? 'sum' : target.name.startsWith('quantity-') ? 'lines' : null
  const choice = of && currentTarget.querySelector<HTMLInputElement>(`input[value="${of}"]`)
  if (choice) choice.checked = true
}

function Choice({ value, label }: { value: string; label: string }) {
  const sent = useSent()
  return (
    <label className="flex min-h-11 items-start gap-3 py-2.5 leading-snug">
      <input
        type="radio"
        name="of"
        value={value}
        required
        defaultChecked={sent.of === value}
        className="mt-0.5 size-4 shrink-0 accent-gold-deep"
      />
      <span>{label}</span>
    </label>
  )
}

function Payments({ money }: { money: OrderRefunds }) {
  return (
    <SelectField
      name="payment"
      label="Payment to refund"
      hint="This order has more than one payment."
      options={[
        ['', 'All payments, as needed'],
        ...money.payments.map(
          ({ reference, name, left }) =>
            [reference, `${name}, ${formatCents(left)} left`, reference] as const,
        ),
      ]}
    />
  )
}

/** What was requested, read back; nothing was refunded yet. */
function Confirm({ shown: { preview, confirm }, what }: { shown: ShownRefund; what: string }) {
  const { amount, stays, isReduced } = preview
  const shown = useRef<HTMLElement>(null)
  // It may have been requested from another part of the page.
  useEffect(() => {
    // Returns a promise in newer browsers, which is no cleanup.
    void shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={shown} aria-label="Refund preview" className="mt-3 border border-gold p-4">
      <p role="status">
        {what}{' '}
        {isReduced && 'It’s less than the price of these pieces because that’s all that’s left. '}
        {stays > 0
          ? `After that, ${formatCents(stays)} of the payment remains.`
          : 'After that, nothing is left to refund.'}
      </p>
      <Form method="post" preventScrollReset className="mt-3">
        {Object.entries(confirm).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton action="refund" gold>
          {preview.isByHand
            ? `Record the refund of ${formatCents(amount)}`
            : `Refund ${formatCents(amount)}`}
        </SubmitButton>
      </Form>
      <p className="mt-3 text-muted text-sm">Not refunded yet. You can still change it below.</p>
    </section>
  )
}

function whatIsRefunded(order: AdminOrder, shown: ShownRefund): string {
  const { amount, credit, parts } = shown.preview
  const named = partsOf(credit, amount)
  const of = named === '' ? '. The buyer was already owed this amount.' : `: ${named}.`
  return parts.length > 1
    ? `${waysBack(order, shown)} In all ${formatCents(amount)}${of}`
    : `${formatCents(amount)} ${wayBack(order, shown)}${of}`
}

const handBack = 'is for you to hand or send to the buyer, since the shop moves no money'
/** Paid in gold, it is never paid back as money by a refund [TRADE-12]. */
const asCredit = 'comes back as trade-in credit, so there’s nothing for you to send'

/** Of several payments, each with its sum [REFUND-23]. */
function waysBack({ isTest }: AdminOrder, { preview: { parts } }: ShownRefund): string {
  const sent = parts.filter(({ isByHand }) => !isByHand)
  const ways = sent.map(({ amount, name }) => `${formatCents(amount)} to ${namedInSentence(name)}`)
  const sum = formatCents(sumCents(sent.map(({ amount }) => amount)))
  const byHand = parts
    .filter(({ isByHand }) => isByHand)
    .map(
      ({ amount, name, isByHand }) =>
        `${formatCents(amount)} of ${namedInSentence(name)} ${isByHand === 'credit' ? asCredit : handBack}.`,
    )
  const asTest = isTest ? ' as a test, without real money' : ''
  return [
    ...(sent.length > 0 ? [`${sum} will be refunded${asTest}: ${ways.join(', ')}.`] : []),
    ...byHand,
  ].join(' ')
}

function wayBack({ payment, isTest }: AdminOrder, { preview }: ShownRefund): string {
  if (preview.isByHand) return preview.parts[0]?.isByHand === 'credit' ? asCredit : handBack
  if (isTest) return 'will be refunded as a test, without real money'
  return payment.payBy === 'card'
    ? 'will be refunded to the buyer’s card'
    : 'will be refunded to the buyer’s bank account'
}

/** `goods $943.20, tax $79.91`, with what the buyer was owed anyway; empty where it is all that. */
function partsOf(credit: SaleParts, amount: number): string {
  const owed = cents(amount - totalOf(credit))
  const parts = [
    ['goods', cents(credit.goods - credit.discount)],
    ['tax', credit.tax],
    ['shipping', credit.shipping],
  ] as const
  const named = parts
    .filter(([, part]) => part > 0)
    .map(([name, part]) => `${name} ${formatCents(part)}`)
  if (named.length === 0) return ''
  const rest = owed > 0 ? [`${formatCents(owed)} already owed to the buyer`] : []
  return [...named, ...rest].join(', ')
}
