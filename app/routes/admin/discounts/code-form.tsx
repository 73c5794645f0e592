import { Form, Link } from 'react-router'
import { Checkbox, CheckboxField } from '#app/ui/forms/checkbox.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  /** The code that is changed; null: a new one. */
  edited: Record<string, string> | null
  refused: Failure<Record<string, string>> | undefined
}

export function CodeForm({ edited, refused }: Props) {
  return (
    <section aria-labelledby="code-form" className="mt-10 max-w-xl">
      <h2 id="code-form">{edited ? `Change ${edited.code}` : 'New code'}</h2>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-5">
        <input type="hidden" name="action" value="save" />
        <input type="hidden" name="code_id" value={edited?.code_id ?? ''} />
        <input type="hidden" name="revision" value={edited?.revision ?? ''} />
        <FormFields refused={refused} values={edited ?? { kind: 'percent' }}>
          <TextField
            name="code"
            label="Code"
            hint="For example, SUMMER-10. Not case-sensitive. Spaces and dashes are ignored."
            kind="code"
            maxLength={60}
            inputClass="max-w-60"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              name="kind"
              label="Discount"
              options={{ percent: 'Percent', amount: 'Dollars' }}
            />
            <TextField name="value" label="Amount" hint="Such as 10 or 25.00." kind="decimal" />
          </div>
          <TextArea
            name="pieces"
            label="Products"
            optional="blank for all"
            hint="One per line, by name or number."
            rows={3}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField name="from" label="First day" optional="optional" type="date" />
            <TextField name="until" label="Last day" optional="optional" type="date" />
          </div>
          <div className="grid items-end gap-5 sm:grid-cols-3">
            <TextField
              name="minTotal"
              label="Minimum total ($)"
              optional="optional"
              kind="decimal"
            />
            <TextField name="maxUses" label="Total uses" optional="optional" kind="count" />
            <TextField
              name="maxUsesPerEmail"
              label="Uses per email"
              optional="optional"
              kind="count"
            />
          </div>
          <CheckboxField
            name="offMetal"
            label="Also discount the metal value"
            hint="Otherwise a piece never costs less than the gold in it."
          />
          {refused?.errors?.sure && (
            <Checkbox name="sure" className="text-alert">
              Allow prices below metal value
            </Checkbox>
          )}
        </FormFields>
        <div className="flex flex-wrap items-center gap-5">
          <SubmitButton gold>{edited ? 'Save Changes' : 'Add Code'}</SubmitButton>
          {edited && (
            <Link to="/admin/dashboard/discounts" className="link">
              Cancel
            </Link>
          )}
        </div>
      </Form>
    </section>
  )
}
