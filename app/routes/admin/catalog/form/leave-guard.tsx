import { useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

type Props = {
  /** Asked at the moment of leaving. */
  mustAsk: () => boolean
  onThrowAway: () => void
}

/** Leaving with unsaved changes asks first: within the shop by a dialog, else by the browser's own. */
export function LeaveGuard({ mustAsk, onThrowAway }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && mustAsk(),
  )
  useBeforeUnload((event) => {
    if (mustAsk()) event.preventDefault()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [blocker.state])
  const stay = () => blocker.state === 'blocked' && blocker.reset()
  const leave = () => blocker.state === 'blocked' && blocker.proceed()
  return (
    <dialog
      ref={dialog}
      onClose={stay}
      aria-labelledby="leave-title"
      className="m-auto max-w-[min(34rem,calc(100vw-2rem))] border border-ink bg-raised p-6 text-ink backdrop:bg-ground/70"
    >
      <h2 id="leave-title">Leave without saving?</h2>
      <p className="mt-3">
        Your changes are not saved. This browser can keep them and offer them the next time you open
        this form.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" onClick={stay} className="button button-gold">
          Stay here
        </button>
        <button type="button" onClick={leave} className="button button-line">
          Leave and keep them
        </button>
        <button
          type="button"
          onClick={() => {
            onThrowAway()
            leave()
          }}
          className="button button-line"
        >
          Discard them
        </button>
      </p>
    </dialog>
  )
}
