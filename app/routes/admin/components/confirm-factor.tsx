import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { MfaCode } from '../account/proof-fields.tsx'
import { PasskeyFailure, post, requestPasskey, usePasskeysKnown } from './passkey.ts'

const address = '/admin/account/passkey'

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
  const [failure, setFailure] = useState<string | null>(null)
  const passkeysKnown = usePasskeysKnown()
  useEffect(() => {
    if (error) dialog.current?.showModal()
  }, [error])
  const confirmed = () => {
    dialog.current?.close()
    onConfirmed()
  }
  const answered = useEffectEvent((given: Answer) => {
    if ('confirmed' in given) return confirmed()
    const { message, advice } = given.refused
    setFailure([message, advice].filter(Boolean).join('. '))
  })
  useEffect(() => {
    if (answer) answered(answer)
  }, [answer])
  const byPasskey = async () => {
    try {
      const assertion = await requestPasskey(address, { step: 'ask' })
      await post(address, { step: 'confirm', assertion })
      confirmed()
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error
      setFailure(error.message)
    }
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()} className="link min-h-8">
        Confirm
      </button>
      <noscript>
        <a href="/admin/confirm" target="_blank" rel="noreferrer" className="link">
          Confirm (opens in a new tab), then submit this form again
        </a>
      </noscript>
      <dialog
        ref={dialog}
        aria-labelledby="confirm-title"
        className="m-auto w-[min(28rem,calc(100vw-2rem))] border border-ink bg-raised p-6 text-ink backdrop:bg-ground/70"
      >
        <h2 id="confirm-title">Confirm it’s you</h2>
        <p className="mt-3 text-muted">
          This change requires your second factor. What you entered is saved and will be submitted
          once you confirm. You won’t be asked again for ten minutes.
        </p>
        <fetcher.Form
          method="post"
          action="/admin/confirm"
          noValidate
          data-confirms="another form"
          className="mt-5 grid gap-5"
        >
          <MfaCode error={failure ?? undefined} />
          <p className="flex flex-wrap gap-3">
            <button type="submit" disabled={busy} className="button button-gold">
              {busy ? 'Checking' : 'Confirm'}
            </button>
            {passkeysKnown && (
              <button
                type="button"
                disabled={busy}
                onClick={() => void byPasskey()}
                className="button button-line"
              >
                Use a Passkey
              </button>
            )}
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
