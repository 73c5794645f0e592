import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
} from 'react'
import { Unbroken } from '../text/unbroken.tsx'

/** By field name: the sentence that says what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>

/** The errors of a whole form; a field finds its own by the name of its control. */
export const FieldErrorsContext = createContext<FieldErrors>({})

type ControlProps = {
  id?: string
  name?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

type Props = {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
  /** The word beside the label of a field that may stay empty. */
  optional?: string | undefined
  className?: string
  /** One input, select or textarea, with `className="input"`. It gets its id and ARIA attributes here. */
  children: ReactElement<ControlProps>
}

/** A label above its control, with what is wrong and what helps below. */
export function Field({ label, hint, error, optional, className, children }: Props) {
  const errors = useContext(FieldErrorsContext)
  const ownId = useId()
  const { id = ownId, name = '' } = children.props
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
