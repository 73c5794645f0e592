import type { OwnPasskey } from '#app/.server/auth/queries/own-passkeys.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { AccountForm, type Answered, answerTo } from './account-form.tsx'
import { RemovePasskey } from './passkeys.tsx'
import { AccountName, CurrentPassword, MfaCode, NewPasswordFields } from './proof-fields.tsx'

type Props = { email: string; passkeys: readonly OwnPasskey[]; answered: Answered }

export function Password({ email, passkeys, answered }: Props) {
  const isChanged = answerTo('password', answered)?.done
  return (
    <>
      <AccountForm
        action="password"
        title="Change password"
        opens="Change password…"
        about="Your new password takes effect right away, and you’ll be signed out everywhere else."
        answered={answered}
      >
        <AccountName email={email} />
        <CurrentPassword />
        <NewPasswordFields />
        <MfaCode />
        <SubmitButton gold className="justify-self-start">
          Change Password
        </SubmitButton>
      </AccountForm>
      {isChanged && passkeys.length > 0 && (
        <section aria-label="Passkeys that still sign you in" className="admin-panel -mt-6">
          <p>
            Your passkeys still sign you in without the password. Remove any you don’t recognize.
          </p>
          <ul className="mt-4 grid gap-3">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3">
                <span className="font-medium wrap-anywhere">{passkey.name}</span>
                <RemovePasskey passkey={passkey} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
