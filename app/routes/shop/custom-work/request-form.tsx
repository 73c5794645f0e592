import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  askedFor,
  type CustomWorkField,
  type CustomWorkTexts,
  customWorkDraft,
  defaults,
} from '#app/contracts/messages/custom-work.ts'
import { CheckboxField } from '#app/ui/forms/checkbox.tsx'
import type { PostedForm } from '#app/ui/forms/email-form.tsx'
import { EmailForm, type EmailFormTexts } from '#app/ui/forms/email-form.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { useSent } from '#app/ui/forms/form-fields.tsx'

type Options = Readonly<Record<string, string>>
type Hint =
  | 'deadline'
  | 'internationalShipping'
  | keyof typeof askedFor
  | 'customerGold'
  | 'additionalNotes'

type Texts = EmailFormTexts &
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
  const needed = (name: CustomWorkField) => ({ ...field(name), id: name, required: true })
  const optionalField = (name: CustomWorkField) => ({ ...field(name), id: name, optional })
  const choice = (name: keyof typeof defaults) => ({
    ...needed(name),
    options: options[name],
    defaultValue: defaults[name],
    thinArrow: true,
  })
  const wide = 'sm:col-span-2'
  return (
    <EmailForm
      name="custom-work"
      labelledBy={labelledBy}
      texts={texts}
      posted={posted}
      draftOf={(values) => customWorkDraft(values, texts)}
      onValues={(values) => setKind(values.jewelryType ?? defaults.jewelryType)}
    >
      <Group name={groups.piece}>
        <TextArea
          {...optionalField('additionalNotes')}
          rows={5}
          className={wide}
          inputClass="resize-y"
        />
        <SelectField {...choice('designType')} />
        <SelectField {...choice('jewelryType')} />
        {(Object.keys(askedFor) as (keyof typeof askedFor)[]).map((name) => (
          // What was typed in a hidden one is neither lost nor part of the message. Without a script all show.
          <fieldset
            key={name}
            hidden={kind !== askedFor[name]}
            className="shown-without-script sm:col-start-2"
          >
            <TextField {...optionalField(name)} autoComplete="on" />
          </fieldset>
        ))}
        <SelectField {...choice('metalType')} className="sm:col-start-1" />
      </Group>
      <Group name={groups.extras}>
        <CheckboxField {...field('customerGold')} className={wide} />
        <TextField {...optionalField('stoneType')} autoComplete="on" className={wide} />
        <TextArea
          {...optionalField('stoneDetails')}
          rows={3}
          className={wide}
          inputClass="resize-y"
        />
      </Group>
      <Group name={groups.contact}>
        <TodayField {...needed('date')} />
        <TextField {...optionalField('deadline')} type="date" />
        <TextField {...needed('phone')} type="tel" autoComplete="tel" />
        <TextField {...needed('email')} type="email" autoComplete="email" />
      </Group>
      <Group name={groups.shipping}>
        <TextField
          {...needed('shippingAddress')}
          autoComplete="shipping address-line1"
          className={wide}
        />
        <TextField {...needed('shippingCity')} autoComplete="shipping address-level2" />
        <div className="grid grid-cols-2 gap-x-5">
          <TextField {...needed('shippingState')} autoComplete="shipping address-level1" />
          <TextField {...needed('shippingZip')} autoComplete="shipping postal-code" />
        </div>
        <CheckboxField {...field('internationalShipping')} className={wide} />
      </Group>
    </EmailForm>
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

/** Begins as today's date where the visitor is, which only the browser knows. */
function TodayField(
  field: Pick<ComponentProps<typeof TextField>, 'id' | 'name' | 'label' | 'hint'>,
) {
  const input = useRef<HTMLInputElement>(null)
  const written = useSent()[field.name]
  useEffect(() => {
    if (!written && input.current) input.current.defaultValue = localDate(new Date())
  }, [written])
  return <TextField {...field} ref={input} type="date" required />
}

/** The calendar day where the visitor is, as a date field wants it: YYYY-MM-DD. */
function localDate(at: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}
