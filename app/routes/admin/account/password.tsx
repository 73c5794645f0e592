import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AccountForm, type Answered } from './account-form.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

export function Password({ email, answered }: { email: string; answered: Answered }) {
  return (
    <AccountForm
      intent="password"
      title="Change password"
      opens="Change the password …"
      about="It takes effect at once. Your other sessions end; this one stays."
      answered={answered}
    >
      <AccountName email={email} />
      <CurrentPassword />
      <Field label="New password" hint="12 characters or more. A few words in a row will do.">
        <input
          className="input"
          name="password"
          type="password"
          autoComplete="new-password"
          required
        />
      </Field>
      <Field label="New password again">
        <input
          className="input"
          name="again"
          type="password"
          autoComplete="new-password"
          required
        />
      </Field>
      <MfaCode />
      <SubmitButton gold className="justify-self-start">
        Change Password
      </SubmitButton>
    </AccountForm>
  )
}
