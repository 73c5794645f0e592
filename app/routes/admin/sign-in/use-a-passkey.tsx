import { useState } from 'react'
import { PasskeyFailure, post, requestPasskey, usePasskeysKnown } from '../components/passkey.ts'
import { Refused } from './refused.tsx'

const address = '/admin/login/passkey'

/** Next to the form: a passkey replaces email, password and code [PASSKEY-01]. */
export function UseAPasskey() {
  const [failure, setFailure] = useState<PasskeyFailure | null>(null)
  const [busy, setBusy] = useState(false)
  if (!usePasskeysKnown()) return null
  const signIn = async () => {
    setBusy(true)
    try {
      const assertion = await requestPasskey(address, {})
      const { to } = (await post(address, { assertion })) as { to: string }
      window.location.assign(to)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof PasskeyFailure)) throw error
      setFailure(error)
    }
  }
  return (
    <div className="mt-8 border-line border-t pt-6">
      <Refused sentence={failure?.message} answer={failure} />
      <button
        type="button"
        onClick={() => void signIn()}
        disabled={busy}
        className="button button-line w-full"
      >
        Use a Passkey
      </button>
    </div>
  )
}
