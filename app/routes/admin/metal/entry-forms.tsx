import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { maxMetalNote, maxPartyLength } from '#app/contracts/metal/metal.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = { formKey: string; today: string; typed: Partial<Record<string, string>> }

/** Gold that was bought, by hand [METAL-05]. */
export function PurchaseForm({ isUnsure, ...props }: Props & { isUnsure: boolean }) {
  const { typed } = props
  return (
    <Panel id="bought" heading="Gold was bought" action="purchase" {...props}>
      <Weight typed={typed} />
      <Field label="Paid in all, in dollars" hint="With premium and shipping: 4000.00.">
        <input
          name="paid"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.paid}
          className="input max-w-40"
        />
      </Field>
      <Field label="From">
        <input
          name="party"
          maxLength={maxPartyLength}
          autoComplete="off"
          defaultValue={typed.party}
          className="input"
        />
      </Field>
      <DayAndNote {...props} />
      {isUnsure && (
        <Checkbox name="sure" className="text-alert">
          It is right as I typed it
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
  ['found', 'Found: more is here than the ledger says'],
] as const

/** What else happens to gold in a workshop. */
export function MoveForm(props: Props) {
  const { typed } = props
  return (
    <Panel id="moved" heading="Something else happened" action="move" {...props}>
      <Field label="What happened">
        <select name="kind" defaultValue={typed.kind ?? 'cast'} className="input">
          {kinds.map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Weight typed={typed} />
      <Field label="Received for it, in dollars" optional="where it was sold">
        <input
          name="paid"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.paid}
          className="input max-w-40"
        />
      </Field>
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

function Weight({ typed }: Pick<Props, 'typed'>) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Field label="Weight">
        <input
          name="weight"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.weight}
          className="input w-36"
        />
      </Field>
      <Field label="Unit" hint="1 troy ounce is 31.1035 g.">
        <select name="unit" defaultValue={typed.unit ?? 'g'} className="input">
          <option value="g">grams</option>
          <option value="ozt">troy ounces</option>
        </select>
      </Field>
    </div>
  )
}

function DayAndNote({ today, typed }: Props) {
  return (
    <>
      <Field label="Day">
        <input
          type="date"
          name="day"
          max={today}
          defaultValue={typed.day ?? today}
          className="input max-w-48"
        />
      </Field>
      <Field label="Note" optional="optional">
        <input
          name="note"
          maxLength={maxMetalNote}
          autoComplete="off"
          defaultValue={typed.note}
          className="input"
        />
      </Field>
    </>
  )
}
