import { Form } from 'react-router'
import type { OwnSession } from '#app/.server/auth/queries/own-sessions.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { type Answered, answerTo } from './account-form.tsx'

type Props = { sessions: readonly OwnSession[]; answered: Answered }

/** Where the admin is signed in, and the way to end it elsewhere [SESS-03, SESS-04]. */
export function Sessions({ sessions, answered }: Props) {
  const answer = answerTo('end-session', answered) ?? answerTo('end-others', answered)
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you’re signed in</h2>
      <p className="mt-2 text-muted">
        We’ll sign you out after 12 hours of inactivity, or 24 hours after you sign in, whichever
        comes first. If you don’t recognize a session, end it and change your password.
      </p>
      <ErrorBanner error={answer?.refused} />
      <ul className="mt-6 grid gap-3">
        {sessions.map((session) => (
          <li key={session.id} className="admin-panel grid gap-3">
            <p className="font-medium">
              {capitalized(session.device)}
              {session.isThis && <span className="font-normal text-muted"> (this one)</span>}
            </p>
            <Facts
              facts={[
                ['IP address', session.address ?? 'unknown'],
                ['Signed in', <ShopTime key="in" at={session.signedInAt} />],
                ['Last seen', <ShopTime key="seen" at={session.lastSeenAt} />],
              ]}
            />
            {!session.isThis && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="action" value="end-session" />
                <input type="hidden" name="id" value={session.id} />
                <SubmitButton aria-label={`End Session, ${session.device}`}>
                  End Session
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="action" value="end-others" />
          <SubmitButton>Sign Out Everywhere Else</SubmitButton>
        </Form>
      )}
    </section>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
