import { type ReactNode, useState } from 'react'
import {
  askedFor,
  type CustomWorkField,
  type CustomWorkTexts,
  customWorkDraft,
  defaults,
} from '#app/contracts/messages/custom-work.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { MailForm, type MailFormTexts } from '#app/ui/forms/mail-form.tsx'
import type { PostedForm } from '#app/ui/forms/posted-form.ts'

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

type Props = { texts: Texts; labelledBy: string; posted: PostedForm | undefined }

export function RequestForm({ texts, labelledBy, posted }: Props) {
  const written = posted && 'values' in posted ? posted.values.jewelryType : undefined
  const [kind, setKind] = useState<string>(written ?? defaults.jewelryType)
  const { labels, groups, options, hints, optional } = texts
  const field = (name: CustomWorkField) => ({
    name,
    label: labels[name],
    hint: hints[name as Hint],
  })
  const choice = (name: keyof typeof defaults) => ({
    ...field(name),
    options: options[name],
    defaultValue: defaults[name],
  })
  const wide = 'sm:col-span-2'
  return (
    <MailForm
      name="custom-work"
      labelledBy={labelledBy}
      texts={texts}
      posted={posted}
      draftOf={(values) => customWorkDraft(values, texts)}
      onValues={(values) => setKind(values.jewelryType ?? defaults.jewelryType)}
    >
      <Group name={groups.piece}>
        <TextArea {...field('additionalNotes')} rows={5} optional={optional} className={wide} />
        <SelectField {...choice('designType')} />
        <SelectField {...choice('jewelryType')} />
        {(Object.keys(askedFor) as (keyof typeof askedFor)[]).map((name) => (
          // What was typed in a hidden one is neither lost nor part of the message. Without a script all show.
          <fieldset
            key={name}
            hidden={kind !== askedFor[name]}
            className="shown-without-script sm:col-start-2"
          >
            <TextField {...field(name)} optional={optional} />
          </fieldset>
        ))}
        <SelectField {...choice('metalType')} className="sm:col-start-1" />
      </Group>
      <Group name={groups.extras}>
        <CheckboxField {...field('customerGold')} className={wide} />
        <TextField {...field('stoneType')} optional={optional} className={wide} />
        <TextArea {...field('stoneDetails')} rows={3} optional={optional} className={wide} />
      </Group>
      <Group name={groups.contact}>
        <TextField {...field('date')} type="date" today />
        <TextField {...field('deadline')} type="date" optional={optional} />
        <TextField {...field('phone')} type="tel" autoComplete="tel" />
        <TextField {...field('email')} type="email" autoComplete="email" />
      </Group>
      <Group name={groups.shipping}>
        <TextField
          {...field('shippingAddress')}
          autoComplete="shipping address-line1"
          className={wide}
        />
        <TextField {...field('shippingCity')} autoComplete="shipping address-level2" />
        <div className="grid grid-cols-2 gap-x-5">
          <TextField {...field('shippingState')} autoComplete="shipping address-level1" />
          <TextField {...field('shippingZip')} autoComplete="shipping postal-code" />
        </div>
        <CheckboxField {...field('internationalShipping')} className={wide} />
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
