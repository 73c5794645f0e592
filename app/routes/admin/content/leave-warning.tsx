import { useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

/** Asks before words that were typed and not kept are left behind. Stands within their form. */
export function LeaveWarning() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isTyped = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isTyped.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (isTyped.current) event.preventDefault()
  })
  useEffect(() => {
    const form = dialog.current?.closest('form')
    const typed = () => {
      isTyped.current = true
    }
    form?.addEventListener('input', typed)
    return () => form?.removeEventListener('input', typed)
  }, [])
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [blocker.state])
  const stay = () => blocker.state === 'blocked' && blocker.reset()
  return (
    <dialog
      ref={dialog}
      onClose={stay}
      aria-labelledby="leave-title"
      className="m-auto max-w-[min(34rem,calc(100vw-2rem))] border border-ink bg-raised p-6 text-ink backdrop:bg-ground/70"
    >
      <h2 id="leave-title">Leave without keeping it?</h2>
      <p className="mt-3">What you typed is neither published nor kept as a draft.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" onClick={stay} className="button button-gold">
          Stay here
        </button>
        <button
          type="button"
          onClick={() => blocker.state === 'blocked' && blocker.proceed()}
          className="button button-line"
        >
          Leave
        </button>
      </p>
    </dialog>
  )
}
