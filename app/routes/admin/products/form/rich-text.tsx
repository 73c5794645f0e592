import { lazy, Suspense, useId } from 'react'
import { Spinner } from '#app/ui/spinner.tsx'
import type { RichTextProps } from './rich-text/editor.tsx'

/** Loaded by itself. Where it cannot be had, the form stands: its HTML is typed by hand. */
const Editor = lazy(() => import('./rich-text/editor.tsx').catch(() => ({ default: PlainHtml })))

type Props = Omit<RichTextProps, 'labelledBy'> & { label: string }

export function RichText({ label, ...editor }: Props) {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 text-sm font-medium">
        {label}
      </p>
      <Suspense
        fallback={
          <p className="admin-input text-muted">
            <Spinner label="Loading the editor" />
          </p>
        }
      >
        <Editor labelledBy={id} {...editor} />
      </Suspense>
    </div>
  )
}

function PlainHtml({ initial, onChange, labelledBy, invalid }: RichTextProps) {
  return (
    <>
      <textarea
        aria-labelledby={labelledBy}
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
