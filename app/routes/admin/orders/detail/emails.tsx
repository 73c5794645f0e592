import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OrderEmail } from '#app/.server/emails/queries/order-emails.ts'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import type { emailActions } from '../email-actions.ts'

const emailLabels = {
  'order-paid-buyer': 'To buyer: Order confirmation',
  'order-paid-staff': 'To staff: New order',
  'order-part-buyer': 'To buyer: Partial payment received',
  'order-part-staff': 'To staff: Partial payment received',
  'order-fulfilled-buyer': 'To buyer: Order shipped',
  'order-pickup-buyer': 'To buyer: Ready for pickup',
  'order-delivered-buyer': 'To buyer: Order delivered',
  'order-tracking-buyer': 'To buyer: Updated tracking',
  'order-certificate-buyer': 'To buyer: Certificate changed',
  'order-link-buyer': 'To buyer: Link to the full order',
  'order-new-link-buyer': 'To buyer: New order link',
  'order-list-buyer': 'To buyer: Link to all their orders',
  'order-refunded-buyer': 'To buyer: Refund issued',
  'order-refund-declined-buyer': 'To buyer: Refund declined',
  'order-canceled-buyer': 'To buyer: Order canceled',
  'order-closed-buyer': 'To buyer: Order closed',
  'order-wire-buyer': 'To buyer: Amount left to wire',
  'order-pay-buyer': 'To buyer: Payment link',
  'order-wire-late-buyer': 'To buyer: Wire incomplete or late',
  'order-wire-canceled-buyer': 'To buyer: Wire received after cancellation',
  'order-wire-extra-buyer': 'To buyer: Extra wire received',
  'order-payment-extra-buyer': 'To buyer: Late or extra payment',
  'order-debit-buyer': 'To buyer: Bank debit pending',
  'order-debit-failed-buyer': 'To buyer: Bank debit failed',
  'order-debit-staff': 'To staff: New order, bank debit pending',
  'order-debit-failed-staff': 'To staff: Bank debit failed',
  'order-delay-buyer': 'To buyer: Order delayed',
  'order-delay-staff': 'To staff: Outcome of the delay',
  'order-return-asked-buyer': 'To buyer: Return requested',
  'order-return-accepted-buyer': 'To buyer: Return approved',
  'order-return-received-buyer': 'To buyer: Return received',
  'order-return-refused-buyer': 'To buyer: Return declined',
  'order-return-staff': 'To staff: Return requested',
  'order-held-staff': 'To staff: Order needs review',
  'order-hold-staff': 'To staff: Don’t ship yet',
  'order-late-staff': 'To staff: Order late',
  'order-dispute-due-staff': 'To staff: Dispute evidence due soon',
  'order-dispute-open-staff': 'To staff: Payment disputed',
  'order-dispute-won-staff': 'To staff: Dispute won',
  'order-dispute-lost-staff': 'To staff: Dispute lost',
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
  const told = missed.map(({ kind }) => emailLabels[kind].replace('To buyer: ', ''))
  return (
    <div className="border border-notice px-3 py-2 text-notice text-sm print:hidden">
      <p className="wrap-anywhere">
        {`${email} hasn’t received ${told.length === 1 ? 'this email. It' : 'these emails. They'} went only to ${before}: ${told.join('; ')}.`}
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
          Emails aren’t being sent because email isn’t set up yet. They’re saved here. An owner can
          set up email in Setup.
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
    <SubmitButton action={action} aria-label={about && `${children}: ${about}`}>
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
  if (state === 'kept') return `Saved, not sent${recipient ? ` (${recipient})` : ''}`
  if (state === 'failed')
    return `Not sent${to} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  if (attempts === 0) return 'Waiting to be sent'
  return (
    <>
      Not taken yet{to}, attempts: {attempts}, next <ShopTime at={nextAttemptAt} />
    </>
  )
}
