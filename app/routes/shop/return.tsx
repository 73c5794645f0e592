import {
  data,
  Link,
  redirect,
  type ShouldRevalidateFunction,
  useActionData,
  useParams,
} from 'react-router'
import { requestOrderLink } from '#app/.server/customers/commands/request-order-link.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { callOffOwnReturn, notifyReturnSent } from '#app/.server/returns/commands/buyer-return.ts'
import { requestReturn } from '#app/.server/returns/commands/open-return.ts'
import { returnPage } from '#app/.server/returns/queries/return-page.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { requestReturnForm, returnSentForm } from '#app/contracts/returns/return.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/return.ts'
import { keepForm } from './keep-form.ts'
import { TestMark } from './order-summary.tsx'
import { parsed, refusal } from './post-form.ts'
import { privatePage } from './private-page.ts'
import { Confirm } from './return/confirm.tsx'
import { AskForm } from './return/request-form.tsx'
import { Returns } from './return/returns.tsx'
import { foundOrder } from './unknown-order.ts'

export const middleware = [rateLimit('emailLink')]

const confirmedOf = (request: Request) => new URL(request.url).searchParams.get('confirmed')

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const confirmed = confirmedOf(request)
  const page = await foundOrder(returnPage(app, params.token, confirmed))
  const { days } = await returnTermsSetting.current(app)
  return data({ ...page, days, hasEnded: confirmed !== null }, { headers: privatePage })
}

export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const confirmed = confirmedOf(request)
  const input = await formTexts(request)
  if (input.action === 'link') {
    // The answer is the same whether an email goes out or not.
    await requestOrderLink(app, token, 'to return')
    return data({ asked: true as const }, { headers: privatePage })
  }
  try {
    const of = { token, confirmed }
    if (input.action === 'sent') {
      await notifyReturnSent(app, { ...of, ...parsed(returnSentForm, input) })
    } else if (input.action === 'keep') {
      await callOffOwnReturn(app, { ...of, id: input.id ?? '' })
    } else {
      await requestReturn(app, { ...of, ...parsed(requestReturnForm, input) })
    }
  } catch (error) {
    return refusal(error, input)
  }
  const search = new URLSearchParams({ confirmed: confirmed ?? '' })
  throw redirect(`/order/${encodeURIComponent(token)}/return?${search}`, {
    status: 303,
    headers: privatePage,
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

/** What changed since is shown next to the refusal. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus === 409 || actionStatus === 403 || defaultShouldRevalidate

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Returns for order ${loaderData.number}` : errorTitle(error))

export default function Return({ loaderData: page }: Route.ComponentProps) {
  const answer = useActionData<typeof action>()
  const { token = '' } = useParams()
  const refused = answer && 'refused' in answer ? answer : null
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      {page.isTest && <TestMark />}
      <h1>Return a piece</h1>
      <p className="mt-6 text-muted">Order {page.number}</p>
      {refused && (
        <p role="alert" className="mt-6 border border-alert p-4 text-alert wrap-anywhere">
          {refused.refused}
        </p>
      )}
      {page.isConfirmed ? (
        <FormFields refused={refused}>
          <Returns returns={page.returns} />
          <AskForm page={page} />
        </FormFields>
      ) : page.whyNone ? (
        <p className="mt-6 wrap-anywhere">{page.whyNone}</p>
      ) : (
        <Confirm
          canEmail={page.canEmail}
          hasEnded={page.hasEnded}
          wasAsked={answer !== undefined && 'asked' in answer}
        />
      )}
      <p className="mt-10">
        <Link to={`/order/${token}`} className="link inline-block py-1">
          Back to your order
        </Link>
      </p>
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
