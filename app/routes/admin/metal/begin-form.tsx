import { Form } from 'react-router'
import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** What is here now: the ledger counts from there [METAL-04]. */
export function BeginForm({ formKey }: { formKey: string }) {
  return (
    <section aria-labelledby="begin" className="admin-panel mt-8 max-w-xl">
      <h2 id="begin">Start the ledger</h2>
      <p className="mt-2 text-muted text-sm">
        Weigh the gold you have now. From then on, orders are counted automatically, and you enter
        what you buy, cast, and lose.
      </p>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <input type="hidden" name="action" value="begin" />
        <input type="hidden" name="key" value={formKey} />
        <TextField
          name="stock"
          label="Fine gold, in grams"
          hint="Grain, bars, and clean scrap. Enter 0 for none."
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="pieces"
          label="Pieces, in grams"
          hint="Finished or in progress, not shipped yet. Include pieces for paid orders."
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="paid"
          label="Total cost, in dollars"
          optional="optional"
          hint="Used for the average cost. If you leave it blank, your first purchase sets it."
          kind="decimal"
          inputClass="max-w-40"
        />
        <SubmitButton gold className="justify-self-start">
          Start Ledger
        </SubmitButton>
      </Form>
    </section>
  )
}
