import { ChevronDown } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { Unbroken } from '../text/unbroken.tsx'
import { localDate } from './local-date.ts'

/** By field name: the sentence that says what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>

export const FieldErrorsContext = createContext<FieldErrors>({})

type FieldProps = {
  name: string
  label: string
  hint?: string | undefined
  /** The word beside the label of a field that may stay empty; without it the field is required. */
  optional?: string | undefined
  className?: string
}

const box =
  'block w-full min-h-12 border border-line border-b-ink bg-raised px-3.5 py-2.5 aria-invalid:border-alert'

type TextProps = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'date'
  autoComplete?: string
  /** Begins as today's date where the visitor is, which only the browser knows. */
  today?: boolean
}

export function TextField({ type = 'text', autoComplete, today = false, ...field }: TextProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (today && input.current) input.current.defaultValue = localDate(new Date())
  }, [today])
  return (
    <Field {...field}>
      {(described) => (
        <input ref={input} type={type} autoComplete={autoComplete} className={box} {...described} />
      )}
    </Field>
  )
}

export function TextArea({ rows, ...field }: FieldProps & { rows: number }) {
  return (
    <Field {...field}>
      {(described) => <textarea rows={rows} className={`${box} resize-y`} {...described} />}
    </Field>
  )
}

type SelectProps = FieldProps & {
  options: Readonly<Record<string, string>>
  defaultValue: string
}

export function SelectField({ options, defaultValue, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(described) => (
        <div className="relative">
          <select
            defaultValue={defaultValue}
            className={`${box} appearance-none pr-10`}
            {...described}
          >
            {Object.entries(options).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  )
}

/** A checked box is `yes`. */
export function CheckboxField({ name, label, hint, className = '' }: FieldProps) {
  const hintId = `${name}-hint`
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
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

type Described = {
  id: string
  name: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Field(props: FieldProps & { children: (described: Described) => ReactNode }) {
  const { name, label, hint, optional, className = '', children } = props
  const error = useContext(FieldErrorsContext)[name]
  const notes = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={name} className="mb-1.5 block text-[0.9375rem] font-medium">
        <Unbroken>{label}</Unbroken>
        {optional && <span className="font-normal text-muted"> ({optional})</span>}
      </label>
      {children({
        id: name,
        name,
        required: !optional,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': notes || undefined,
      })}
      {error && (
        <p id={`${name}-error`} className="mt-1.5 text-sm text-alert">
          <Unbroken>{error}</Unbroken>
        </p>
      )}
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm text-muted">
          <Unbroken>{hint}</Unbroken>
        </p>
      )}
    </div>
  )
}
