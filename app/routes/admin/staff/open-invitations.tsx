import { Form } from 'react-router'
import type { StaffPage } from '#app/.server/auth/queries/staff-page.ts'
import { roleNames } from '#app/domain/access/rights.ts'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = Pick<StaffPage, 'invitations'> & { canSend: boolean }

/** Who is invited and has not come yet, and the way to take it back [INVITE-01, INVITE-04]. */
export function OpenInvitations({ invitations, canSend }: Props) {
  return (
    <section aria-labelledby="open-invitations">
      <h2 id="open-invitations">Pending invitations</h2>
      {invitations.length === 0 ? (
        <p className="mt-2 text-muted">No pending invitations.</p>
      ) : (
        <ul className="mt-6 grid grid-cols-1 gap-3">
          {invitations.map(({ id, email, role, invitedBy, expiresAt, mail }) => (
            <li key={id} className="admin-panel grid grid-cols-1 gap-4">
              <p className="font-medium wrap-anywhere">{email}</p>
              <Facts
                facts={[
                  ['Role', roleNames[role]],
                  ['Expires', <ShopTime key="until" at={expiresAt} />],
                  ['Invited by', invitedBy],
                  ['Email', mail && emailStates[mail]],
                ]}
              />
              <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
                <input type="hidden" name="id" value={id} />
                {canSend && (mail === 'failed' || mail === 'kept') && (
                  <SubmitButton action="resend" aria-label={`Send the email again to ${email}`}>
                    Send the Email Again
                  </SubmitButton>
                )}
                <SubmitButton action="revoke" aria-label={`Revoke the invitation for ${email}`}>
                  Revoke
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const emailStates = {
  waiting: 'on its way',
  sent: 'sent',
  kept: 'Not sent (email isn’t set up)',
  failed: 'not accepted by the mail server',
}
