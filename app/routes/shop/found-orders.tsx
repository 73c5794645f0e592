import { data, Form, Link, redirect } from 'react-router'
import { closeFoundOrders } from '#app/.server/customers/commands/open-found-orders.ts'
import { type FoundOrder, foundOrders } from '#app/.server/customers/queries/found-orders.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import {
  findOrderSession,
  storeFindOrderSession,
} from '#app/.server/platform/http/find-order-session.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { TrackingLink } from '#app/ui/tracking.tsx'
import type { Route } from './+types/found-orders.ts'
import { keepForm } from './keep-form.ts'
import { orderLabel } from './order-messages.ts'
import { DateTime } from './order-summary.tsx'
import { privatePage } from './private-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const list = await foundOrders(app, await findOrderSession(app, request.headers))
  if (list === null) throw redirect('/find-order?ended', { headers: privatePage })
  return data(list, { headers: privatePage })
}

/** A person who shares the computer must not find it open. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  await closeFoundOrders(app, await findOrderSession(app, request.headers))
  const cookie = await storeFindOrderSession(app, null)
  throw redirect('/find-order', {
    status: 303,
    headers: { ...privatePage, 'Set-Cookie': cookie },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Your orders')

export default function FoundOrders({ loaderData: list }: Route.ComponentProps) {
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      <h1>Your orders</h1>
      <p className="mt-6 text-muted wrap-anywhere">
        {list.orders.length === 0
          ? `There are no longer any orders for ${list.email}.`
          : `Orders placed with ${list.email}, newest first.`}{' '}
        This list stays open until <DateTime at={list.endsAt} />.
      </p>
      <ul className="mt-10 border-line border-t">
        {list.orders.map((order) => (
          <Found key={order.number} order={order} />
        ))}
      </ul>
      <Form method="post" className="mt-10">
        <button type="submit" className="button button-line">
          Close this list
        </button>
      </Form>
    </article>
  )
}

function Found({ order }: { order: FoundOrder }) {
  const { number, page, receipt, placedAt, total, pieces, parcels, isTest } = order
  return (
    <li className="grid gap-x-8 gap-y-4 border-line border-b py-7 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="font-medium font-sans text-lg tracking-[0.1em] wrap-anywhere">{number}</h2>
        {isTest && <p className="mt-1 text-notice text-sm">Test payment: no card was charged</p>}
        <p className="mt-2 font-medium">{orderLabel(order)}</p>
        {order.shipBy && order.pickup !== 'ready' && (
          <p className="text-muted text-sm">
            {order.pickup ? 'Ready for pickup by' : 'Ships by'} {formatDay(order.shipBy)}
          </p>
        )}
        {order.pickup === null &&
          parcels.map((parcel) => (
            <p key={`${parcel.sentAt.getTime()} ${parcel.tracking}`} className="wrap-anywhere">
              Tracking: <TrackingLink text={parcel.tracking} href={parcel.href} />
              {parcel.deliveredAt && ', delivered'}
            </p>
          ))}
        <ul className="mt-2 text-muted text-sm">
          {pieces.map((piece) => (
            <li key={piece} className="wrap-anywhere">
              {piece}
            </li>
          ))}
        </ul>
        <p className="mt-3 flex flex-wrap gap-x-6">
          <Link to={page} className="link inline-block py-1">
            View order
          </Link>
          {receipt && (
            <a href={receipt.href} className="link inline-block py-1">
              Receipt {receipt.name} (PDF)
            </a>
          )}
        </p>
      </div>
      <div className="sm:text-right">
        <p className="font-display text-3xl leading-none">{formatCents(total)}</p>
        <p className="mt-2 text-muted text-sm">
          <DateTime at={placedAt} />
        </p>
      </div>
    </li>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
