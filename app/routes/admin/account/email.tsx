import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AccountForm, type Answered } from './account-form.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

/** Another address to sign in with; it counts once it has confirmed [SESS-08]. */
export function Email({ email, answered }: { email: string; answered: Answered }) {
  return (
    <AccountForm
      action="email"
      title="Email address"
      about={
        <>
          You sign in as <strong className="text-ink wrap-anywhere">{email}</strong>. We’ll notify
          both addresses. The change takes effect when you click the link we send to the new one.
        </>
      }
      opens="Change the address…"
      answered={answered}
    >
      <AccountName email={email} />
      <TextField
        name="newEmail"
        label="New email address"
        type="email"
        autoComplete="off"
        required
      />
      <CurrentPassword />
      <MfaCode />
      <SubmitButton gold className="justify-self-start">
        Send the Link
      </SubmitButton>
    </AccountForm>
  )
}
