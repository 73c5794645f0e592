import { data, Form, Link } from 'react-router'
import { requestOrderList } from '#app/.server/customers/commands/request-order-list.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { emailedLinkRefusal } from '#app/.server/platform/http/limits/form-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { findOrderForm } from '#app/contracts/customers/email.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { contentMeta } from '#app/ui/seo.ts'
import { brand } from '#brand'
import type { Route } from './+types/find-order.ts'
import { keepForm } from './keep-form.ts'
import { privatePage } from './private-page.ts'

/** `ended`: the link or the list that led here has ended. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const hasEnded = new URL(request.url).searchParams.has('ended')
  return data(
    { hasEnded, canEmail: context.get(appContext).mail !== null },
    { headers: privatePage },
  )
}

/** The same answer for every address, with orders or without [FIND-01]. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  const refused = (status: number, message: string) =>
    data({ refused: message, email: input.email ?? '' }, { status, headers: privatePage })
  const parsed = findOrderForm.safeParse(input)
  if (!parsed.success) return refused(400, fieldErrors(parsed.error).email ?? '')
  const { email } = parsed.data
  const refusal = await emailedLinkRefusal(context, 'findOrder', email)
  if (refusal !== null) return refused(429, refusal)
  await requestOrderList(app, email)
  return data({ asked: email }, { headers: privatePage })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

const words = {
  title: 'Find my order',
  description:
    'Enter the email you used at checkout. We’ll send you a link to all your orders, with status, tracking, and receipts.',
}

/** The form may be found by a search; what it leads to may not. */
export const meta: Route.MetaFunction = ({ matches }) => contentMeta(words, '/find-order', matches)

export default function FindOrder({ loaderData, actionData }: Route.ComponentProps) {
  const asked = actionData && 'asked' in actionData ? actionData.asked : null
  const refused = actionData && 'refused' in actionData ? actionData : undefined
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>{words.title}</h1>
      {asked === null ? (
        <>
          {loaderData.hasEnded && (
            <p role="status" className="mt-8 border border-notice px-4 py-3">
              That link has expired. A link works once and shows your orders for an hour. Request a
              new one here.
            </p>
          )}
          <AskForm canEmail={loaderData.canEmail} refused={refused} />
        </>
      ) : (
        <div role="status" className="mt-8 grid gap-4">
          <p className="font-display text-2xl leading-snug">Check your email.</p>
          <p className="wrap-anywhere">
            If there are orders for {asked}, an email with a link to them is on its way. The link
            works for an hour, once.
          </p>
          <p className="text-muted">
            No email after a few minutes? Check your spam folder, or try the other address you may
            have ordered with.
          </p>
          <p>
            <Link to="/find-order" className="link inline-block py-1">
              Try another address
            </Link>
          </p>
        </div>
      )}
    </article>
  )
}

function AskForm({
  canEmail,
  refused,
}: {
  canEmail: boolean
  refused: { refused: string; email: string } | undefined
}) {
  return (
    <>
      <p className="mt-6 text-muted">
        Enter the email you used at checkout. We’ll send you a link to all your orders, with status,
        tracking, and receipts. No password is needed.
      </p>
      {!canEmail && (
        <p className="mt-6 border border-notice px-4 py-3">
          We can’t send email right now. Please email{' '}
          <a href={`mailto:${brand.email}`} className="link">
            {brand.email}
          </a>{' '}
          and include your order number.
        </p>
      )}
      <Form method="post" action="/find-order" noValidate className="mt-8 grid gap-6">
        <TextField
          name="email"
          label="Email address"
          error={refused?.refused}
          id="email"
          type="email"
          autoComplete="email"
          defaultValue={refused?.email ?? ''}
          required
        />
        <p>
          <button type="submit" className="button button-gold">
            Email me the link
          </button>
        </p>
      </Form>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
