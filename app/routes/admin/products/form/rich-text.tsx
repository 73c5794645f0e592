import { lazy, Suspense, useId } from 'react'
import { Spinner } from '#app/ui/spinner.tsx'
import type { RichTextProps } from './rich-text/editor.tsx'

/** Loaded by itself. Where it cannot be had, the form stands: its HTML is typed by hand. */
const Editor = lazy(() => import('./rich-text/editor.tsx').catch(() => ({ default: PlainHtml })))

type Props = Omit<RichTextProps, 'labelledBy' | 'describedBy' | 'invalid'> & {
  label: string
  error: string | undefined
}

export function RichText({ label, error, ...editor }: Props) {
  const id = useId()
  return (
    <div data-at="description" className="min-w-0">
      <p id={id} className="admin-required mb-1 text-sm font-medium">
        {label}
      </p>
      <Suspense
        fallback={
          <p className="admin-input text-muted">
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
      <p id={`${id}-error`} className="mt-1 text-alert text-sm empty:hidden">
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
        className="admin-input font-mono text-sm"
      />
      <p className="mt-1 text-muted text-sm">
        The editor could not be loaded. This is the description as HTML.
      </p>
    </>
  )
}
