import { type ReactNode, useState } from 'react'
import {
  askedFor,
  type CustomWorkTexts,
  customWorkDraft,
  defaults,
} from '#app/contracts/custom-work.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { MailForm, type MailFormTexts } from '#app/ui/forms/mail-form.tsx'

type Options = Readonly<Record<string, string>>
type Hint =
  | 'deadline'
  | 'internationalShipping'
  | keyof typeof askedFor
  | 'customerGold'
  | 'additionalNotes'

type Texts = MailFormTexts &
  CustomWorkTexts & {
    options: { designType: Options; jewelryType: Options; metalType: Options }
    hints: Readonly<Partial<Record<Hint, string>>>
    optional: string
  }

export function RequestForm({ texts, labelledBy }: { texts: Texts; labelledBy: string }) {
  const [kind, setKind] = useState<string>(defaults.jewelryType)
  const { labels, groups, options, hints, optional } = texts
  return (
    <MailForm
      name="custom-work"
      labelledBy={labelledBy}
      texts={texts}
      draftOf={(values) => customWorkDraft(values, texts)}
      onValues={(values) => setKind(values.jewelryType ?? defaults.jewelryType)}
    >
      <Group name={groups.contact}>
        <TextField name="date" type="date" label={labels.date} today />
        <TextField
          name="deadline"
          type="date"
          label={labels.deadline}
          hint={hints.deadline}
          optional={optional}
        />
        <TextField name="phone" type="tel" label={labels.phone} autoComplete="tel" />
        <TextField name="email" type="email" label={labels.email} autoComplete="email" />
      </Group>
      <Group name={groups.shipping}>
        <TextField
          name="shippingAddress"
          label={labels.shippingAddress}
          autoComplete="shipping address-line1"
          className="sm:col-span-2"
        />
        <TextField
          name="shippingCity"
          label={labels.shippingCity}
          autoComplete="shipping address-level2"
        />
        <div className="grid grid-cols-2 gap-x-5">
          <TextField
            name="shippingState"
            label={labels.shippingState}
            autoComplete="shipping address-level1"
          />
          <TextField
            name="shippingZip"
            label={labels.shippingZip}
            autoComplete="shipping postal-code"
          />
        </div>
        <CheckboxField
          name="internationalShipping"
          label={labels.internationalShipping}
          hint={hints.internationalShipping}
          className="sm:col-span-2"
        />
      </Group>
      <Group name={groups.piece}>
        <SelectField
          name="designType"
          label={labels.designType}
          options={options.designType}
          defaultValue={defaults.designType}
        />
        <SelectField
          name="jewelryType"
          label={labels.jewelryType}
          options={options.jewelryType}
          defaultValue={defaults.jewelryType}
        />
        {Object.entries(askedFor).map(([field, asked]) => {
          const name = field as keyof typeof askedFor
          return (
            // Disabled while hidden, so that what was typed there is neither sent nor lost.
            <fieldset
              key={name}
              hidden={kind !== asked}
              disabled={kind !== asked}
              className="sm:col-start-2"
            >
              <TextField name={name} label={labels[name]} hint={hints[name]} optional={optional} />
            </fieldset>
          )
        })}
        <SelectField
          name="metalType"
          label={labels.metalType}
          options={options.metalType}
          defaultValue={defaults.metalType}
          className="sm:col-start-1"
        />
      </Group>
      <Group name={groups.extras}>
        <CheckboxField
          name="customerGold"
          label={labels.customerGold}
          hint={hints.customerGold}
          className="sm:col-span-2"
        />
        <TextField
          name="stoneType"
          label={labels.stoneType}
          optional={optional}
          className="sm:col-span-2"
        />
        <TextArea
          name="stoneDetails"
          rows={3}
          label={labels.stoneDetails}
          optional={optional}
          className="sm:col-span-2"
        />
        <TextArea
          name="additionalNotes"
          rows={6}
          label={labels.additionalNotes}
          hint={hints.additionalNotes}
          optional={optional}
          className="sm:col-span-2"
        />
      </Group>
    </MailForm>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="not-first:mt-12">
      <legend className="mb-6 w-full border-b border-line pb-3 font-display text-2xl leading-tight">
        {name}
      </legend>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
