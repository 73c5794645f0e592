import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OrderMail } from '#app/.server/emails/queries/order-mails.ts'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import type { mailActions } from '../mail-actions.ts'

const mailLabels = {
  'order-paid-buyer': 'To the buyer: it is paid',
  'order-paid-staff': 'To staff: it is paid',
  'order-part-buyer': 'To the buyer: a part of it is paid',
  'order-part-staff': 'To staff: a part of it is paid',
  'order-fulfilled-buyer': 'To the buyer: it is on its way',
  'order-delivered-buyer': 'To the buyer: it was delivered',
  'order-tracking-buyer': 'To the buyer: the corrected tracking',
  'order-link-buyer': 'To the buyer: a link that shows name and address',
  'order-list-buyer': 'To the buyer: a link to all orders of their address',
  'order-refunded-buyer': 'To the buyer: it was refunded',
  'order-wire-buyer': 'To the buyer: what is still to be wired',
  'order-pay-buyer': 'To the buyer: the pay link',
  'order-wire-late-buyer': 'To the buyer: the wire was not whole in time, or came late',
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
} as const satisfies Record<OrderMail['kind'], string>

type Props = {
  mails: readonly OrderMail[]
  canSend: boolean
  /** The order is paid, and names an email address. */
  hasConfirmation: boolean
}

/**
 * After the email address was corrected: which emails the buyer has not had at it, and the button that sends
 * them [MAIL-14].
 */
export function WentElsewhere({ mails, email, canSend }: WentElsewhereProps) {
  const missed = mails.filter(({ wentElsewhere }) => wentElsewhere)
  if (missed.length === 0 || email === null) return null
  const before = [...new Set(missed.map(({ recipient }) => recipient))].join(', ')
  const told = missed.map(({ kind }) => mailLabels[kind].replace('To the buyer: ', ''))
  return (
    <div className="border border-notice px-3 py-2 text-notice text-sm print:hidden">
      <p className="wrap-anywhere">
        {`Nothing of this went to ${email} yet, only to ${before}: ${told.join('; ')}.`}
      </p>
      {canSend && (
        <MailForm>
          <MailButton action="send to new address">
            {missed.length === 1 ? 'Send it to the new address' : 'Send them to the new address'}
          </MailButton>
        </MailForm>
      )}
    </div>
  )
}

type WentElsewhereProps = {
  mails: readonly OrderMail[]
  email: string | null
  canSend: boolean
}

/** Every mail about the order, its status and its text. */
export function Mails({ mails, canSend, hasConfirmation }: Props) {
  if (mails.length === 0) return <p className="text-muted">No emails yet.</p>
  return (
    <>
      {!canSend && (
        <p className="mb-3 text-muted text-sm">
          There is no mail server, so emails are stored here and not sent. An owner enters one under
          Set up.
        </p>
      )}
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            <h3>{mailLabels[mail.kind]}</h3>
            <p className="text-sm wrap-anywhere">
              <MailStatus mail={mail} />
            </p>
            {mail.lastError && mail.state !== 'sent' && (
              <p className="text-notice text-sm wrap-anywhere">{mail.lastError}</p>
            )}
            {mail.text !== null && (
              <details className="mt-1">
                <summary className="min-h-6 text-sm wrap-anywhere">{mail.subject}</summary>
                <pre className="mt-2 whitespace-pre-wrap border border-line p-3 font-sans text-sm wrap-anywhere">
                  {mail.text}
                </pre>
              </details>
            )}
            {(mail.state === 'failed' || (canSend && mail.state === 'kept')) && (
              <MailForm>
                <input type="hidden" name="mail" value={mail.id} />
                {canSend && (
                  <MailButton action="send again" about={mailLabels[mail.kind]}>
                    Send again
                  </MailButton>
                )}
                {mail.state === 'failed' && (
                  <MailButton action="dismiss mail" about={mailLabels[mail.kind]}>
                    Dismiss
                  </MailButton>
                )}
              </MailForm>
            )}
          </li>
        ))}
      </ul>
      {canSend && hasConfirmation && (
        <MailForm>
          <MailButton action="confirm again">Send the confirmation again</MailButton>
        </MailForm>
      )}
    </>
  )
}

function MailForm({ children }: { children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="mt-2 flex flex-wrap gap-3">
      {children}
    </Form>
  )
}

type ButtonProps = {
  action: keyof typeof mailActions
  about?: string
  children: ReactNode
}

function MailButton({ action, about, children }: ButtonProps) {
  return (
    <SubmitButton name="action" value={action} aria-label={about && `${children}: ${about}`}>
      {children}
    </SubmitButton>
  )
}

function MailStatus({ mail }: { mail: OrderMail }) {
  const { state, recipient, sentAt, attempts, nextAttemptAt } = mail
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
