import { data, redirect, useActionData } from 'react-router'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { answerOffer } from '#app/.server/trade-ins/commands/offer-trade-in.ts'
import {
  cancelOwnTradeIn,
  notifyTradeInSent,
} from '#app/.server/trade-ins/commands/owner-trade-in.ts'
import { ownerTradeIn } from '#app/.server/trade-ins/queries/owner-trade-in.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { ownerTradeInForms } from '#app/contracts/trade-ins/trade-in.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { Email } from '#app/ui/text/no-break.tsx'
import { brand } from '#brand'
import type { Route } from './+types/trade-in.ts'
import { keepForm } from './keep-form.ts'
import { TestMark } from './order-summary.tsx'
import { parsed, refusal } from './post-form.ts'
import { privatePage } from './private-page.ts'
import { Course } from './trade-in/course.tsx'
import { Now } from './trade-in/now.tsx'
import { Photos } from './trade-in/photos.tsx'
import { foundBy } from './unknown-order.ts'

export const middleware = [rateLimit('emailLink')]

const unknown = {
  title: 'Page Not Found',
  sentence: 'This link doesn’t lead to a trade-in. It may be incomplete.',
  next: { to: '/contact', label: 'Contact us' },
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await foundBy(ownerTradeIn(context.get(appContext), params.token), unknown)
  return data(page, { headers: privatePage })
}

/** What the owner says; an email’s link alone says nothing [TRADE-54]. */
export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  try {
    if (input.action === 'answer') {
      await answerOffer(app, { token, ...parsed(ownerTradeInForms.answer, input) })
    } else if (input.action === 'sent') {
      await notifyTradeInSent(app, { token, ...parsed(ownerTradeInForms.sent, input) })
    } else {
      parsed(ownerTradeInForms.cancel, input)
      await cancelOwnTradeIn(app, { token })
    }
  } catch (error) {
    return refusal(error, input)
  }
  throw redirect(`/trade-ins/${encodeURIComponent(token)}`, { status: 303, headers: privatePage })
}

/** Beside a refusal as well, the page shows what changed in the meantime. */
export const shouldRevalidate = () => true

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Trade-in ${loaderData.number}` : errorTitle(error))

const headings = {
  recast: 'Your recast',
  exchange: 'Your exchange',
  'sell-back': 'Your sell-back',
} as const

/** The owner’s page: what happened, and what to do now [TRADE-53]. */
export default function TradeIn({ loaderData: page }: Route.ComponentProps) {
  const refused = useActionData<typeof action>()
  const { kind, number, name, size, serial } = page
  const piece = [name, size, serial].filter(Boolean).join(' · ')
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      {page.isTest && <TestMark />}
      <p className="eyebrow">Trade-in {number}</p>
      <h1 className="mt-3">{headings[kind]}</h1>
      <p className="mt-4 text-muted wrap-anywhere">{piece}</p>
      {refused && (
        <p role="alert" className="mt-6 border border-alert p-4 text-alert wrap-anywhere">
          {refused.refused}
        </p>
      )}
      <FormFields refused={refused}>
        <Now page={page} />
      </FormFields>
      <Photos photos={page.photos} />
      <Course page={page} />
      <p className="mt-12 border-line border-t pt-5 text-muted text-sm">
        Bookmark this page. Questions? Email{' '}
        <a className="link" href={`mailto:${brand.email}?subject=Trade-in ${number}`}>
          <Email address={brand.email} />
        </a>{' '}
        and mention trade-in {number}.
      </p>
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
