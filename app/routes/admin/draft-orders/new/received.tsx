import { form8300Hint } from '#app/domain/payments/form-8300.ts'
import { handKinds, paymentNames } from '#app/domain/payments/offline-payment.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { Part } from './fields.tsx'

const paidNow = {
  '': 'Nothing yet: by a pay link, or recorded later',
  ...Object.fromEntries(handKinds.map((kind) => [kind, paymentNames[kind]])),
}

/** A walk-in pays before anybody leaves the form [SALE-22]. */
export function Received() {
  return (
    <Part heading="Payment">
      <SelectField
        name="paid"
        label="Received now"
        hint={`All of it; of custom work the deposit. ${form8300Hint}`}
        className="sm:col-span-6"
        options={paidNow}
      />
      <TextField
        name="payer"
        label="Who paid"
        optional="if not the buyer"
        className="sm:col-span-3"
        maxLength={100}
      />
      <TextField
        name="paymentReference"
        label="Number of the check or wire"
        optional="optional"
        className="sm:col-span-3"
        maxLength={100}
      />
    </Part>
  )
}
