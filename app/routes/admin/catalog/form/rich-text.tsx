import { lazy, Suspense, useId } from 'react'
import { useFieldErrors } from '#app/ui/forms/form-fields.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { RichTextProps } from './rich-text/editor.tsx'

/** Loaded separately. If it cannot be loaded, the HTML is typed as text. */
const Editor = lazy(() => import('./rich-text/editor.tsx').catch(() => ({ default: PlainHtml })))

type Props = Pick<RichTextProps, 'initial' | 'onChange'> & { label: string }

/** The field `description`. */
export function RichText({ label, ...editor }: Props) {
  const id = useId()
  const error = useFieldErrors().description
  return (
    <div data-field="description" className="min-w-0">
      <p id={id} className="admin-required field-label">
        {label}
      </p>
      <Suspense
        fallback={
          <p className="input text-muted">
            <Spinner label="Loading the editor" />
          </p>
        }
      >
        <Editor
          labelledBy={id}
          describedBy={`${id}-error`}
          invalid={error !== undefined}
          {...editor}
        />
      </Suspense>
      <p id={`${id}-error`} className="field-note text-alert empty:hidden">
        {error}
      </p>
    </div>
  )
}

function PlainHtml({ initial, onChange, labelledBy, describedBy, invalid }: RichTextProps) {
  return (
    <>
      <textarea
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        defaultValue={initial}
        onChange={(event) => onChange(event.currentTarget.value)}
        rows={14}
        className="input font-mono text-sm"
      />
      <p className="field-note text-muted">
        The editor couldn’t be loaded. This is the description as HTML.
      </p>
    </>
  )
}
