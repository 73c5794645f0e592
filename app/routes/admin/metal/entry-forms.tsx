import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { maxMetalNote, maxPartyLength } from '#app/contracts/metal/metal.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = { formKey: string; today: string }

/** Gold that was bought, entered manually [METAL-05]. */
export function PurchaseForm({ isUnsure, ...props }: Props & { isUnsure: boolean }) {
  return (
    <Panel id="bought" heading="Record a purchase" action="purchase" {...props}>
      <Weight />
      <TextField
        name="paid"
        label="Total paid ($)"
        hint="Include premium and shipping. For example, 4000.00."
        kind="decimal"
        inputClass="max-w-40"
      />
      <TextField name="party" label="Supplier" maxLength={maxPartyLength} />
      <DayAndNote {...props} />
      {isUnsure && (
        <Checkbox name="sure" className="text-alert">
          It’s correct as entered
        </Checkbox>
      )}
      <SubmitButton gold className="justify-self-start">
        Save Purchase
      </SubmitButton>
    </Panel>
  )
}

const kinds = [
  ['cast', 'Cast: fine gold became pieces'],
  ['melted', 'Melted: pieces became fine gold'],
  ['loss', 'Lost: fine gold, in casting or filing'],
  ['loss of pieces', 'Lost: pieces, in finishing'],
  ['scrap', 'Sold: fine gold, to a refiner'],
  ['found', 'Found: you have more than the ledger shows'],
] as const

/** What else happens to gold in a workshop. */
export function MoveForm(props: Props) {
  return (
    <Panel id="moved" heading="Record another change" action="move" {...props}>
      <SelectField name="kind" label="What happened" options={kinds} defaultValue="cast" />
      <Weight />
      <TextField
        name="paid"
        label="Amount received ($)"
        optional="if sold"
        kind="decimal"
        inputClass="max-w-40"
      />
      <DayAndNote {...props} />
      <SubmitButton className="justify-self-start">Save Entry</SubmitButton>
    </Panel>
  )
}

function Panel({
  id,
  heading,
  action,
  formKey,
  children,
}: Props & { id: string; heading: string; action: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="admin-panel min-w-0">
      <h2 id={id}>{heading}</h2>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
        <input type="hidden" name="action" value={action} />
        <input type="hidden" name="key" value={`${action}-${formKey}`} />
        {children}
      </Form>
    </section>
  )
}

function Weight() {
  return (
    <div className="flex flex-wrap items-start gap-4">
      <TextField name="weight" label="Weight" kind="decimal" inputClass="w-36" />
      <SelectField
        name="unit"
        label="Unit"
        hint="1 troy ounce is 31.1035 g."
        options={{ g: 'grams', ozt: 'troy ounces' }}
        defaultValue="g"
      />
    </div>
  )
}

function DayAndNote({ today }: Pick<Props, 'today'>) {
  return (
    <>
      <TextField
        name="day"
        label="Date"
        type="date"
        max={today}
        defaultValue={today}
        inputClass="max-w-48"
      />
      <TextField name="note" label="Note" optional="optional" maxLength={maxMetalNote} />
    </>
  )
}
