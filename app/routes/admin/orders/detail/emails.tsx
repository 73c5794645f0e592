import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OrderEmail } from '#app/.server/emails/queries/order-emails.ts'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import type { emailActions } from '../email-actions.ts'

const emailLabels = {
  'order-paid-buyer': 'To the buyer: it is paid',
  'order-paid-staff': 'To staff: it is paid',
  'order-part-buyer': 'To the buyer: a part of it is paid',
  'order-part-staff': 'To staff: a part of it is paid',
  'order-fulfilled-buyer': 'To the buyer: it is on its way',
  'order-delivered-buyer': 'To the buyer: it was delivered',
  'order-tracking-buyer': 'To the buyer: the corrected tracking',
  'order-link-buyer': 'To the buyer: a link that shows name and address',
  'order-new-link-buyer': 'To the buyer: the new link to it',
  'order-list-buyer': 'To the buyer: a link to all orders of their address',
  'order-refunded-buyer': 'To the buyer: it was refunded',
  'order-refund-declined-buyer': 'To the buyer: what is not refunded',
  'order-canceled-buyer': 'To the buyer: it was canceled',
  'order-wire-buyer': 'To the buyer: what is still to be wired',
  'order-pay-buyer': 'To the buyer: the pay link',
  'order-wire-late-buyer': 'To the buyer: wire incomplete by the deadline, or late',
  'order-wire-canceled-buyer': 'To the buyer: a wire came after it was canceled',
  'order-wire-extra-buyer': 'To the buyer: another wire came after it was paid',
  'order-debit-buyer': 'To the buyer: the bank debit is on its way',
  'order-debit-failed-buyer': 'To the buyer: the bank debit failed',
  'order-debit-staff': 'To staff: a new order, its bank debit is on its way',
  'order-debit-failed-staff': 'To staff: the bank refused the debit',
  'order-delay-buyer': 'To the buyer: it is delayed',
  'order-delay-staff': 'To staff: what came of its delay',
  'order-return-asked-buyer': 'To the buyer: a return was asked for',
  'order-return-accepted-buyer': 'To the buyer: the return is accepted',
  'order-return-received-buyer': 'To the buyer: the return is here',
  'order-return-refused-buyer': 'To the buyer: the return is refused',
  'order-return-staff': 'To staff: a return was asked for',
  'order-held-staff': 'To staff: it needs a look',
  'order-hold-staff': 'To staff: it must not ship yet',
  'order-late-staff': 'To staff: it is late',
  'order-dispute-due-staff': 'To staff: the evidence of its dispute is due soon',
  'order-dispute-open-staff': 'To staff: its payment is disputed',
  'order-dispute-won-staff': 'To staff: its dispute was won',
  'order-dispute-lost-staff': 'To staff: its dispute was lost',
} as const satisfies Record<OrderEmail['kind'], string>

type Props = {
  emails: readonly OrderEmail[]
  canSend: boolean
  /** The order is paid, and names an email address. */
  hasConfirmation: boolean
}

/**
 * After the email address was corrected: which emails the buyer has not had at it, and the button that sends
 * them [MAIL-14].
 */
export function WentElsewhere({ mails: emails, email, canSend }: WentElsewhereProps) {
  const missed = emails.filter(({ wentElsewhere }) => wentElsewhere)
  if (missed.length === 0 || email === null) return null
  const before = [...new Set(missed.map(({ recipient }) => recipient))].join(', ')
  const told = missed.map(({ kind }) => emailLabels[kind].replace('To the buyer: ', ''))
  return (
    <div className="border border-notice px-3 py-2 text-notice text-sm print:hidden">
      <p className="wrap-anywhere">
        {`${email} has not received ${told.length === 1 ? 'this email. It' : 'these emails. They'} went only to ${before}: ${told.join('; ')}.`}
      </p>
      {canSend && (
        <EmailForm>
          <EmailButton action="send to new address">
            {missed.length === 1 ? 'Send it to the new address' : 'Send them to the new address'}
          </EmailButton>
        </EmailForm>
      )}
    </div>
  )
}

type WentElsewhereProps = {
  mails: readonly OrderEmail[]
  email: string | null
  canSend: boolean
}

/** Every email about the order, its status and its text. */
export function Emails({ emails, canSend, hasConfirmation }: Props) {
  if (emails.length === 0) return <p className="text-muted">No emails yet.</p>
  return (
    <>
      {!canSend && (
        <p className="mb-3 text-muted text-sm">
          There is no mail server, so emails are stored here and not sent. An owner enters one under
          Set up.
        </p>
      )}
      <ul className="grid gap-4">
        {emails.map((email) => (
          <li key={email.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            <h3>{emailLabels[email.kind]}</h3>
            <p className="text-sm wrap-anywhere">
              <EmailStatus mail={email} />
            </p>
            {email.lastError && email.state !== 'sent' && (
              <p className="text-notice text-sm wrap-anywhere">{email.lastError}</p>
            )}
            {email.text !== null && (
              <details className="mt-1">
                <summary className="min-h-6 text-sm wrap-anywhere">{email.subject}</summary>
                <pre className="mt-2 whitespace-pre-wrap border border-line p-3 font-sans text-sm wrap-anywhere">
                  {email.text}
                </pre>
              </details>
            )}
            {(email.state === 'failed' || (canSend && email.state === 'kept')) && (
              <EmailForm>
                <input type="hidden" name="mail" value={email.id} />
                {canSend && (
                  <EmailButton action="send again" about={emailLabels[email.kind]}>
                    Send again
                  </EmailButton>
                )}
                {email.state === 'failed' && (
                  <EmailButton action="dismiss mail" about={emailLabels[email.kind]}>
                    Dismiss
                  </EmailButton>
                )}
              </EmailForm>
            )}
          </li>
        ))}
      </ul>
      {canSend && hasConfirmation && (
        <EmailForm>
          <EmailButton action="confirm again">Send the confirmation again</EmailButton>
        </EmailForm>
      )}
    </>
  )
}

function EmailForm({ children }: { children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="mt-2 flex flex-wrap gap-3">
      {children}
    </Form>
  )
}

type ButtonProps = {
  action: keyof typeof emailActions
  about?: string
  children: ReactNode
}

function EmailButton({ action, about, children }: ButtonProps) {
  return (
    <SubmitButton name="action" value={action} aria-label={about && `${children}: ${about}`}>
      {children}
    </SubmitButton>
  )
}

function EmailStatus({ mail: email }: { mail: OrderEmail }) {
  const { state, recipient, sentAt, attempts, nextAttemptAt } = email
  const to = recipient ? ` to ${recipient}` : ''
  if (state === 'sent' && sentAt) {
    return (
      <>
        Sent{to}, <ShopTime at={sentAt} />
      </>
    )
  }
  if (state === 'kept') return `Kept, not sent${to}`
  if (state === 'failed') return `Given up${to}, attempts: ${attempts}`
  if (attempts === 0) return 'Waiting to be sent'
  return (
    <>
      Not taken yet{to}, attempts: {attempts}, next <ShopTime at={nextAttemptAt} />
    </>
  )
}
