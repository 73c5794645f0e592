import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { StaffReturn } from '#app/.server/returns/queries/order-returns.ts'
import { maxTrackingLength } from '#app/contracts/fulfillment/parcel.ts'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { quantityField } from '#app/contracts/refunds/refund.ts'
import { gramsField, maxInstructions } from '#app/contracts/returns/return.ts'
import { carrierNames, carriers } from '#app/domain/fulfillment/carrier.ts'
import { formatScale, gramsToDecimal, type Milligrams } from '#app/domain/money/grams.ts'
import { canReturn, formatPieces } from '#app/domain/returns/return.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { OwnFields } from '#app/ui/forms/form-fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Typed = Partial<Record<string, string>>
type Props = {
  order: AdminOrder
  found: StaffReturn
  instructions: string
  mayDecide: boolean
  typed: Typed
}

/** What can be done with a return now, by the table of its states [RETURN-01]. */
export function ReturnActions(props: Props) {
  const { found, mayDecide, order } = props
  const { state } = found
  return (
    <div className="mt-3 grid gap-3">
      {mayDecide && canReturn(state, 'accepted') && <Accept {...props} />}
      {canReturn(state, 'received') && (
        <ActionForm {...props}>
          <SubmitButton name="action" value="return-receive">
            It is here
          </SubmitButton>
        </ActionForm>
      )}
      {canReturn(state, 'weighed') &&
        (state === 'weighed' ? (
          <Fold {...props} action="return-weigh" summary="Correct the weight">
            <Weigh {...props} />
          </Fold>
        ) : (
          <ActionForm {...props} action="return-weigh">
            <Weigh {...props} />
          </ActionForm>
        ))}
      {mayDecide && canReturn(state, 'refunded') && <Refund {...props} />}
      {mayDecide && order.payment.dispute === 'open' && (
        <p className="text-alert text-sm">
          The buyer’s bank disputes this payment: nothing is refunded until that is decided.
        </p>
      )}
      {mayDecide && canReturn(state, 'refused') && <Refuse {...props} />}
      {mayDecide && (
        <Fold {...props} action="return-call-off" summary="Close it without a refund">
          <Field
            label="Why it ends"
            hint="For staff: it never came, was exchanged, or refunded in another way. No mail is sent."
          >
            <textarea
              name="reason"
              required
              rows={2}
              maxLength={maxReasonLength}
              defaultValue={props.typed.action === 'return-call-off' ? props.typed.reason : ''}
              className="input"
            />
          </Field>
          <SubmitButton name="action" value="return-call-off">
            Close the return
          </SubmitButton>
        </Fold>
      )}
    </div>
  )
}

function Accept({ order, found, instructions, typed }: Props) {
  const isTyped = typed.action === 'return-accept'
  return (
    <ActionForm order={order} found={found} typed={typed} action="return-accept">
      <Field label="How the buyer sends it" hint={mailHint(order)}>
        <textarea
          name="instructions"
          required
          rows={4}
          maxLength={maxInstructions}
          defaultValue={isTyped ? typed.instructions : instructions}
          className="input"
        />
      </Field>
      <SubmitButton name="action" value="return-accept" gold>
        Accept the return
      </SubmitButton>
    </ActionForm>
  )
}

export const mailHint = ({ email }: Pick<AdminOrder, 'email'>) =>
  email === null
    ? 'This order has no e-mail address: please tell the buyer yourself.'
    : 'It is mailed to the buyer.'

/** `Sold: 28.90 g`; where the pieces were weighed, what they weighed when they were sent. */
export function sentAs({ sold, least, most, wasWeighed }: SentWeight): string {
  if (!wasWeighed) return `Sold: ${formatScale(sold)}`
  const range =
    least === most ? formatScale(least) : `${formatScale(least)} to ${formatScale(most)}`
  return `Sent: ${range}`
}

type SentWeight = Pick<StaffReturn['lines'][number], 'sold' | 'least' | 'most' | 'wasWeighed'>

