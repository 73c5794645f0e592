import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { MfaCode } from '../account/proof-fields.tsx'

type Answer = { confirmed: true } | { refused: { message: string; advice?: string } }

type Props = {
  /** The refusal that asks for it; another one opens the dialog again. */
  error: object
  /** Sends the same form once more. */
  onConfirmed: () => void
}

/** Asks for a code in a dialog; the form behind it stays as it is typed [FRESH-02]. */
export function ConfirmFactor({ error, onConfirmed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const fetcher = useFetcher<Answer>()
  const busy = fetcher.state !== 'idle'
  const answer = fetcher.data
  const wrong = answer && 'refused' in answer ? answer.refused : null
  useEffect(() => {
    if (error) dialog.current?.showModal()
  }, [error])
  const confirmed = useEffectEvent(() => {
    dialog.current?.close()
    onConfirmed()
  })
  useEffect(() => {
    if (answer && 'confirmed' in answer) confirmed()
  }, [answer])
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()} className="link min-h-8">
        Confirm
      </button>
      <noscript>
        <a href="/admin/confirm" target="_blank" rel="noreferrer" className="link">
          Confirm (in a new tab), then send this form again
        </a>
      </noscript>
      <dialog
        ref={dialog}
        aria-labelledby="confirm-title"
        className="m-auto w-[min(28rem,calc(100vw-2rem))] border border-ink bg-raised p-6 text-ink backdrop:bg-ground/70"
      >
        <h2 id="confirm-title">Confirm that it is you</h2>
        <p className="mt-3 text-muted">
          This changes what the shop takes or pays. What you typed is kept, and sent once you have
          confirmed; for ten minutes nothing more is asked.
        </p>
        <fetcher.Form
          method="post"
          action="/admin/confirm"
          noValidate
          data-confirms="another form"
          className="mt-5 grid gap-5"
        >
          <MfaCode
            error={wrong ? [wrong.message, wrong.advice].filter(Boolean).join('. ') : undefined}
          />
          <p className="flex flex-wrap gap-3">
            <button type="submit" disabled={busy} className="button button-gold">
              {busy ? 'Checking' : 'Confirm'}
            </button>
            <button
              type="button"
              onClick={() => dialog.current?.close()}
              className="button button-line"
            >
              Cancel
            </button>
          </p>
        </fetcher.Form>
      </dialog>
    </>
  )
}
