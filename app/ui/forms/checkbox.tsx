import type { ComponentProps } from 'react'
import { Unbroken } from '../text/no-break.tsx'
import { useFieldChecked } from './form-fields.tsx'

/**
 * A checkbox with its label beside it; posted as `yes`. With `checked` it is the page that keeps it, with a
 * `value` it is one of several of its name.
 */
export function Checkbox({ children, className = '', ...input }: ComponentProps<'input'>) {
  const defaultChecked = useFieldChecked(input.name ?? '', input.defaultChecked)
  const isAlone = !('checked' in input || 'value' in input)
  return (
    <label className={`flex min-h-11 items-start gap-3 py-2.5 leading-snug ${className}`}>
      <input
        type="checkbox"
        value="yes"
        {...input}
        {...(isAlone && { defaultChecked })}
        className="size-5 shrink-0 accent-gold-deep"
      />
      <span>{children}</span>
    </label>
  )
}

type CheckboxFieldProps = {
  name: string
  label: string
  hint?: string | undefined
  className?: string
}

/** A checkbox with a hint below. */
export function CheckboxField({ name, label, hint, className }: CheckboxFieldProps) {
  const hintId = `${name}-hint`
  const defaultChecked = useFieldChecked(name)
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={defaultChecked}
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
