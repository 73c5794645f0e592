import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { SettingForm as Values } from '#app/.server/setup/queries/setup-page.ts'
import { plainMessage } from '#app/contracts/setup/setting-names.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

export type Refused = Failure<Record<string, string>> | undefined

type Props = {
  values: Values
  /** What is entered here: `mail server`. */
  what: string
  refused: Refused
  /** What else opens it without being asked. */
  opens?: object | undefined
  children: ReactNode
}

/** The settings of one group: what is saved, and a form that replaces or removes it. */
export function SettingForm({ values, what, refused, opens, children }: Props) {
  const { group, state, saved, settings } = values
  const own = refused?.typed?.group === group ? refused : undefined
  if (settings.every(({ isGiven }) => isGiven)) {
    return <p>Managed by your server admin.</p>
  }
  return (
    <>
      {saved && (
        <p className="text-muted">
          Saved on <ShopTime at={saved.at} /> by {saved.by}.
        </p>
      )}
      {/* Folded and emptied once it was saved: no secret stays in the page. */}
      <Disclosure
        key={state}
        label={`${saved ? 'Change' : 'Set up'} ${what}…`}
        look="button"
        opens={own ?? opens}
        staysOpen
      >
        <FormFields refused={{ errors: plainErrors(own?.errors ?? {}), typed: own?.typed }}>
          <Form
            method="post"
            preventScrollReset
            noValidate
            aria-label={what}
            className="grid gap-5 text-base"
          >
            <input type="hidden" name="group" value={group} />
            <input type="hidden" name="seen" value={state} />
            {children}
            <div className="flex flex-wrap gap-3">
              <SubmitButton gold action="save">
                Save {what}
              </SubmitButton>
              {own?.canSaveAnyway && <SubmitButton action="save anyway">Save anyway</SubmitButton>}
              {saved && <SubmitButton action="remove">Remove {what}</SubmitButton>}
            </div>
          </Form>
        </FormFields>
      </Disclosure>
    </>
  )
}

type SettingProps = {
  values: Values
  name: string
  label: string
  hint?: string
  /** Shown in the field in place of what is saved, until another is typed. */
  initial?: string | undefined
  type?: 'text' | 'password'
  /** Of a list in place of a line of text. */
  options?: Readonly<Record<string, string>>
}

/** One setting by its name; a secret that is saved is never shown, and an empty field keeps it. */
export function Setting({ values, name, initial, options, type = 'text', ...about }: SettingProps) {
  const setting = values.settings.find((each) => each.name === name)
  if (!setting) throw new RangeError(`no setting ${name}`)
  if (setting.isGiven) return <SetElsewhere label={about.label} />
  const field = { ...about, name, defaultValue: initial ?? setting.value }
  return options ? (
    <SelectField key={initial} {...field} options={options} />
  ) : (
    <TextField key={initial} {...field} type={type} autoComplete="off" spellCheck={false} />
  )
}

export function Secret({
  values,
  name,
  label,
  hint,
}: Pick<SettingProps, 'values' | 'name' | 'label' | 'hint'>) {
  const isSaved = values.settings.some((each) => each.name === name && each.isSaved)
  const kept = isSaved ? 'A value is saved and won’t be shown again. Leave blank to keep it.' : ''
  return (
    <Setting
      values={values}
      name={name}
      label={label}
      hint={[kept, hint].filter(Boolean).join(' ')}
      type="password"
    />
  )
}

export function SetElsewhere({ label }: { label: string }) {
  return (
    <p>
      <span className="field-label">{label}</span>
      <span className="text-muted">
        Set by the person who runs the server and used instead of what’s saved here.
      </span>
    </p>
  )
}

const plainErrors = (errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, plainMessage(text)]))
