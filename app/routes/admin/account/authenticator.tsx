import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AuthenticatorKey } from '../sign-in/authenticator-key.tsx'
import { AccountForm, type Answered, answerTo } from './account-form.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

/** Another authenticator app in two steps; the old one counts until the second is done [SESS-07]. */
export function Authenticator({ email, answered }: { email: string; answered: Answered }) {
  const answer = answerTo('authenticator', answered) ?? answerTo('authenticator-code', answered)
  const shown = answer?.shown?.is === 'authenticator' ? answer.shown : null
  if (shown) {
    return (
      <AccountForm
        action="authenticator-code"
        title="Change authenticator app"
        opens={null}
        about="Step 2 of 2. Scan this with the new app, then enter the code it shows. Until then, keep using the old app."
        answered={answered}
      >
        <div>
          <AuthenticatorKey {...shown} />
        </div>
        <input type="hidden" name="ticket" value={shown.ticket} />
        <TextField
          name="code"
          label="Code from the new app"
          kind="count"
          autoComplete="one-time-code"
          required
        />
        <SubmitButton gold className="justify-self-start">
          Use the New App
        </SubmitButton>
      </AccountForm>
    )
  }
  return (
    <AccountForm
      action="authenticator"
      title="Change authenticator app"
      opens="Change authenticator app…"
      about="Getting a new phone? Step 1 of 2: Enter your password, plus either a code from your current app or a recovery code."
      answered={answered}
    >
      <AccountName email={email} />
      <CurrentPassword />
      <MfaCode />
      <SubmitButton gold className="justify-self-start">
        Continue
      </SubmitButton>
    </AccountForm>
  )
}
