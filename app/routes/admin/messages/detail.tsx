import { Form, type ShouldRevalidateFunctionArgs } from 'react-router'
import { messageById, type ShownMessage } from '#app/.server/messages/queries/messages.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type MessageState, maxReply } from '#app/contracts/messages/message.ts'
import { TextArea } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { Email } from '#app/ui/text/no-break.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/detail.ts'
import { messageActions } from './actions.ts'
import { kindNames, stateNames } from './state-names.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const message = await found(messageById(app, params.id))
  return { ...message, canEmail: app.mail !== null, answerKey: crypto.randomUUID() as string }
}

export const action = actionOf(messageActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

/** Also where an answer could not be sent again, the page shows what became of it. */
export function shouldRevalidate({
  formData,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'formData' | 'defaultShouldRevalidate'>) {
  return defaultShouldRevalidate || formData?.get('action') === 'send again'
}

export const meta: Route.MetaFunction = () => adminTitle('Message')

export default function MessageScreen({ loaderData: message, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { subject, kind, state, receivedAt, name, email, phone, body } = message
  return (
    <article>
      <BackLink to="/admin/dashboard/messages">All messages</BackLink>
      <h1 className="mt-2 wrap-anywhere">{subject}</h1>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <section aria-label="Message" className="admin-panel min-w-0">
            <p className="whitespace-pre-line wrap-anywhere">{body}</p>
          </section>
          {message.answers.map((answer) => (
            <AnswerPanel key={answer.id} answer={answer} />
          ))}
          <FormFields refused={refused}>
            <AnswerForm message={message} answerKey={refused?.typed?.key ?? message.answerKey} />
          </FormFields>
        </div>
        <section className="admin-panel min-w-0">
          <h2>From</h2>
          <div className="mt-3">
            <Facts
              facts={[
                ['Name', name],
                ['Email', <Email key="email" address={email} />],
                ['Phone', phone],
                ['Received', <ShopTime key="received" at={receivedAt} />],
                ['By', kindNames[kind]],
                ['Status', stateNames[state]],
              ]}
            />
          </div>
          <Moves state={state} />
        </section>
      </div>
    </article>
  )
}

const moves: Record<MessageState, readonly (readonly [MessageState, string])[]> = {
  new: [
    ['answered', 'Mark as answered'],
    ['archived', 'Archive'],
  ],
  answered: [
    ['archived', 'Archive'],
    ['new', 'Mark as new'],
  ],
  archived: [['new', 'Mark as new']],
}

function Moves({ state }: { state: MessageState }) {
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        {moves[state].map(([to, label]) => (
          <Form key={to} method="post">
            <input type="hidden" name="to" value={to} />
            <SubmitButton action="move" className="button button-line">
              {label}
            </SubmitButton>
          </Form>
        ))}
      </div>
      <Disclosure label="Delete this message…" className="mt-4 text-sm">
        <Form method="post" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>It’s deleted along with its replies and can’t be restored.</span>
          <SubmitButton action="delete">Delete permanently</SubmitButton>
        </Form>
      </Disclosure>
    </>
  )
}

function AnswerPanel({ answer }: { answer: ShownMessage['answers'][number] }) {
  const { at, by, text, mail: email } = answer
  return (
    <section aria-label="Reply" className="admin-panel min-w-0">
      <h2>Reply</h2>
      <p className="mt-1 text-muted text-sm wrap-anywhere">
        {by}, <ShopTime at={at} />
        {email?.state === 'sent' && ', sent'}
        {email?.state === 'waiting' && (email.lastError ? ', not sent yet' : ', on its way')}
      </p>
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>
      {(email?.state === 'failed' || email?.state === 'kept') && (
        <Form method="post" className="mt-4">
          <p className="text-alert text-sm wrap-anywhere">Not sent. {email.lastError}</p>
          <input type="hidden" name="mail" value={email.id} />
          <SubmitButton action="send again" className="button button-line mt-2">
            Send again
          </SubmitButton>
        </Form>
      )}
    </section>
  )
}

type AnswerProps = {
  message: ShownMessage & { canEmail: boolean }
  answerKey: string
}

function AnswerForm({ message, answerKey }: AnswerProps) {
  const { canEmail, answers, email, subject } = message
  if (!canEmail) {
    return (
      <p className="border border-notice px-4 py-3">
        No mail server is set up, so you can’t reply from here. Write from{' '}
        <a
          href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
          className="link"
        >
          your own email app
        </a>{' '}
        and mark the message as answered.
      </p>
    )
  }
  return (
    <section aria-labelledby="answer" className="admin-panel min-w-0">
      <h2 id="answer">{answers.length > 0 ? 'Reply again' : 'Reply'}</h2>
      {/* Empty again once it was stored. */}
      <Form key={answers.length} method="post" className="mt-3 grid gap-4">
        <TextArea
          name="text"
          label="Your reply"
          hint="It’s emailed to the sender with the message quoted. Their reply comes to your inbox."
          required
          rows={8}
          maxLength={maxReply}
        />
        <input key={answerKey} type="hidden" name="key" defaultValue={answerKey} />
        <SubmitButton action="answer">Send Reply</SubmitButton>
      </Form>
    </section>
  )
}
