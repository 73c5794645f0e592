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

/** What is around the control of a field, and what is of the control. */
function parted<Props extends About>({ inputClass, ...props }: Props) {
  const { label, hint, error, optional, className, ...control } = props
  const look = inputClass ? `input ${inputClass}` : 'input'
  return [
    { label, hint, error, optional, className },
    { ...control, className: look },
  ] as const
}

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
export function TextField({ kind = 'text', ...props }: TextProps) {
  const [about, input] = parted(props)
  const defaultValue = useFieldValue(input.name, input.defaultValue)
  const start = 'value' in input || input.type === 'password' ? {} : { defaultValue }
  const isText = input.type === undefined || input.type === 'text'
  return (
    <Field {...about}>
      <input
        {...(isText && { type: 'text', autoComplete: 'off' })}
        {...kinds[kind]}
        {...input}
        {...start}
      />
    </Field>
  )
}

type SteppedProps = About & Omit<ComponentProps<typeof SteppedInput>, keyof About>

/** An amount, a weight or a count that arrow keys step. */
export function SteppedField(props: SteppedProps) {
  const [about, input] = parted(props)
  const begun = useFieldValue(input.name, input.defaultValue)
  const start = 'value' in input ? {} : { defaultValue: begun }
  return (
    <Field {...about}>
      <SteppedInput {...input} {...start} />
    </Field>
  )
}

type AreaProps = About & Omit<ComponentProps<'textarea'>, keyof About>

export function TextArea(props: AreaProps) {
  const [about, area] = parted(props)
  const begun = useFieldValue(area.name, area.defaultValue)
  const start = 'value' in area ? {} : { defaultValue: begun }
  return (
    <Field {...about}>
      <textarea {...area} {...start} />
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

export function SelectField({ options, thinArrow = false, ...props }: SelectProps) {
  const [about, select] = parted(props)
  const defaultValue = useFieldValue(select.name, select.defaultValue)
  const pairs = Array.isArray(options) ? options : Object.entries(options)
  const Control = thinArrow ? ThinSelect : 'select'
  return (
    <Field {...about}>
      <Control {...select} defaultValue={defaultValue}>
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
