import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { Unbroken } from '../text/no-break.tsx'
import { useFieldErrors } from './form-fields.tsx'

type ControlProps = {
  id?: string
  name?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

type Props = {
  label: string
  hint?: ReactNode
  /** Where it is not found in the form by the name of the control. */
  error?: string | null | undefined
  /** The word beside the label of a field that may stay empty. */
  optional?: string | undefined
  className?: string | undefined
  /** One input, select or textarea, with `className="input"`. It gets its id and ARIA attributes here. */
  children: ReactElement<ControlProps>
}

/** A label above its control, with what is wrong and what helps below. */
export function Field({ label, hint, error, optional, className, children }: Props) {
  const ownId = useId()
  const { id = ownId, name = '' } = children.props
  const errors = useFieldErrors()
  const problem = error ?? errors[name]
  const notes = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        <Unbroken>{label}</Unbroken>
        {optional && <span className="font-normal text-muted"> ({optional})</span>}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {problem && (
        <p id={`${id}-error`} className="field-note text-alert wrap-anywhere">
          <Unbroken>{problem}</Unbroken>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-note text-muted">
          {typeof hint === 'string' ? <Unbroken>{hint}</Unbroken> : hint}
        </p>
      )}
    </div>
  )
}
