import { Form } from 'react-router'
import type { ShownLabels } from '#app/.server/fulfillment/shipping-labels.ts'
import { formatBox, labelNote, serviceName } from '#app/domain/fulfillment/label.ts'
import { countPieces } from '#app/domain/fulfillment/parcel.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatCount } from '../components/format-count.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { addressOnLabel, TestLabel } from './shipping-labels.tsx'

/** Rates are chosen inside the form of the parcel, and sent by this one: forms cannot be nested. */
const ratesForm = 'label-rates'

type Props = { labels: Pick<ShownLabels, 'offered' | 'gateway'> }

export function RatesForm({ labels: { offered } }: Props) {
  if (!offered) return null
  return (
    <Form id={ratesForm} method="post">
      <input type="hidden" name="label" value={offered.label} />
    </Form>
  )
}

/**
 * Rates that were asked for the next parcel, to choose one [LABEL-01], below the button that asks for them.
 * Each with all that it costs: the gateway charges the insurance beside the postage [LABEL-14].
 */
export function OfferedRates({ labels: { offered, gateway } }: Props) {
  if (!offered || !gateway) return null
  const { asked, rates, insuranceFee } = offered
  return (
    <div className="mt-5 grid gap-3 border-line border-t pt-4">
      <fieldset>
        <legend className="field-label">Rates</legend>
        <p className="field-note text-muted">
          {asked.pieces.length > 0 && `${formatCount(countPieces(asked.pieces), 'piece')}, `}
          {formatBox(asked.box)}, declared {formatCents(asked.declared)},{' '}
          {asked.signature ? 'signature required' : 'no signature'}
          {insuranceFee !== null && `, insured by ${gateway.name}`}.
          {asked.from && ` From ${addressOnLabel(asked.from)}.`}
          {asked.to && ` To ${addressOnLabel(asked.to)}. ${labelNote(asked)}`}
        </p>
        <ul className="mt-2">
          {rates.map((rate, index) => (
            <li key={rate.id}>
              <label className="flex min-h-11 items-center gap-3 py-1.5 leading-snug">
                <input
                  type="radio"
                  name="rate"
                  form={ratesForm}
                  value={rate.id}
                  required
                  defaultChecked={index === 0}
                  className="size-5 shrink-0 accent-gold-deep"
                />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {serviceName(rate)}
                  <span className="text-muted">, {daysText(rate.days)}</span>
                  {insuranceFee !== null && (
                    <span className="block text-muted text-sm">
                      {formatCents(rate.cost)} postage, {formatCents(insuranceFee)} insurance
                    </span>
                  )}
                </span>
                <span>{formatCents(cents(rate.cost + (insuranceFee ?? 0)))}</span>
              </label>
            </li>
          ))}
        </ul>
        {insuranceFee !== null && (
          <p className="field-note text-muted">
            The insurance cost is an estimate based on {gateway.name}'s rates: 1% of the declared
            value, $1.00 minimum. You’ll see the actual charge after you buy the label.
          </p>
        )}
      </fieldset>
      {!gateway.live && <TestLabel />}
      <SubmitButton form={ratesForm} action="buy-label">
        Buy this label
      </SubmitButton>
    </div>
  )
}

const daysText = (days: number | null) =>
  days === null ? 'days not said' : formatCount(days, 'day')
