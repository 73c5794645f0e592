import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
  className?: string
  /** Its place in the form, e.g. `sizes.1.fee`, by which an error finds it. */
  at?: string
  /** Spread it on the input; give it `className="admin-input"`. */
  children: (described: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
    'data-at': string | undefined
  }) => ReactNode
}

/** A label above its input, with what is wrong and what helps below. */
export function Field({ label, hint, error, className = '', at, children }: Props) {
  const id = useId()
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': error ? true : undefined,
        'data-at': at,
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-alert text-sm wrap-anywhere">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
