import { data, redirect } from 'react-router'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import {
  type PaymentRequestPage,
  paymentRequestPage,
} from '#app/.server/payments/queries/payment-request-link.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { isGone } from '#app/domain/payments/payment-request-link.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { brand } from '#brand'
import type { Route } from './+types/pay.ts'
import { DateTime, OrderSummaryTable, TestMark } from './order-summary.tsx'
import { privatePage } from './private-page.ts'
import { refusal } from './refused-debit.tsx'
import { foundOrder } from './unknown-order.ts'

export const middleware = [rateLimit('checkout')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await foundOrder(paymentRequestPage(context.get(appContext), params.token))
  return data(page, { status: isGone(page.state) ? 410 : 200, headers: privatePage })
}

/**
 * To the payment page; where the link can no longer be paid, this page says why. The payment page
 * has another origin, to which the policy lets no form be redirected [SEC-01]: this page answers,
 * and leads on.
 */
export async function action({ context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  try {
    const url = await openPaymentRequestLink(app, params.token)
    if (url === null) {
      const here = `/pay/${encodeURIComponent(params.token)}`
      throw redirect(here, { status: 303, headers: privatePage })
    }
    const leadsTo = new URL(url).href
    return data({ leadsTo }, { headers: { ...privatePage, Refresh: `0; url=${leadsTo}` } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ sentence: error.message }, { status: error.status, headers: privatePage })
  }
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Pay for order ${loaderData.summary.number}` : errorTitle(error))

const asked = {
  whole: 'Your order',
  deposit: 'Your deposit',
  balance: 'Your balance',
  change: 'Changes to your order',
} as const satisfies Record<PaymentRequestPage['kind'], string>

const words = {
  open: '',
  paid: 'This is paid. Thank you.',
  processing: 'Your bank is sending the money. There’s nothing else to do.',
  over: 'This link has expired. Please ask us for a new one. Nothing was charged.',
  replaced: 'This link is no longer valid. We may have sent you a newer one. Nothing was charged.',
  canceled: 'This order was canceled. If you have a question, write to us.',
  'price withdrawn':
    'This order’s gold price was withdrawn, so you can’t pay at that price. We’ll email you. Nothing was charged.',
  stopped: 'We’ve paused sales. Please come back to this link later. Nothing was charged.',
  held: 'The payment we received doesn’t match this order. We’re looking into it. Please don’t pay again.',
} as const satisfies Record<PaymentRequestPage['state'], string>

export default function Pay({ loaderData: page, actionData }: Route.ComponentProps) {
  const { state, summary, custom, received } = page
  // A canceled order has terms no longer [SALE-37].
  const terms = state === 'canceled' ? null : custom
  if (actionData && 'leadsTo' in actionData) return <LeadOn to={actionData.leadsTo} />
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      {page.isTest && <TestMark isPaid={false} />}
      <header className="mb-10 text-center">
        <h1>{asked[page.kind]}</h1>
        <p className="mx-auto mt-5 max-w-lg text-balance text-muted">
          {state === 'open'
            ? page.name
              ? `Prepared for ${page.name} by ${brand.name}`
              : `From ${brand.name}`
            : words[state]}
        </p>
      </header>
      {actionData && (
        <p role="alert" className="mb-8 border border-alert px-4 py-3 text-alert">
          {actionData.sentence}
        </p>
      )}
      {state === 'open' && page.refusedDebit && (
        <p className="mb-8 border border-notice px-4 py-3 text-notice">
          {refusal(page.refusedDebit)} You can pay again here.
        </p>
      )}
      {page.change && (
        <p className="mb-8 text-center wrap-anywhere">
          {page.change}. We’ll change your order once you pay the difference.
        </p>
      )}
      <OrderSummaryTable summary={summary}>
        {terms && !terms.isFixed && <p>The total is an estimate at this price of gold.</p>}
      </OrderSummaryTable>
      {terms?.agreement && <p className="mt-8">{terms.agreement}</p>}
      {received > 0 && !page.change && <p className="mt-6">Paid so far: {formatCents(received)}</p>}
      {state === 'open' ? (
        // A plain form: paying must work before, and without, any script.
        <form method="post" className="mt-8">
          <p className="font-medium text-xl">Due now: {formatCents(page.amount)}</p>
          <p className="mt-1 text-muted text-sm">
            Pay by <DateTime at={page.endsAt} />
          </p>
          <button type="submit" className="button button-gold mt-5">
            Pay {formatCents(page.amount)}
          </button>
        </form>
      ) : (
        <p className="mt-8 text-center">
          <a href={`/order/${page.orderToken}`} className="link">
            See your order
          </a>
        </p>
      )}
    </article>
  )
}

/** Read for a moment, or by those whose browser follows no `Refresh`. */
function LeadOn({ to }: { to: string }) {
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 text-center md:px-8 md:py-20">
      <h1>Go to Payment Page</h1>
      <p className="mt-8">
        <a href={to} className="button button-gold">
          Continue
        </a>
      </p>
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
