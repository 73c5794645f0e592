import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { newOrderPage } from '#app/.server/draft-orders/queries/new-order-page.ts'
import { orderAgain } from '#app/.server/draft-orders/queries/order-again.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { staffStopped } from '#app/domain/selling/selling.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import type { Route } from './+types/new.ts'
import { newOrderActions } from './new/actions.ts'
import { Buyer, CustomWork, Paste, Pieces, PriceAndTax, PriceButton } from './new/fields.tsx'
import { WeighedBefore } from './new/handed-over.tsx'
import { Received } from './new/received.tsx'
import { type ShownOrder, ShownPrice } from './new/shown-price.tsx'

type Typed = Record<string, string>

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const like = new URL(request.url).searchParams.get('like')
  const again = like === null ? null : await orderAgain(app, like)
  return { ...(await newOrderPage(app)), again, key: randomUUID() }
}

export const action = actionOf(newOrderActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('The order wasn’t created.')

/** The form keeps its key, by which pressing twice makes one order. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = () => adminTitle('New order')

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : null
  const shown = useLastShown(actionData)
  const filled = useLastFilled(actionData)
  const typed = typedIn(actionData) ?? filled?.filled ?? loaderData.again ?? undefined
  const lastTyped = useLastTyped(typed)
  const errors = (refused && 'errors' in refused ? refused.errors : null) as Typed | null
  return (
    <article className="max-w-3xl">
      <BackLink to="/admin/dashboard/orders">All orders</BackLink>
      <h1 className="mt-2">New order</h1>
      <p className="mt-2 text-muted">
        For custom work and for sales in the shop, by phone, or at a show. Pricing works the same as
        online, except that you choose the gold price.
      </p>
      {loaderData.stop && <Stopped stop={loaderData.stop} />}
      {loaderData.records.length === 0 && (
        <p className="mt-4 border border-notice px-4 py-3 text-notice">
          There’s no accepted gold price yet. Set one in Gold Price first.
        </p>
      )}
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6">
        {/* What Enter in a field does. */}
        <button type="submit" name="action" value="price" hidden tabIndex={-1} />
        <FormFields refused={{ errors: errors ?? {}, typed }}>
          <div key={filled?.at ?? 'form'} className="grid gap-10">
            <input type="hidden" name="key" value={typed?.key ?? loaderData.key} />
            <Paste />
            <Buyer />
            <Pieces page={loaderData} />
            <PriceAndTax page={loaderData} />
            <CustomWork />
            <Received testNotice={loaderData.testNotice} />
          </div>
        </FormFields>
        {shown ? (
          <FormFields refused={{ errors: errors ?? {}, typed }}>
            <ShownPrice
              shown={shown}
              testNotice={loaderData.testNotice}
              isTaxUndecided={loaderData.isTaxUndecided}
            />
          </FormFields>
        ) : (
          <WeighedBefore typed={lastTyped ?? {}} />
        )}
        <PriceButton isShown={shown !== null} />
      </Form>
    </article>
  )
}

/** Before anything is entered, not at the last press [SALE-39]. */
function Stopped({ stop }: { stop: 'stopped' | 'opening' }) {
  const [to, label] =
    stop === 'opening'
      ? ['/admin/dashboard/setup', 'Open Setup']
      : ['/admin/dashboard/gold-price', 'Open Gold Price']
  return (
    <p className="mt-4 border border-notice px-4 py-3 text-notice">
      {staffStopped[stop]}create an order.{' '}
      <Link to={to} className="link">
        {label}
      </Link>
    </p>
  )
}

type Filled = { filled: Typed; at: string }

/** The fields as they were filled last: what is answered afterwards must not empty them. */
function useLastFilled(answer: object | undefined): Filled | null {
  const [last, setLast] = useState<Filled | null>(null)
  if (!answer || !('filled' in answer)) return last
  const filled = answer as Filled
  if (filled.at !== last?.at) setLast(filled)
  return filled
}

function typedIn(answer: unknown): Typed | undefined {
  const { typed, filled, refused } = (answer ?? {}) as {
    typed?: Typed
    filled?: Typed
    refused?: { typed?: Typed }
  }
  return typed ?? filled ?? refused?.typed
}

/** What was typed last, also after an answer that does not say it, such as a lost connection. */
function useLastTyped(typed: Typed | undefined): Typed | undefined {
  const [last, setLast] = useState(typed)
  if (typed && typed !== last) setLast(typed)
  return typed ?? last
}

/**
 * The price to confirm. It stays where making the order was refused, with the weights typed below
 * it, and where the form did not reach the command [FRESH-08, SALE-30].
 */
function useLastShown(answer: object | undefined): ShownOrder | null {
  const [last, setLast] = useState<ShownOrder | null>(null)
  const { refused } = (answer ?? {}) as { refused?: { code: string; typed?: Typed } }
  const shown = shownIn(answer)
  const isOfPrice = refused?.typed?.action === 'price'
  if (refused && !shown && !isOfPrice) return last
  if (shown !== last) setLast(shown)
  return shown
}

function shownIn(answer: unknown): ShownOrder | null {
  const { shown, refused } = (answer ?? {}) as {
    shown?: ShownOrder
    refused?: { shown?: ShownOrder }
  }
  return shown ?? refused?.shown ?? null
}
