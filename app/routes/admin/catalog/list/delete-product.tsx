import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Failure } from '#app/routes/admin/components/client-action.ts'
import { ErrorBanner } from '#app/routes/admin/components/error-banner.tsx'

type Answer = { deleted: object } | { refused: Failure }

/** Asks in its place before it deletes [ADM-06, ADM-07], and says why where it could not [ADM-08]. */
export function DeleteProduct({ id, name }: { id: string; name: string }) {
  const [asks, setAsks] = useState(false)
  const fetcher = useFetcher<Answer>()
  const button = useRef<HTMLButtonElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  const answer = fetcher.data
  useEffect(() => {
    // What may succeed in a moment is asked again in its place.
    if (answer) setAsks('refused' in answer && answer.refused.canRetry === true)
  }, [answer])
  useEffect(() => {
    if (asks) no.current?.focus()
  }, [asks])
  const cancel = () => {
    setAsks(false)
    button.current?.focus()
  }
  return (
    <>
      {asks ? (
        <fetcher.Form
          method="post"
          action="/admin/dashboard/products"
          aria-label={`Delete ${name}`}
          className="flex items-center gap-3"
          onKeyDown={(event) => event.key === 'Escape' && cancel()}
        >
          <input type="hidden" name="id" value={id} />
          <span>Confirm delete?</span>
          <button
            type="submit"
            name="action"
            value="delete"
            disabled={fetcher.state !== 'idle'}
            className="link min-h-8 min-w-8 text-alert"
          >
            Yes
          </button>
          <button ref={no} type="button" onClick={cancel} className="link min-h-8 min-w-8">
            No
          </button>
        </fetcher.Form>
      ) : (
        <button
          ref={button}
          type="button"
          aria-label={`Delete ${name}`}
          onClick={() => setAsks(true)}
          className="link py-2"
        >
          Delete
        </button>
      )}
      <div className="basis-full">
        <ErrorBanner error={answer && 'refused' in answer ? answer.refused : null} />
      </div>
    </>
  )
}
