import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { StaffReturn } from '#app/.server/returns/queries/order-returns.ts'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { gramsField, maxInstructions } from '#app/contracts/returns/return.ts'
import { formatPieces } from '#app/domain/fulfillment/parcel.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { formatScale, scaleToDecimal } from '#app/domain/money/grams.ts'
import { canReturn } from '#app/domain/returns/return.ts'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { TrackingFields } from '#app/ui/forms/tracking-fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { refundFieldsOf } from './refund-fields.ts'

type Props = {
  order: AdminOrder
  found: StaffReturn
  instructions: string
  leftToRefund: Cents
  mayDecide: boolean
}

/** What can be done with a return now, by the table of its states [RETURN-01]. */
export function ReturnActions(props: Props) {
  const { found, mayDecide, order } = props
  const { state } = found
  return (
    <div className="mt-3 grid gap-3">
      {mayDecide && canReturn(state, 'accepted') && <Accept {...props} />}
      {canReturn(state, 'received') && (
        <ActionForm {...props} action="return-weigh">
          <p className="text-sm">
            When the return arrives, weigh it. That marks it as received and emails the buyer.
          </p>
          <Weigh {...props} />
          <SubmitButton action="return-receive">Mark as received, weigh later</SubmitButton>
        </ActionForm>
      )}
      {canReturn(state, 'weighed') &&
        (state === 'weighed' ? (
          <FormDisclosure {...props} action="return-weigh" summary="Edit weight">
            <Weigh {...props} />
          </FormDisclosure>
        ) : (
          <ActionForm {...props} action="return-weigh">
            <Weigh {...props} />
          </ActionForm>
        ))}
      {mayDecide && canReturn(state, 'refunded') && <Refund {...props} />}
      {mayDecide && order.payment.dispute === 'open' && (
        <p className="text-alert text-sm">
          The buyer’s bank is disputing this payment. You can’t refund anything until that’s
          decided.
        </p>
      )}
      {mayDecide && canReturn(state, 'refused') && <Refuse {...props} />}
      {mayDecide && (
        <FormDisclosure {...props} action="return-call-off" summary="Close without refund">
          <ReasonField
            label="Reason for closing"
            hint="For staff: it never arrived, was exchanged, or was refunded another way. No email is sent."
          />
          <SubmitButton action="return-call-off">Close return</SubmitButton>
        </FormDisclosure>
      )}
    </div>
  )
}

function Accept({ order, found, instructions }: Props) {
  return (
    <ActionForm order={order} found={found} action="return-accept">
      <TextArea
        name="instructions"
        label="Return shipping instructions"
        hint={emailHint(order)}
        required
        rows={4}
        maxLength={maxInstructions}
        defaultValue={instructions}
      />
      <SubmitButton action="return-accept" gold>
        Approve return
      </SubmitButton>
    </ActionForm>
  )
}

export const emailHint = ({ email }: Pick<AdminOrder, 'email'>) =>
  email === null
    ? 'This order has no email address, so tell the buyer yourself.'
    : 'Emailed to the buyer.'

/** `Sold: 28.90 g`; where the pieces were weighed, what they weighed when they were sent. */
export function sentAs({ sold, least, most, wasWeighed }: SentWeight): string {
  if (!wasWeighed) return `Listed weight: ${formatScale(sold)}`
  const range =
    least === most ? formatScale(least) : `${formatScale(least)} to ${formatScale(most)}`
  return `Shipped weight: ${range}`
}

type SentWeight = Pick<StaffReturn['lines'][number], 'sold' | 'least' | 'most' | 'wasWeighed'>

/** Each line on the scale, beside what was sent. */
function Weigh({ found: { lines, weightNote, state } }: Props) {
  const note = state === 'weighed' ? weightNote : ''
  return (
    <>
      {lines.map(({ line, quantity, name, size, weighedMg, ...weights }) => (
        <TextField
          key={line}
          name={gramsField(line)}
          label={`Weight of ${formatPieces([{ line: 0, quantity }], [{ name, size }])}`}
          hint={`In grams, to two decimal places. ${sentAs(weights)}.`}
          kind="decimal"
          required
          maxLength={12}
          defaultValue={weighedMg === null ? '' : scaleToDecimal(weighedMg)}
          inputClass="max-w-40"
        />
      ))}
      <TextField
        name="note"
        label="Weight note"
        hint="Required if the weight is off by more than your limit. Say what’s missing or added."
        maxLength={maxReasonLength}
        defaultValue={note}
      />
      <SubmitButton action="return-weigh">Save weight</SubmitButton>
    </>
  )
}

/** Into the form of refunds, with these pieces; it shows what is refunded and asks once more [RETURN-08]. */
function Refund({ order, found, leftToRefund }: Props) {
  if (leftToRefund === 0) {
    return (
      <p className="text-muted text-sm">
        Nothing is left to refund. Close the return without a refund.
      </p>
    )
  }
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="revision" value={order.revision} />
      {Object.entries(refundFieldsOf(found)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton action="preview" gold>
        Refund…
      </SubmitButton>
      <p className="mt-1 text-muted text-sm">
        You can check the amounts under Payment summary before you confirm.
      </p>
    </Form>
  )
}

function Refuse(props: Props) {
  const { found } = props
  const isHere = found.receivedAt !== null
  return (
    <FormDisclosure
      {...props}
      action="return-refuse"
      summary={isHere ? 'Decline and send back' : 'Decline return'}
    >
      <ReasonField label="Reason for declining" hint="Shown to the buyer in the email." rows={3} />
      {isHere && (
        <TrackingFields
          label="Tracking for the package to the buyer"
          hint="If you have it already."
        />
      )}
      <SubmitButton action="return-refuse">Decline and email the buyer</SubmitButton>
    </FormDisclosure>
  )
}

type FormProps = {
  order: AdminOrder
  found: StaffReturn
  action?: string
  children: ReactNode
}

function ActionForm({ order, found, action, children }: FormProps) {
  const sent = useSent()
  const isSent = action !== undefined && sent.action === action && sent.id === found.id
  return (
    <OwnFields isSent={isSent}>
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <input type="hidden" name="id" value={found.id} />
        {children}
      </Form>
    </OwnFields>
  )
}

function FormDisclosure({ summary, ...form }: FormProps & { summary: string; action: string }) {
  const sent = useSent()
  const isSent = sent.action === form.action && sent.id === form.found.id
  return (
    <Disclosure label={`${summary}…`} opens={isSent}>
      <div className="mt-3">
        <ActionForm {...form} />
      </div>
    </Disclosure>
  )
}
