import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AccountForm, type Answered } from './account-form.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

/** Another address to sign in with; it counts once it has confirmed [SESS-08]. */
export function Email({ email, answered }: { email: string; answered: Answered }) {
  return (
    <AccountForm
      action="email"
      title="E-mail address"
      about={
        <>
          You sign in as <strong className="text-ink wrap-anywhere">{email}</strong>. Both addresses
          are told of a change, and it counts once the new one confirms it by a link.
        </>
      }
      opens="Change the address …"
      answered={answered}
    >
      <AccountName email={email} />
      <TextField
        name="newEmail"
        label="New e-mail address"
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
