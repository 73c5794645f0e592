import { Form } from 'react-router'
import type { MetalLimits } from '#app/domain/metal/exposure.ts'
import { metalToDecimal } from '#app/domain/metal/metal-weight.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = { limits: MetalLimits; typed: Partial<Record<string, string>> }

/** Beyond what staff are warned [METAL-09]. */
export function Limits({ limits: { loss, grams }, typed }: Props) {
  return (
    <section aria-labelledby="limits" className="mt-10 max-w-xl">
      <h2 id="limits">Warn me</h2>
      <p className="mt-1 text-muted text-sm">
        On Today, and owners by mail, once each time a limit is passed. Left empty: never.
      </p>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
        <input type="hidden" name="action" value="limits" />
        <Field
          label="When buying what is sold costs more than it was sold for by"
          hint="In dollars: 500.00."
        >
          <input
            name="loss"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.loss ?? (loss === null ? '' : centsToDecimal(loss))}
            className="input max-w-40"
          />
        </Field>
        <Field label="When more is to be bought than" hint="In grams: 100.00.">
          <input
            name="grams"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.grams ?? (grams === null ? '' : metalToDecimal(grams).slice(0, -1))}
            className="input max-w-40"
          />
        </Field>
        <SubmitButton className="justify-self-start">Save the Limits</SubmitButton>
      </Form>
    </section>
  )
}
