import { useEffect, useRef } from 'react'
import { LeaveDialog } from '../components/leave-dialog.tsx'

/**
 * Asks before words that were entered and not saved are left behind. It is within their form. Fields marked
 * `data-unsaved="no"` are no part of what is saved.
 */
export function LeaveWarning() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isTyped = useRef(false)
  useEffect(() => {
    const form = dialog.current?.closest('form')
    const input = ({ target }: Event) => {
      const isSaved = !(target instanceof HTMLElement && target.dataset.unsaved === 'no')
      if (isSaved) isTyped.current = true
    }
    form?.addEventListener('input', input)
    return () => form?.removeEventListener('input', input)
  }, [])
  return (
    <LeaveDialog
      ref={dialog}
      mustAsk={() => isTyped.current}
      title="Leave without saving?"
      text="What you typed isn’t published or saved as a draft."
    >
      {(leave) => (
        <button type="button" onClick={leave} className="button button-line">
          Leave
        </button>
      )}
    </LeaveDialog>
  )
}
