import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Unbroken } from '../text/unbroken.tsx'
import { Field } from './field.tsx'
import { useWritten } from './posted-form.ts'

type FieldProps = {
  name: string
  label: string
  hint?: string | undefined
  /** The word beside the label of a field that may stay empty; without it the field is required. */
  optional?: string | undefined
  className?: string
}

type TextProps = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'date'
  autoComplete?: string
  /** Begins as today's date where the visitor is, which only the browser knows. */
  today?: boolean
}

export function TextField({ name, type, autoComplete, today = false, ...field }: TextProps) {
  const input = useRef<HTMLInputElement>(null)
  const written = useWritten(name)
  useEffect(() => {
    if (today && !written && input.current) input.current.defaultValue = localDate(new Date())
  }, [today, written])
  return (
    <Field {...field}>
      <input
        ref={input}
        id={name}
        name={name}
        type={type ?? 'text'}
        autoComplete={autoComplete}
        defaultValue={written}
        required={!field.optional}
        className="input"
      />
    </Field>
  )
}

export function TextArea({ name, rows, ...field }: FieldProps & { rows: number }) {
  const written = useWritten(name)
  return (
    <Field {...field}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        defaultValue={written}
        required={!field.optional}
        className="input resize-y"
      />
    </Field>
  )
}

type SelectProps = FieldProps & {
  options: Readonly<Record<string, string>>
  defaultValue: string
}

export function SelectField({ name, options, defaultValue, ...field }: SelectProps) {
  const written = useWritten(name)
  return (
    <Field {...field}>
      <Select
        id={name}
        name={name}
        required={!field.optional}
        defaultValue={written ?? defaultValue}
      >
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Select(select: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...select} className="input appearance-none pr-10" />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

/** A checked box is `yes`. */
export function CheckboxField({ name, label, hint, className }: FieldProps) {
  const hintId = `${name}-hint`
  const written = useWritten(name)
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={written === 'yes'}
          aria-describedby={hint && hintId}
          className="size-5 shrink-0 accent-gold-deep"
        />
        <Unbroken>{label}</Unbroken>
      </label>
      {hint && (
        <p id={hintId} className="ml-8 text-sm text-muted">
          <Unbroken>{hint}</Unbroken>
        </p>
      )}
    </div>
  )
}

/** The calendar day where the visitor is, as a date field wants it: YYYY-MM-DD. */
function localDate(at: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}
