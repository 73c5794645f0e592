import { randomUUID } from 'node:crypto'
import { data, Form, Link, redirect, useActionData, useParams } from 'react-router'
import { requestOrderLink } from '#app/.server/customers/commands/request-order-link.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { returnPage } from '#app/.server/returns/queries/return-page.ts'
import { requestTradeInOfOrder } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { orderTradeIns } from '#app/.server/trade-ins/queries/trade-in-offers.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { requestTradeInOfOrderForm } from '#app/contracts/trade-ins/trade-in.ts'
import { FormFields, OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/order-trade-in.ts'
import { keepForm } from './keep-form.ts'
import { TestMark } from './order-summary.tsx'
import { parsed, refusal } from './post-form.ts'
import { privatePage } from './private-page.ts'
import { Confirm } from './return/confirm.tsx'
import { NoteField, SendRequest } from './trade-in/certificate-offers.tsx'
import { Offers } from './trade-in/offers.tsx'
import { foundOrder } from './unknown-order.ts'

export const middleware = [rateLimit('emailLink')]

const confirmedOf = (request: Request) => new URL(request.url).searchParams.get('confirmed')

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const confirmed = confirmedOf(request)
  const app = context.get(appContext)
  const { token } = params
  const { number, isTest, canEmail } = await foundOrder(returnPage(app, token, confirmed))
  const shown = { number, isTest, canEmail, hasEnded: confirmed !== null, formKey: randomUUID() }
  const pieces = await orderTradeIns(app, { token, confirmed })
  return data({ ...shown, pieces }, { headers: privatePage })
}

export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const confirmed = confirmedOf(request)
  const input = await formTexts(request)
  if (input.action === 'link') {
    // The answer is the same whether an email goes out or not.
    await requestOrderLink(app, token, 'to trade in')
    return data({ asked: true as const }, { headers: privatePage })
  }
  try {
    const form = parsed(requestTradeInOfOrderForm, input)
    const requested = await requestTradeInOfOrder(app, { token, confirmed, ...form })
    throw redirect(`/trade-ins/${requested.token}`, { status: 303, headers: privatePage })
  } catch (error) {
    return refusal(error, input)
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Trade in a piece, order ${loaderData.number}` : errorTitle(error))

/** The same offers as on a certificate’s page, for the pieces of an order [TRADE-52]. */
export default function OrderTradeIn({ loaderData: page }: Route.ComponentProps) {
  const answer = useActionData<typeof action>()
  const { token = '' } = useParams()
  const refused = answer && 'refused' in answer ? answer : null
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      {page.isTest && <TestMark />}
      <h1>Trade in a piece</h1>
      <p className="mt-6 text-muted">Order {page.number}</p>
      {refused && (
        <p role="alert" className="mt-6 border border-alert p-4 text-alert wrap-anywhere">
          {refused.refused}
        </p>
      )}
      {page.pieces ? (
        <FormFields refused={refused}>
          {page.pieces.length === 0 && (
            <p className="mt-6">No pieces in this order can be traded in right now.</p>
          )}
          {page.pieces.map((piece, at) => (
            <Piece key={piece.certificateId} piece={piece} formKey={`${page.formKey}-${at}`} />
          ))}
        </FormFields>
      ) : (
        <Confirm
          canEmail={page.canEmail}
          hasEnded={page.hasEnded}
          wasAsked={answer !== undefined && 'asked' in answer}
          to="trade in"
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

type Piece = NonNullable<Route.ComponentProps['loaderData']['pieces']>[number]

function Piece({ piece, formKey }: { piece: Piece; formKey: string }) {
  const { certificateId, name, size, serial, refusal, offers } = piece
  const sent = useSent()
  const isSent = sent.certificate === certificateId
  return (
    <section className="mt-10" aria-labelledby={`piece-${certificateId}`}>
      <h2 id={`piece-${certificateId}`} className="text-3xl wrap-anywhere">
        {name}
      </h2>
      <p className="mt-1 mb-6 text-muted wrap-anywhere">
        {size} · {serial}
      </p>
      {refusal ? (
        <>
          <p className="mb-5 border border-notice px-4 py-3">{refusal}</p>
          <Offers offers={offers} of={certificateId} isClosed />
        </>
      ) : (
        <OwnFields isSent={isSent}>
          <Form method="post" noValidate>
            <input type="hidden" name="certificate" value={certificateId} />
            <input type="hidden" name="key" value={isSent ? sent.key : formKey} />
            <Offers offers={offers} of={certificateId} />
            <div className="border-line border-t pt-6">
              <NoteField />
            </div>
            <SendRequest />
          </Form>
        </OwnFields>
      )}
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
