import { data, Link } from 'react-router'
import { hasSessionCookie } from '#app/.server/auth/session-context.ts'
import { requestOrderLink } from '#app/.server/customers/commands/request-order-link.ts'
import { type OrderPage, orderPage } from '#app/.server/orders/queries/order-page.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { dayAt, formatDay } from '#app/domain/time/day.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { brand } from '#brand'
import type { Route } from './+types/order.ts'
import { keepForm } from './keep-form.ts'
import { AfterPayment, type ShownOrder } from './order-after-payment.tsx'
import { DebitAwaited, WireAwaited } from './order-awaiting-payment.tsx'
import {
  claimMessages,
  closedMessage,
  deliveredMessage,
  orderMessage,
  pickedUpMessage,
  readyForPickup,
  shippedSentence,
} from './order-messages.ts'
import { PartPaid } from './order-paid.tsx'
import { Pickup } from './order-pickup.tsx'
import { progressMessage } from './order-progress.ts'
import { AboutMoney, PersonLooks } from './order-questions.tsx'
import { Refunds } from './order-refunds.tsx'
import { Part } from './order-section.tsx'
import { DateTime, OrderSummaryTable, TestMark } from './order-summary.tsx'
import { privatePage } from './private-page.ts'
import { RefusedDebit, refusedDebitMessage } from './refused-debit.tsx'
import { foundOrder } from './unknown-order.ts'
import { useAskAgain } from './use-ask-again.ts'
import { useBoughtCart } from './use-bought-cart.ts'

export const middleware = [rateLimit('emailLink')]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const confirmed = new URL(request.url).searchParams.get('confirmed')
  const app = context.get(appContext)
  const page = await foundOrder(orderPage(app, params.token, confirmed))
  const { kinds } = await tradeInTermsSetting.current(app)
  const search = confirmed ? `?${new URLSearchParams({ confirmed })}` : ''
  const tradeInPage = kinds.length > 0 ? `/order/${params.token}/trade-in${search}` : null
  // Staff open the page from the admin area; the code is for the buyer alone [PICKUP-02].
  const pickupCode =
    page.pickupCode !== null && hasSessionCookie(request.headers) ? '' : page.pickupCode
  return data({ ...page, pickupCode, tradeInPage }, { headers: privatePage })
}

/** The answer is the same whether an email goes out or not. */
export async function action({ context, params }: Route.ActionArgs) {
  await requestOrderLink(context.get(appContext), params.token)
  return data({ asked: true }, { headers: privatePage })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Order ${loaderData.summary.number}` : errorTitle(error))

export default function Order({ loaderData: page }: Route.ComponentProps) {
  const { summary, state, held } = page
  // One that staff wrote down waits for its link, for weeks perhaps.
  const waiting = state === 'pending' && !held && !page.sale
  useAskAgain(waiting)
  useBoughtCart(page)
  const { mark, heading, sentence } = messageOf(page)

  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      {page.isTest && <TestMark isPaid={state !== 'pending'} />}
      <div role="status" className="mb-12 text-center">
        <h1>{heading}</h1>
        <p className="mx-auto mt-5 max-w-lg text-balance text-muted">{sentence}</p>
        {waiting && (
          <noscript>
            <p className="mt-4">
              <a href="?" className="link">
                Check again
              </a>
            </p>
          </noscript>
        )}
      </div>
      {page.pickupCode !== null && <Pickup code={page.pickupCode} place={page.pickupPlace} />}
      <OrderSummaryTable
        summary={summary}
        mark={mark}
        isPaid={wasPaid(state) && page.claim !== 'taken back'}
        pictures={page.pictures}
        goldRecord={page.goldRecord}
      >
        <p>
          Ordered <DateTime at={page.placedAt} />
        </p>
        {page.sale?.isEstimate && <p>The total is an estimate at this price of gold.</p>}
      </OrderSummaryTable>
      {page.giftNote && (
        <div className="mt-12">
          <Part heading="Gift note">
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {page.giftNote}
            </p>
          </Part>
        </div>
      )}
      <WhatNext page={page} />
      {page.testProviderPath && (
        <p className="mt-12 text-center text-muted text-sm">
          Test payment:{' '}
          <a href={page.testProviderPath} className="link inline-block py-1">
            simulate a refund or dispute
          </a>
        </p>
      )}
    </article>
  )
}

function messageOf(page: OrderPage) {
  if (page.claim) return claimMessages[page.claim]
  if (page.isClosedByBank) return closedMessage(page.toldOfMoney)
  if (page.pickupCode !== null) return readyForPickup
  const progress = progressMessage(page)
  if (progress) return progress
  const { state, held, delivered, refusedDebit, processing, payBy, sale, toldOfMoney } = page
  if (delivered) {
    const day = delivered.at && formatDay(dayAt(delivered.at, brand.timeZone))
    return page.isPickup ? pickedUpMessage(day) : deliveredMessage(day)
  }
  if (refusedDebit) return refusedDebitMessage(refusedDebit)
  const bank = processing && payBy !== 'card' ? payBy : null
  const message = orderMessage(state, held, bank, sale?.received ?? null, toldOfMoney)
  return state === 'fulfilled'
    ? { ...message, sentence: shippedSentence(page.partShipped) }
    : message
}

function WhatNext({ page }: { page: ShownOrder }) {
  const { state, held } = page
  if (wasPaid(state)) return <AfterPayment page={page} />
  if (held && (state === 'pending' || page.toldOfMoney === '')) {
    return (
      <div className="mt-12">
        <PersonLooks page={page} />
      </div>
    )
  }
  if (state !== 'pending') {
    return (
      <>
        {page.toldOfMoney !== '' && <AboutMoney number={page.summary.number} />}
        {page.refunds.length > 0 && (
          <div className="mt-12">
            <Refunds refunds={page.refunds} />
          </div>
        )}
        {page.refusedDebit && <RefusedDebit page={page} refused={page.refusedDebit} />}
        <p className="mt-10 text-center">
          <Link to="/products" className="button button-line">
            Return to the collection
          </Link>
        </p>
      </>
    )
  }
  if (page.sale) {
    return (
      <>
        {page.refusedDebit && <RefusedDebit page={page} refused={page.refusedDebit} />}
        {page.sale.received > 0 && <PartPaid sale={page.sale} />}
      </>
    )
  }
  if (page.wire?.isTaxKnown && page.processing)
    return <WireAwaited wire={page.wire} arrival={page.arrival} url={page.paymentUrl} />
  if (page.debitBy) return <DebitAwaited page={page} by={page.debitBy} />
  return page.paymentUrl ? (
    <p className="mt-10 text-center">
      Haven’t paid yet?{' '}
      <a className="link" href={page.paymentUrl}>
        Open the payment page
      </a>
    </p>
  ) : null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
