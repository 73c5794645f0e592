import { Form } from 'react-router'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { useWrongFieldFocus } from './focus-wrong-field.ts'
import { Refused } from './refused.tsx'
import { StepButton } from './sign-in-layout.tsx'

type Props = {
  /** What the link is for. */
  about: string
  /** The address the link is for; null where it is typed. */
  given: string | null
  email: string
  errors: Record<string, string>
  message?: string
}

/** The first half: nothing is stored by it. */
export function AccountStep(props: Props) {
  const form = useWrongFieldFocus(props.errors)
  return (
    <>
      <p className="mb-6 text-muted wrap-anywhere">
        Step 1 of 2. {props.about} You’ll need an authenticator app on your phone or computer.
      </p>
      <Refused sentence={props.message} answer={props} />
      <Form ref={form} method="post" className="grid gap-5">
        <FormFields refused={{ errors: props.errors }}>
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            required
            readOnly={props.given !== null}
            defaultValue={props.given ?? props.email}
          />
          <TextField
            name="password"
            label="Password"
            hint="At least 12 characters. A few random words are easy to remember and hard to guess. A password manager is even better."
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
        </FormFields>
        <StepButton working="One moment">Continue</StepButton>
      </Form>
    </>
  )
}
