import { Form } from 'react-router'
import type { TradeInLabels } from '#app/.server/trade-ins/queries/trade-in-label.ts'
import { maxName } from '#app/contracts/trade-ins/trade-in.ts'
import { usPlaces } from '#app/domain/address/us-places.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { isBeforeArrival } from '#app/domain/trade-ins/trade-in.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { BoxFields } from '../../fulfillment/box-fields.tsx'
import { OfferedRates, RatesForm } from '../../fulfillment/offered-rates.tsx'
import { LabelList } from '../../fulfillment/shipping-labels.tsx'
import type { ShownTradeIn } from './action-form.tsx'

type Props = { page: ShownTradeIn; labels: TradeInLabels; now: number }

/** Whether a label was bought, or is being bought: then none is entered manually. */
export const hasOwnLabel = ({ labels }: TradeInLabels) =>
  labels.some(({ state }) => state === 'bought' || state === 'buying')

/** The prepaid label that the owner sends the piece with [TRADE-23]. */
export function PrepaidLabel({ page, labels, now }: Props) {
  const { id, state, labelTracking } = page.tradeIn
  if (!isBeforeArrival(state) && !labels.labels.some((label) => label.state !== 'bought')) {
    return null
  }
  const mayBuy =
    labels.gateway !== null &&
    (state === 'requested' || state === 'accepted') &&
    labelTracking === null &&
    !hasOwnLabel(labels)
  return (
    <>
      <LabelList
        labels={labels.labels}
        gateway={labels.gateway}
        now={now}
        fileOf={() => `/admin/dashboard/trade-ins/${encodeURIComponent(id)}/label.pdf`}
      />
      {mayBuy && <BuyLabel labels={labels} />}
    </>
  )
}

function BuyLabel({ labels }: { labels: TradeInLabels }) {
  const isSent = useSent().action === 'ask-rates'
  return (
    <section className="admin-panel">
      <h2>Prepaid label</h2>
      <Disclosure
        label={`Buy a label through ${labels.gateway?.name}…`}
        opens={isSent || labels.offered !== null}
        staysOpen
      >
        <OwnFields isSent={isSent}>
          <Form method="post" noValidate className="mt-3 grid gap-4">
            <Fields labels={labels} />
            <SubmitButton action="ask-rates" className="justify-self-start">
              Get rates
            </SubmitButton>
          </Form>
        </OwnFields>
        <OfferedRates labels={labels} />
      </Disclosure>
      <RatesForm labels={labels} />
    </section>
  )
}

const states = [['', 'Choose a state'], ...Object.entries(usPlaces)] as [string, string][]

/** Where the owner lives, what the package is like, and what it is insured for. */
function Fields({ labels: { from, lastBox, metalValue } }: { labels: TradeInLabels }) {
  return (
    <>
      <TextField
        name="name"
        label="Owner’s name"
        required
        maxLength={maxName}
        defaultValue={from.name}
      />
      <TextField
        name="line1"
        label="Street address"
        required
        maxLength={maxName}
        defaultValue={from.line1}
      />
      <TextField
        name="line2"
        label="Apartment, suite, etc."
        optional="optional"
        maxLength={maxName}
        defaultValue={from.line2}
      />
      <TextField name="city" label="City" required maxLength={maxName} defaultValue={from.city} />
      <SelectField name="state" label="State" options={states} defaultValue={from.state ?? ''} />
      <TextField
        name="postalCode"
        label="ZIP"
        required
        maxLength={10}
        defaultValue={from.postalCode}
        inputClass="max-w-40"
      />
      <BoxFields lastBox={lastBox} />
      <TextField
        name="declared"
        label="Insured value"
        {...(metalValue === null ? { required: true } : { optional: 'optional' })}
        hint={
          metalValue === null
            ? 'The weight of this piece isn’t known, so enter its metal value.'
            : `Leave blank to insure it for its metal value now, ${formatCents(metalValue)}.`
        }
        kind="decimal"
        inputClass="max-w-40"
      />
    </>
  )
}
