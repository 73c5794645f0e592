import { Form } from 'react-router'
import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** What is here now: the ledger counts from there [METAL-04]. */
export function BeginForm({ formKey }: { formKey: string }) {
  return (
    <section aria-labelledby="begin" className="admin-panel mt-8 max-w-xl">
      <h2 id="begin">Begin the ledger</h2>
      <p className="mt-2 text-muted text-sm">
        Weigh what is here now. Orders count automatically from then on; you enter what you buy,
        cast and lose.
      </p>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <input type="hidden" name="action" value="begin" />
        <input type="hidden" name="key" value={formKey} />
        <TextField
          name="stock"
          label="Fine gold, in grams"
          hint="Grain, bars, clean scrap. Nothing: 0."
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="pieces"
          label="Pieces, in grams"
          hint="Finished or in work, not sent yet. Those of paid orders too."
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="paid"
          label="What all of it cost, in dollars"
          optional="optional"
          hint="For the average cost. Without it, the first purchase sets it."
          kind="decimal"
          inputClass="max-w-40"
        />
        <SubmitButton gold className="justify-self-start">
          Begin the Ledger
        </SubmitButton>
      </Form>
    </section>
  )
}
