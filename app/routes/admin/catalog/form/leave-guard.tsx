import { LeaveDialog } from '../../components/leave-dialog.tsx'

type Props = { mustAsk: () => boolean; onThrowAway: () => void }

/** Before a product is left with unsaved changes. */
export function LeaveGuard({ mustAsk, onThrowAway }: Props) {
  return (
    <LeaveDialog
      mustAsk={mustAsk}
      title="Leave without saving?"
      text="Your changes aren’t saved. This browser can keep them and offer to restore them the next time you open this form."
    >
      {(leave) => (
        <>
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
        </>
      )}
    </LeaveDialog>
  )
}
