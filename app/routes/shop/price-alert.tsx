import { data, Link } from 'react-router'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { emailedLinkRefusal } from '#app/.server/platform/http/limits/form-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { requestAlert } from '#app/.server/price-alerts/commands/request-alert.ts'
import { askedSize } from '#app/.server/price-alerts/queries/asked-size.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { priceAlertForm } from '#app/contracts/price-alerts/price-alert.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/price-alert.ts'
import { CheckEmail, Refused } from './emailed-link/link-page.tsx'
import { errorsOrMessage } from './post-form.ts'
import { PriceAlertForm } from './price-alert-form.tsx'
import { privatePage } from './private-page.ts'

/** Emails a link that confirms the alert, and stores nothing. What is refused comes back as it was sent [PIECEALERT-03]. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { product = '', size = '', under = '', email = '' } = await formTexts(request)
  const piece = await askedSize(app, { product, size })
  if (!piece) return data({ isGone: true as const }, { status: 404, headers: privatePage })
  const shown = {
    product,
    size: piece.size.key,
    name: piece.product.name,
    now: `${piece.size.size.trim()} is ${formatCents(piece.price)} now.`,
  }
  const refused = (status: number, message: string | null, errors: Record<string, string> = {}) => {
    const answer = { refused: { message, errors, typed: { under, email } }, piece: shown }
    return data(answer, { status, headers: privatePage })
  }
  const parsed = priceAlertForm.safeParse({ under, email })
  const errors = parsed.success ? {} : fieldErrors(parsed.error)
  const problem = parsed.success ? piece.problemOf(parsed.data.under) : null
  if (problem !== null) errors.under = problem
  if (!parsed.success || problem !== null) return refused(400, null, errors)
  const limited = await emailedLinkRefusal(context, 'priceAlert', parsed.data.email)
  if (limited !== null) return refused(429, limited)
  try {
    await requestAlert(app, piece, parsed.data)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const found = errorsOrMessage(error)
    return refused(error.status, found.message, found.errors)
  }
  return data({ sentTo: parsed.data.email }, { headers: privatePage })
}

export function loader() {
  return data(null, { headers: privatePage })
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Price alert')

export default function PriceAlertPage({ actionData }: Route.ComponentProps) {
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>Price alert</h1>
      {actionData && 'sentTo' in actionData ? (
        <CheckEmail sentTo={actionData.sentTo} toDo="confirm the alert" />
      ) : actionData && 'piece' in actionData ? (
        <Corrected {...actionData} />
      ) : (
        <>
          <p role={actionData ? 'alert' : undefined} className="mt-6 text-muted">
            {actionData
              ? 'This size is not for sale, so we can’t set an alert for it.'
              : 'To set a price alert, open the page of a piece and choose a size.'}
          </p>
          <p className="mt-6">
            <Link to="/products" className="link inline-block py-1">
              See the collection
            </Link>
          </p>
        </>
      )}
    </article>
  )
}

type CorrectedProps = {
  refused: { message: string | null; errors: Record<string, string>; typed: Record<string, string> }
  piece: { product: string; size: string; name: string; now: string }
}

function Corrected({ refused, piece }: CorrectedProps) {
  return (
    <>
      {refused.message && <Refused>{refused.message}</Refused>}
      <p className="mt-6 wrap-anywhere">
        <Link
          to={`/product/${encodeURIComponent(piece.product)}?${new URLSearchParams({ size: piece.size })}`}
          className="link"
        >
          {piece.name}
        </Link>
        <span className="block text-muted">{piece.now}</span>
      </p>
      <div className="mt-5">
        <PriceAlertForm {...{ product: piece.product, size: piece.size, refused }} />
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
