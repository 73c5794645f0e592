import { Form } from 'react-router'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { AuthenticatorKey } from './authenticator-key.tsx'
import { useWrongFieldFocus } from './focus-wrong-field.ts'
import { Refused } from './refused.tsx'
import { StepButton } from './sign-in-layout.tsx'

type Props = {
  email: string
  ticket: string
  secret: string
  totpUri: string
  qr: { size: number; path: string }
  errors: Record<string, string>
  message?: string
  /** On the button. */
  finish: string
}

/** The second half: only a code from the app, and so proof that it works, makes the admin. */
export function CodeStep(props: Props) {
  const { email, ticket, secret, totpUri, qr, errors, finish } = props
  const form = useWrongFieldFocus(errors)
  return (
    <>
      <p className="mb-6 text-muted">
        Step 2 of 2. Scan this with your authenticator app. It will show a six-digit code, which
        you’ll need each time you sign in as <strong className="text-ink">{email}</strong>.
      </p>
      <AuthenticatorKey secret={secret} totpUri={totpUri} qr={qr} />
      <Refused sentence={props.message} answer={props.message && props} />
      <Form ref={form} method="post" className="grid gap-5">
        <input type="hidden" name="ticket" value={ticket} />
        <FormFields refused={{ errors }}>
          <TextField
            name="code"
            label="Authenticator code"
            hint="The six digits your app shows now."
            kind="count"
            autoComplete="one-time-code"
            required
          />
        </FormFields>
        <StepButton working="Checking">{finish}</StepButton>
      </Form>
    </>
  )
}
