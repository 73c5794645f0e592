import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { useFieldValue } from './form-fields.tsx'
import { SteppedInput } from './stepped-input.tsx'

/** What every field is given; the rest goes to its control. */
type About = {
  name: string
  label: string
  hint?: ReactNode
  /** Where it is not found in the form by the name of the field. */
  error?: string | null | undefined
  /** The word beside the label of a field that may stay empty. */
  optional?: string | undefined
  /** Of label, control and notes together. */
  className?: string | undefined
  /** Of the control alone: its width, its figures. */
  inputClass?: string
}

const classOf = (inputClass: string | undefined) => (inputClass ? `input ${inputClass}` : 'input')

/** What is entered, for the keyboard of a phone and for those who correct spelling. */
const kinds = {
  text: {},
  decimal: { inputMode: 'decimal' },
  count: { inputMode: 'numeric' },
  /** Spelled by capitals, like a tracking number. */
  code: { autoCapitalize: 'characters', spellCheck: false },
} as const

type TextProps = About & Omit<ComponentProps<'input'>, keyof About> & { kind?: keyof typeof kinds }

/** With a `value` it is the page that keeps what is entered. A password never comes back. */
export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  inputClass,
  kind = 'text',
  ...input
}: TextProps) {
  const defaultValue = useFieldValue(input.name, input.defaultValue)
  const start = 'value' in input || input.type === 'password' ? {} : { defaultValue }
  const isText = input.type === undefined || input.type === 'text'
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      <input
        {...(isText && { type: 'text', autoComplete: 'off' })}
        {...kinds[kind]}
        {...input}
        {...start}
        className={classOf(inputClass)}
      />
    </Field>
  )
}

type SteppedProps = About & Omit<ComponentProps<typeof SteppedInput>, keyof About>

/** An amount, a weight or a count that arrow keys step. */
export function SteppedField({
  label,
  hint,
  error,
  optional,
  className,
  inputClass,
  ...input
}: SteppedProps) {
  const begun = useFieldValue(input.name, input.defaultValue)
  const start = 'value' in input ? {} : { defaultValue: begun }
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      <SteppedInput {...input} {...start} className={classOf(inputClass)} />
    </Field>
  )
}

type AreaProps = About & Omit<ComponentProps<'textarea'>, keyof About>

export function TextArea({
  label,
  hint,
  error,
  optional,
  className,
  inputClass,
  ...area
}: AreaProps) {
  const begun = useFieldValue(area.name, area.defaultValue)
  const start = 'value' in area ? {} : { defaultValue: begun }
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      <textarea {...area} {...start} className={classOf(inputClass)} />
    </Field>
  )
}

type SelectProps = About &
  Omit<ComponentProps<'select'>, keyof About | 'children'> & {
    /** The words of each value, in the order of the list. */
    options:
      | Readonly<Record<string, string>>
      | readonly (readonly [value: string | number, words: string, title?: string])[]
    /** An arrow as thin as the other icons of the shop, in place of the browser's own. */
    thinArrow?: boolean
  }

export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  inputClass,
  options,
  thinArrow = false,
  ...select
}: SelectProps) {
  const defaultValue = useFieldValue(select.name, select.defaultValue)
  const pairs = Array.isArray(options) ? options : Object.entries(options)
  const Control = thinArrow ? ThinSelect : 'select'
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      <Control {...select} defaultValue={defaultValue} className={classOf(inputClass)}>
        {pairs.map(([value, words, title]) => (
          <option key={value} value={value} title={title}>
            {words}
          </option>
        ))}
      </Control>
    </Field>
  )
}

function ThinSelect({ className, ...select }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...select} className={`${className} appearance-none pr-10`} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}
