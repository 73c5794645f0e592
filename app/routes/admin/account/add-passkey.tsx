import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { makePasskey, PasskeyFailure, post, requestPasskey } from '../components/passkey.ts'
import { showToast } from '../components/toasts.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

const address = '/admin/account/passkey'
const missing = 'Please fill this in.'

/** A new passkey, after password and code, or after another passkey [PASSKEY-04]. */
export function AddPasskey({ email, hasOne }: { email: string; hasOne: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; advice?: string } | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { revalidate } = useRevalidator()

  const add = async (by: 'code' | 'passkey') => {
    if (!form.current || busy) return
    const input = new FormData(form.current)
    const [name = '', current = '', code = ''] = ['name', 'current', 'code'].map((field) =>
      String(input.get(field) ?? ''),
    )
    const asked = by === 'code' ? { name, current, code } : { name }
    const empty = Object.entries(asked).filter(([, text]) => text.trim() === '')
    setFields(Object.fromEntries(empty.map(([field]) => [field, missing])))
    setFailure(empty.length > 0 ? { message: failed } : null)
    if (empty.length > 0) return
    setBusy(true)
    try {
      const proof =
        by === 'code'
          ? { current, code }
          : { assertion: await requestPasskey(address, { step: 'ask' }) }
      const registration = await makePasskey(address, { step: 'prove', name, proof })
      await post(address, { step: 'add', name, registration })
      form.current.reset()
      showToast('Passkey added', name)
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error
      setFields(error.field ? { [error.field]: error.message } : {})
      setFailure(error.field ? { message: failed } : { message: failed, advice: error.message })
    } finally {
      setBusy(false)
      void revalidate()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add('code')
  }
  return (
    <>
      <ErrorBanner error={failure} />
      <FormFields refused={{ errors: fields }}>
        <form
          ref={form}
          noValidate
          aria-label="Add a passkey"
          onSubmit={submit}
          className="grid gap-5"
        >
          <AccountName email={email} />
          <TextField
            name="name"
            label="Passkey name"
            hint="For example, “My iPhone.”"
            maxLength={100}
            required
          />
          <CurrentPassword />
          <MfaCode />
          <p className="flex flex-wrap gap-3">
            <button type="submit" disabled={busy} className="button button-gold">
              Add passkey
            </button>
            {hasOne && (
              <button
                type="button"
                disabled={busy}
                onClick={() => void add('passkey')}
                className="button button-line"
              >
                Confirm with a Passkey Instead
              </button>
            )}
          </p>
        </form>
      </FormFields>
    </>
  )
}

const failed = 'No passkey was added'