/** Each line on the scale, beside what was sent. */
function Weigh({ found: { lines, weightNote, state }, typed }: Props) {
  const isTyped = typed.action === 'return-weigh'
  const note = state === 'weighed' ? weightNote : ''
  return (
    <>
      {lines.map(({ line, quantity, name, size, weighedMg, ...weights }) => (
        <Field
          key={line}
          label={`Weight of ${formatPieces([{ line: 0, quantity }], [{ name, size }])}`}
          hint={`Grams, to 0.01 g. ${sentAs(weights)}.`}
        >
          <input
            name={gramsField(line)}
            inputMode="decimal"
            autoComplete="off"
            required
            maxLength={12}
            defaultValue={
              isTyped
                ? typed[gramsField(line)]
                : weighedMg === null
                  ? ''
                  : gramsToDecimal(weighedMg as Milligrams)
            }
            className="input tabular max-w-40"
          />
        </Field>
      ))}
      <Field
        label="About the weight"
        optional="optional"
        hint="Needed where it differs: what was missing, or is on it."
      >
        <input
          name="note"
          maxLength={maxReasonLength}
          autoComplete="off"
          defaultValue={isTyped ? typed.note : note}
          className="input"
        />
      </Field>
      <SubmitButton name="action" value="return-weigh">
        Save the weight
      </SubmitButton>
    </>
  )
}

/** Into the form of refunds, with these pieces; it shows what goes back and asks once more [RETURN-08]. */
function Refund({ order, found }: Props) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="revision" value={order.revision} />
      <input type="hidden" name="return" value={found.id} />
      <input type="hidden" name="of" value="lines" />
      {found.lines.map(({ line, quantity }) => (
        <input key={line} type="hidden" name={quantityField(line)} value={quantity} />
      ))}
      <input type="hidden" name="reason" value="Returned." />
      <SubmitButton name="action" value="preview" gold>
        Refund it …
      </SubmitButton>
      <p className="mt-1 text-muted text-sm">Under Money it shows what goes back, and asks.</p>
    </Form>
  )
}

function Refuse(props: Props) {
  const { found, typed } = props
  const isTyped = typed.action === 'return-refuse'
  const isHere = found.receivedAt !== null
  return (
    <Fold
      {...props}
      action="return-refuse"
      summary={isHere ? 'Refuse it and send it back' : 'Refuse the return'}
    >
      <Field label="Why it is refused" hint="The buyer reads it in the mail.">
        <textarea
          name="reason"
          required
          rows={3}
          maxLength={maxReasonLength}
          defaultValue={isTyped ? typed.reason : ''}
          className="input"
        />
      </Field>
      {isHere && (
        <>
          <Field
            label="Tracking of the parcel to the buyer"
            optional="optional"
            hint="Where it is known already."
          >
            <input
              name="tracking"
              maxLength={maxTrackingLength}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={isTyped ? typed.tracking : ''}
              className="input"
            />
          </Field>
          <Field label="Its carrier">
            <select
              name="carrier"
              defaultValue={isTyped ? typed.carrier : 'by number'}
              className="input"
            >
              <option value="by number">Detect from the number</option>
              {carriers.map((carrier) => (
                <option key={carrier} value={carrier}>
                  {carrierNames[carrier]}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
      <SubmitButton name="action" value="return-refuse">
        Refuse and mail the buyer
      </SubmitButton>
    </Fold>
  )
}

type FormProps = {
  order: AdminOrder
  found: StaffReturn
  typed: Typed
  /** Errors of another form of the screen stand beside no field of this one. */
  action?: string
  children: ReactNode
}

function ActionForm({ order, found, typed, action, children }: FormProps) {
  const form = (
    <Form method="post" noValidate className="grid gap-4">
      <input type="hidden" name="revision" value={order.revision} />
      <input type="hidden" name="id" value={found.id} />
      {children}
    </Form>
  )
  return <OwnFields isSent={action !== undefined && typed.action === action}>{form}</OwnFields>
}

function Fold({ summary, ...form }: FormProps & { summary: string; action: string }) {
  return (
    <details open={form.typed.action === form.action || undefined}>
      <summary className="link inline-block py-1">{summary} …</summary>
      <div className="mt-3">
        <ActionForm {...form} />
      </div>
    </details>
  )
}
