import { Form } from 'react-router'
import type { MetalLimits } from '#app/domain/metal/exposure.ts'
import { metalToDecimal } from '#app/domain/metal/metal-weight.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** Beyond what staff are warned [METAL-09]. */
export function Limits({ limits: { loss, grams } }: { limits: MetalLimits }) {
  return (
    <section aria-labelledby="limits" className="mt-10 max-w-xl">
      <h2 id="limits">Alerts</h2>
      <p className="mt-1 text-muted text-sm">
        Each time a limit is exceeded, we’ll show an alert on Today and send owners one email. Leave
        blank for no alerts.
      </p>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
        <input type="hidden" name="action" value="limits" />
        <TextField
          name="loss"
          label="Alert if the loss on replacing sold gold would exceed ($)"
          hint="For example, 500.00."
          kind="decimal"
          defaultValue={loss === null ? '' : centsToDecimal(loss)}
          inputClass="max-w-40"
        />
        <TextField
          name="grams"
          label="Alert if gold to buy exceeds (g)"
          hint="For example, 100.00."
          kind="decimal"
          defaultValue={grams === null ? '' : metalToDecimal(grams).slice(0, -1)}
          inputClass="max-w-40"
        />
        <SubmitButton className="justify-self-start">Save Limits</SubmitButton>
      </Form>
    </section>
  )
}
