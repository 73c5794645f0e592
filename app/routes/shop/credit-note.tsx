import { data, Link } from 'react-router'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { creditNotePage } from '#app/.server/refunds/queries/credit-note.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { howItGoesBack } from '#app/domain/payments/offline-payment.ts'
import { appliedLabel, appliedOnly, refundedPiece } from '#app/domain/refunds/plan-refund.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { brand } from '#brand'
import type { Route } from './+types/credit-note.ts'
import { useDocumentAddress } from './order-documents.tsx'
import { DateTime, TestMark } from './order-summary.tsx'
import { privatePage } from './private-page.ts'
import { foundOrder } from './unknown-order.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token, number } = params
  const note = await foundOrder(creditNotePage(context.get(appContext), token, number))
  return data({ ...note, token }, { headers: privatePage })
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Credit note ${loaderData.number}` : errorTitle(error))

/** A document to print or keep: what of a sale was reversed. */
export default function CreditNote({ loaderData: note }: Route.ComponentProps) {
  const documentAddress = useDocumentAddress()
  const { street, city, region, postalCode } = brand.address
  return (
    <article className="mx-auto w-full max-w-2xl px-5 py-14 md:px-8 md:py-20">
      {note.isTest && <TestMark />}
      <div className="border border-line border-t-2 border-t-gold bg-raised px-5 py-7 sm:px-10 sm:py-10">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <h1 className="font-sans text-base">
            <span className="eyebrow block">Credit note</span>
            <span className="mt-1.5 block font-medium text-lg">{note.number}</span>
          </h1>
          <address className="text-sm not-italic">
            <span className="block font-medium">{brand.name}</span>
            <span className="block">{street}</span>
            <span className="block">{`${city}, ${region} ${postalCode}`}</span>
            <span className="block">{brand.email}</span>
          </address>
        </header>
        <p className="mt-6 text-sm">
          <DateTime at={note.at} />. For order{' '}
          <Link to={`/order/${note.token}`} className="link">
            {note.orderNumber}
          </Link>{' '}
          of <DateTime at={note.orderedAt} />.
        </p>
        <dl className="mt-6 grid gap-2.5 border-line border-t pt-5">
          {note.lines.length > 0 ? (
            note.lines.map((line) => (
              <Row
                key={line.position}
                name={refundedPiece(line.quantity, titleOf(line))}
                amount={cents(line.amountCents)}
              />
            ))
          ) : (
            <Row name="Part of the price of the goods" amount={note.parts.goods} />
          )}
          <Row name="Discount" amount={cents(0 - note.parts.discount)} />
          <Row name="Shipping" amount={note.parts.shipping} />
          <Row name="Tax" amount={note.parts.tax} />
          <div className="mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-4">
            <dt className="font-medium">Credited</dt>
            <dd className="font-display text-3xl">{formatCents(note.total)}</dd>
          </div>
        </dl>
        {note.note && <p className="mt-6 wrap-anywhere">{note.note}</p>}
        {note.applied > 0 && (
          <dl className="mt-4">
            <Row name={appliedLabel} amount={note.applied} />
            <Row name="Refunded" amount={note.amount} />
          </dl>
        )}
        <p className="mt-6 text-muted text-sm">
          {note.amount > 0 ? howItGoesBack(note.isByHand) : appliedOnly}
        </p>
      </div>
      <p className="mt-8 text-center print:hidden">
        <a href={documentAddress(`${note.number}.pdf`)} className="button button-line">
          Save as PDF
        </a>
      </p>
      <p className="mt-5 text-center print:hidden">
        <Link to={`/order/${note.token}`} className="link">
          Back to the order
        </Link>
      </p>
    </article>
  )
}

function Row({ name, amount }: { name: string; amount: Cents }) {
  if (amount === 0) return null
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd className="whitespace-nowrap">{formatCents(amount)}</dd>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
