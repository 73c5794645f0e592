import { data, Form, redirect, useActionData } from 'react-router'
import { respondToDelay } from '#app/.server/fulfillment/commands/respond-to-delay.ts'
import { type DelayPage, delayPage } from '#app/.server/fulfillment/queries/delay-page.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { silenceMessage } from '#app/domain/fulfillment/delay.ts'
import { howItGoesBack } from '#app/domain/payments/offline-payment.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { brand } from '#brand'
import type { Route } from './+types/delay.ts'
import { keepForm } from './keep-form.ts'
import { DateTime, TestMark } from './order-summary.tsx'
import { privatePage } from './private-page.ts'
import { foundOrder } from './unknown-order.ts'

export const middleware = [rateLimit('emailLink')]

/** Decides nothing: programs that look through email open links [DELAY-04]. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const answer = new URL(request.url).searchParams.get('answer')
  const page = await foundOrder(delayPage(context.get(appContext), params.token))
  return data({ ...page, asksToCancel: answer === 'cancel' }, { headers: privatePage })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { answer } = await formTexts(request)
  if (answer !== 'keep' && answer !== 'cancel') {
    const refused = 'Please choose whether you want to wait or to cancel.'
    return data({ refused }, { status: 400, headers: privatePage })
  }
  try {
    await respondToDelay(context.get(appContext), params.token, answer)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return data({ refused: error.message }, { status: error.status, headers: privatePage })
  }
  throw redirect(`/order/delay/${encodeURIComponent(params.token)}`, {
    status: 303,
    headers: privatePage,
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Order ${loaderData.number} is delayed` : errorTitle(error))

export default function Delay({ loaderData: page }: Route.ComponentProps) {
  const refused = useActionData<typeof action>()?.refused
  const isOpen = page.status === 'open' || page.status === 'too late'
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      {page.isTest && <TestMark />}
      <h1>{headings[page.status](page)}</h1>
      {refused && (
        <p role="alert" className="mt-6 border border-alert p-4 text-alert">
          {refused}
        </p>
      )}
      <p className="mt-6 text-muted">Order {page.number}</p>
      {isOpen ? <Question page={page} /> : <Decided page={page} />}
    </article>
  )
}

const headings: Record<
  DelayPage['status'],
  (page: DelayPage & { asksToCancel: boolean }) => string
> = {
  open: ({ asksToCancel }) =>
    asksToCancel ? 'Do you want to cancel your order?' : 'Do you want to keep your order?',
  'too late': () => 'The time to reply has ended',
  kept: () => 'You keep your order',
  canceled: () => 'Your order is canceled',
  lapsed: () => 'Your order is canceled',
  replaced: () => 'There is a later email',
  sent: () => 'Your order has shipped',
  closed: () => 'This order is closed',
}

function Question({ page }: { page: DelayPage & { asksToCancel: boolean } }) {
  const { oldShipBy, newShipBy, reason, answerBy, status, asksToCancel, isRest } = page
  const isOver = status === 'too late'
  const keep = ['keep', 'Keep my order'] as const
  const cancel = ['cancel', 'Cancel and refund me'] as const
  const both = asksToCancel ? [cancel, keep] : [keep, cancel]
  const choices = isOver ? [cancel] : both
  const what = isRest ? 'what hasn’t shipped yet' : 'it'
  return (
    <>
      <p className="mt-3">
        We’re sorry: {what} was supposed to ship by {formatDay(oldShipBy)}. The new ship date is{' '}
        <strong className="font-medium">{formatDay(newShipBy)}</strong>.
      </p>
      <p className="mt-3 wrap-anywhere">{reason}</p>
      <p className="mt-3">
        If you cancel, we’ll refund everything you paid for any items that haven’t shipped, to your
        original payment method.
      </p>
      <p className="mt-3 text-muted">
        {isOver && answerBy
          ? `Your reply was due by ${formatDay(answerBy)}. The order is being canceled.`
          : silenceMessage(answerBy)}
      </p>
      <Form method="post" className="mt-8 flex flex-wrap gap-4">
        {choices.map(([value, label], index) => (
          <button
            key={value}
            type="submit"
            name="answer"
            value={value}
            className={`button ${index === 0 ? 'button-gold' : 'button-line'}`}
          >
            {label}
          </button>
        ))}
      </Form>
    </>
  )
}

function Decided({ page }: { page: DelayPage }) {
  const { status, decidedAt } = page
  return (
    <div role="status" className="mt-3 grid gap-3">
      <p>{outcomes[status](page)}</p>
      {decidedAt && status !== 'replaced' && (
        <p className="text-muted text-sm">
          Decided <DateTime at={decidedAt} />
        </p>
      )}
      <p className="text-muted">
        Questions? Email{' '}
        <a className="link" href={`mailto:${brand.email}`}>
          {brand.email}
        </a>{' '}
        and mention order {page.number}.
      </p>
    </div>
  )
}

const moneyComes = ({ isPaidByHand }: DelayPage) =>
  `${howItGoesBack(isPaidByHand)} We’ll email you when it’s on its way.`

const outcomes: Record<DelayPage['status'], (page: DelayPage) => string> = {
  open: () => '',
  'too late': () => '',
  kept: ({ newShipBy }) => `It ships by ${formatDay(newShipBy)}. We’ll email you when it ships.`,
  canceled: (page) =>
    `${page.isRest ? 'What hasn’t shipped yet is canceled. ' : ''}${moneyComes(page)}`,
  lapsed: (page) =>
    `We didn’t hear from you in time, so it was canceled, as the law requires. ${moneyComes(page)}`,
  replaced: () =>
    'We’ve emailed you again about this order. Please use the links in the later email.',
  sent: () => 'It has already shipped, so there’s nothing left to decide.',
  closed: () => 'It has been refunded, so there’s nothing left to decide.',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
