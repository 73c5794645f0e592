import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Failure } from './client-action.ts'
import { ConfirmFactor } from './confirm-factor.tsx'
import { useOffline, useSubmitAgain } from './last-submit.tsx'

type Props = {
  error: (Pick<Failure, 'message'> & Partial<Failure>) | null | undefined
}

/**
 * What went wrong, until it is dismissed [ERR-01]. Give the object that an action answered, so that
 * the same sentence is shown again. It takes the focus, so that nobody misses it below, and gives it
 * back when it is dismissed.
 */
export function ErrorBanner({ error }: Props) {
  const [dismissed, setDismissed] = useState<object | null>(null)
  const banner = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const submitAgain = useSubmitAgain()
  const offline = useOffline()
  const { pathname, search } = useLocation()
  const here = pathname + search
  useEffect(() => {
    if (!error || !banner.current) return
    before.current = document.activeElement
    banner.current.focus()
  }, [error])
  // An answer from before is not what became of the form that could not be sent now.
  const isOlder = offline !== null && error !== offline
  useEffect(() => {
    if (isOlder && error) setDismissed(error)
  }, [isOlder, error])
  const dismiss = () => {
    setDismissed(error ?? null)
    giveFocusTo(before.current)
  }
  if (!error || dismissed === error) return null
  return (
    <div
      ref={banner}
      role="alert"
      tabIndex={-1}
      className="my-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border border-alert bg-raised px-4 py-3 text-alert"
    >
      <div className="min-w-0 flex-1 basis-52 py-1 wrap-anywhere">
        <p>{error.message}</p>
        {error.advice && <p className="text-sm">{error.advice}</p>}
        {error.code === 'signed_out' && (
          <a href="/admin/login" target="_blank" rel="noreferrer" className="link">
            Sign in again (opens in a new tab)
          </a>
        )}
      </div>
      <div className="flex shrink-0 gap-5">
        {error.code === 'fresh_factor_needed' && (
          <ConfirmFactor error={error} onConfirmed={submitAgain} />
        )}
        {error.code === 'unreachable' && (
          <a href={here} target="_blank" rel="noreferrer" className="link inline-block min-h-8">
            Check in a new tab
          </a>
        )}
        {error.canRetry && (
          <button type="button" onClick={submitAgain} className="link min-h-8">
            Try again
          </button>
        )}
        <button type="button" onClick={dismiss} className="link min-h-8">
          Dismiss
        </button>
      </div>
    </div>
  )
}

/** If that element can no longer take the focus, the screen does. */
function giveFocusTo(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus()
  if (element === null || document.activeElement !== element) {
    document.getElementById('main')?.focus({ preventScroll: true })
  }
}
