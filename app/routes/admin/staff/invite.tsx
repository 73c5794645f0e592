import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { InvitationInput } from '#app/contracts/auth/sign-in.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { showToast } from '../components/toasts.tsx'
import type { Invited } from './actions.ts'
import { RoleSelect } from './role-select.tsx'

type Props = { invited: Invited | null; refused: Failure<InvitationInput> | undefined }

/** Somebody new, by email and by a link that is shown once [INVITE-02]. */
export function Invite({ invited, refused }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (invited) form.current?.reset()
  }, [invited])
  const typed = refused?.typed
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite someone</h2>
      <p className="mt-2 text-muted">
        We’ll email them a one-time link that expires in 72 hours. They’ll use it to choose a
        password and set up an authenticator app. Sending a new invitation cancels the old one.
      </p>
      <ErrorBanner error={refused} />
      {invited && <InvitationLink key={invited.id} {...invited} />}
      <FormFields refused={refused}>
        <Form
          ref={form}
          method="post"
          noValidate
          preventScrollReset
          aria-labelledby="invite"
          className="mt-6 grid grid-cols-1 gap-5"
        >
          <input type="hidden" name="action" value="invite" />
          <TextField name="email" label="Email" type="email" autoComplete="off" required />
          <Field label="Role">
            <RoleSelect initial={typed?.role ?? 'bench'} />
          </Field>
          <SubmitButton gold className="justify-self-start">
            Invite
          </SubmitButton>
        </Form>
      </FormFields>
    </section>
  )
}

function InvitationLink({ email, link }: Invited) {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(link)) return showToast('Link copied')
    field.current?.select()
    showToast('Not copied. The link is selected, so copy it yourself.')
  }
  return (
    <div className="admin-panel mt-6 grid grid-cols-1 gap-4">
      <Field
        label={`Link for ${email}`}
        hint="It’s shown only once. Don’t give it to anyone else. If a mail server is set up, the email has it, too."
        className="wrap-anywhere"
      >
        <input ref={field} id="invitation-link" className="input" readOnly value={link} />
      </Field>
      <p>
        <button type="button" onClick={() => void copy()} className="button button-line">
          Copy the Link
        </button>
      </p>
    </div>
  )
}
