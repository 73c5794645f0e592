import type { handOverChoices } from '#app/contracts/draft-orders/hand-over.ts'
import { form8300Hint } from '#app/domain/payments/form-8300.ts'
import { handKinds, paymentNames } from '#app/domain/payments/offline-payment.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { useSent } from '#app/ui/forms/form-fields.tsx'
import { Part } from './fields.tsx'

const paidNow = [
  ['', 'Nothing yet'],
  ...handKinds.map((kind) => [kind, paymentNames[kind]] as const),
] as const

const handOver = {
  auto: 'Ship it if there’s an address; otherwise, the customer takes it now',
  now: 'Customer takes it now, even if there’s an address',
  later: 'Ship or hold for pickup later',
} as const satisfies Record<(typeof handOverChoices)[number], string>

/** A walk-in pays and takes the pieces along before anybody leaves the form, by one click [SALE-22, SALE-27]. */
export function Received({ testNotice }: { testNotice: string | null }) {
  const { paid = '' } = useSent()
  return (
    <Part heading="Payment">
      {testNotice && (
        <p className="border border-notice px-4 py-3 text-notice text-sm sm:col-span-6">
          {testNotice}
        </p>
      )}
      <fieldset aria-describedby="received-hint" className="sm:col-span-6">
        <legend className="field-label">Payment received</legend>
        <div className="flex flex-wrap gap-x-6">
          {paidNow.map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="paid"
                value={value}
                defaultChecked={paid === value}
                className="size-4 shrink-0 accent-gold-deep"
              />
              {label}
            </label>
          ))}
        </div>
        <p id="received-hint" className="field-note text-muted">
          For custom work, this is the deposit; for other orders, it’s the full amount. Collect the
          rest with a payment link, or record it later. {form8300Hint}
        </p>
      </fieldset>
      <TextField
        name="payer"
        label="Who paid"
        optional="if not the buyer"
        className="sm:col-span-3"
        maxLength={100}
      />
      <TextField
        name="paymentReference"
        label="Check or wire number"
        optional="optional"
        className="sm:col-span-3"
        maxLength={100}
      />
      <SelectField
        name="handOver"
        label="Delivery"
        hint="If the customer is taking the piece now, weigh it first and enter the weight in the field below the price. The order won’t have a ship-by date."
        className="sm:col-span-6"
        options={handOver}
        defaultValue="auto"
      />
    </Part>
  )
}
