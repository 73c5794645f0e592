import { useEffect, useRef, useState } from 'react'

/**
 * What went wrong, until it is dismissed [ERR-01]. Give the object that an action answered, so that
 * the same sentence said again is shown again. It takes the focus, so that nobody misses it below.
 */
export function ErrorBanner({ error }: { error: { message: string } | null | undefined }) {
  const [dismissed, setDismissed] = useState<object | null>(null)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) banner.current?.focus()
  }, [error])
  if (!error || dismissed === error) return null
  return (
    <div
      ref={banner}
      role="alert"
      tabIndex={-1}
      className="my-4 flex items-start justify-between gap-4 border border-alert bg-raised px-4 py-3 text-alert"
    >
      <p className="min-w-0 break-words py-1">{error.message}</p>
      <button type="button" onClick={() => setDismissed(error)} className="link min-h-8 shrink-0">
        Dismiss
      </button>
    </div>
  )
}
