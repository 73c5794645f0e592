import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

type Props = {
  /** Asked at the moment of leaving. */
  mustAsk: () => boolean
  title: string
  /** What is lost or kept by leaving. */
  text: string
  /** The ways to leave, beside the button to stay. */
  children: (leave: () => void) => ReactNode
  ref?: RefObject<HTMLDialogElement | null>
}

/** Leaving what is not saved asks first: within the shop by a dialog, else by the browser's own. */
export function LeaveDialog({ mustAsk, title, text, children, ref }: Props) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
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
  }, [blocker.state, dialog])
  const stay = () => blocker.state === 'blocked' && blocker.reset()
  return (
    <dialog
      ref={dialog}
      onClose={stay}
      aria-labelledby="leave-title"
      className="m-auto max-w-[min(34rem,calc(100vw-2rem))] border border-ink bg-raised p-6 text-ink backdrop:bg-ground/70"
    >
      <h2 id="leave-title">{title}</h2>
      <p className="mt-3">{text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" onClick={stay} className="button button-gold">
          Stay here
        </button>
        {children(() => blocker.state === 'blocked' && blocker.proceed())}
      </p>
    </dialog>
  )
}
