import { maxInstructions } from '#app/contracts/returns/return.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { TrackingFields } from '#app/ui/forms/tracking-fields.tsx'
import { SanctionsCheck } from '../../components/sanctions-check.tsx'
import { ActionForm, canDo, emailHint, type ShownTradeIn } from './action-form.tsx'

type Props = { page: ShownTradeIn }
/** `hasLabel`: one was bought, so none is entered manually. */
type StepsProps = Props & { hasLabel: boolean }

const steps = ['accept', 'decline', 'offer', 'answer', 'start', 'finish'] as const
const ends = ['send-back', 'lost', 'cancel'] as const

/** What is decided now, first what usually comes next [TRADE-57]. */
export function Steps({ page, hasLabel }: StepsProps) {
  if (!canDo(page, ...steps, ...ends)) return null
  return (
    <section className="admin-panel grid gap-4">
      <h2>Next step</h2>
      <Accept page={page} hasLabel={hasLabel} />
      <Offer page={page} />
      <Answer page={page} />
      <ActionForm page={page} name="start" button="Start the recast" isNext>
        <p className="text-sm">
          The recast is paid for. The guarantee promises 1–3 weeks from the day the piece reached
          us.
        </p>
      </ActionForm>
      <ActionForm page={page} name="finish" button="Mark as done" isNext>
        <p className="text-sm">
          First weigh the new piece and print its certificate from the order. This ends the old
          certificate; the new one links to it.
        </p>
      </ActionForm>
      <SendBack page={page} />
      <ActionForm page={page} name="decline" button="Decline" summary="Decline the request">
        <ReasonField label="Reason for declining" hint={emailHint(page)} />
      </ActionForm>
      <ActionForm page={page} name="lost" button="Mark as lost" summary="Lost in transit">
        <ReasonField
          label="What the carrier says"
          hint={`File the insurance claim first. ${emailHint(page)}`}
        />
      </ActionForm>
      <ActionForm page={page} name="cancel" button="Cancel the trade-in" summary="Cancel">
        <ReasonField
          label="Reason for canceling"
          hint={`${afterCanceling(page.tradeIn)}${emailHint(page)}`}
        />
      </ActionForm>
    </section>
  )
}

function afterCanceling({ state, receivedAt }: Props['page']['tradeIn']): string {
  if (receivedAt) return 'The piece has to be sent back next. '
  return state === 'sent'
    ? 'A package is on its way. To send it back, cancel once you’ve received it. '
    : ''
}

function Accept({ page, hasLabel }: StepsProps) {
  return (
    <ActionForm page={page} name="accept" button="Approve" isNext>
      <TextArea
        name="instructions"
        label="How to send or bring the piece"
        hint={emailHint(page)}
        required
        rows={4}
        maxLength={maxInstructions}
        defaultValue={page.instructions}
      />
      {hasLabel ? (
        <p className="text-sm">
          The email includes the tracking number. The customer prints the label from their trade-in
          page.
        </p>
      ) : (
        <>
          <TrackingFields
            label="Tracking number of a prepaid label"
            hint="Insure the label for the metal value. Leave blank for a drop-off."
          />
          <TextField
            name="cost"
            label="Cost of the label"
            optional="optional"
            hint="In dollars, for your books."
            kind="decimal"
            inputClass="max-w-40"
          />
        </>
      )}
    </ActionForm>
  )
}

function Offer({ page }: Props) {
  const { tradeIn, estimate } = page
  const isAgain = tradeIn.offer > 0
  return (
    <ActionForm
      page={page}
      name="offer"
      button={isAgain ? 'Make a new offer' : 'Make the offer'}
      isNext={!isAgain}
      {...(isAgain && { summary: 'Make a new offer' })}
    >
      <p className="text-sm">
        {estimate === null
          ? 'This size has no production cost, so enter what the recast costs the customer.'
          : `At the current price: ${formatCents(estimate)}. ${emailHint(page)}`}
      </p>
      {estimate === null && (
        <TextField
          name="amount"
          label="Price of the recast"
          hint="In dollars, as the recast guarantee promises."
          kind="decimal"
          required
          inputClass="max-w-40"
        />
      )}
    </ActionForm>
  )
}

/** The customer answers on their page; staff note what was said by phone. */
function Answer({ page }: Props) {
  return (
    <ActionForm
      page={page}
      name="answer"
      button="Save the answer"
      summary="The customer answered by phone or in person"
    >
      <input type="hidden" name="offer" value={page.tradeIn.offer} />
      <SelectField
        name="answer"
        label="The customer’s answer"
        options={{ yes: 'Yes', no: 'No, send it back' }}
      />
    </ActionForm>
  )
}

function SendBack({ page }: Props) {
  return (
    <ActionForm page={page} name="send-back" button="Mark as shipped back" isNext>
      <TrackingFields
        label="Tracking number"
        required
        hint={`If the customer picked it up, enter “Picked up” and choose “Other.” ${emailHint(page)}`}
      />
      <SanctionsCheck of="customer" />
    </ActionForm>
  )
}
