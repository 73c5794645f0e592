import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { CurrentPassword, MfaCode } from '../account/proof-fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { NewRecoveryCodes } from '../components/new-recovery-codes.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AuthenticatorKey } from '../sign-in/authenticator-key.tsx'
import { useWrongFieldFocus } from '../sign-in/focus-wrong-field.ts'
import type { NewSecondFactor, StaffFailure } from './actions.ts'

type Props = {
  email: string
  reset: NewSecondFactor | null
  refused: StaffFailure | undefined
}

/** For a colleague who lost the phone and the recovery codes [FORGOT-04]. */
export function ResetSecondFactor({ email, reset, refused }: Props) {
  const wrong = refused?.resetOf === email ? refused.errors : undefined
  const form = useWrongFieldFocus(wrong)
  if (reset?.email === email) return <Handover {...reset} />
  return (
    <Disclosure label="Reset their second factor…" opens={wrong !== undefined}>
      <FormFields refused={{ errors: wrong }}>
        <Form ref={form} method="post" noValidate preventScrollReset className="mt-2 grid gap-3">
          <input type="hidden" name="action" value="reset-2fa" />
          <input type="hidden" name="email" value={email} />
          <p className="text-muted wrap-anywhere">
            For a lost phone. {email} will be signed out on every device, and their authenticator
            app, recovery codes, and passkeys will stop working. You’ll get a QR code and new
            recovery codes to hand over, so do this with them next to you. Their password stays the
            same. Confirm with your own password and code.
          </p>
          <CurrentPassword label="Your own password" />
          <MfaCode />
          <SubmitButton aria-label={`Reset Second Factor, ${email}`} className="justify-self-start">
            Reset Second Factor
          </SubmitButton>
        </Form>
      </FormFields>
    </Disclosure>
  )
}

/** Shown once: with the next answer or a reload it is gone. */
function Handover({ email, qr, secret, totpUri, recoveryCodes }: NewSecondFactor) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-1 gap-4 border-gold border-l-2 pl-4">
      <h3 ref={heading} tabIndex={-1} className="wrap-anywhere">
        The new second factor for {email}
      </h3>
      <p>
        Hand it over now, because it’s shown only once. Have them scan the QR code with their own
        phone, and give them the recovery codes. Don’t send either by email or chat.
      </p>
      <AuthenticatorKey secret={secret} totpUri={totpUri} qr={qr} />
      <NewRecoveryCodes codes={recoveryCodes} email={email} />
    </div>
  )
}
