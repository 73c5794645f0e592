import { useEffect, useRef } from 'react'
import { data, Link, useFetcher } from 'react-router'
import { countReturn } from '#app/.server/cart-reminders/commands/use-link.ts'
import { remindedCart } from '#app/.server/cart-reminders/queries/reminded-cart.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { itemKey, itemSize } from '#app/domain/cart/cart.ts'
import { withReminded } from '#app/domain/cart-reminders/reminder.ts'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { unknownLink } from '#app/domain/emails/confirmation.ts'
import { withDollarSign } from '#app/domain/money/cents.ts'
import { save } from '#app/ui/browser-storage.ts'
import { useCart } from '#app/ui/cart/cart-context.tsx'
import { cartReminderKey } from '#app/ui/cart/saved-cart.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/cart-reminder.ts'
import { endAction } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepForm } from './keep-form.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

/** Counts nothing: programs that look through email open links [REMIND-04, REMIND-07]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const cart = await remindedCart(context.get(appContext), params.token)
  return data({ cart }, { status: cart ? 200 : 404, headers: privatePage })
}

/** The page posts here once it has put the pieces into the cart. */
export const action = endAction(countReturn)

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Your cart')

export default function CartReminder({ loaderData: { cart } }: Route.ComponentProps) {
  const { leave, toggle } = useCart()
  const { submit } = useFetcher()
  const isDone = useRef(false)
  useEffect(() => {
    if (!cart || isDone.current) return
    isDone.current = true
    leave((items) => withReminded(items, cart.items))
    save(cartReminderKey, cart.id)
    if (cart.items.length > 0) toggle()
    submit(null, { method: 'post' })
  }, [cart, leave, toggle, submit])

  if (!cart) {
    return (
      <LinkPage title="Your cart">
        <LinkText>{unknownLink}</LinkText>
      </LinkPage>
    )
  }
  return (
    <LinkPage title="Your cart">
      {cart.notes.map((note) => (
        <LinkText key={note}>{note}</LinkText>
      ))}
      {cart.items.length > 0 && (
        <>
          <p className="mt-6">
            These pieces are back in your cart, at today’s price. Open the cart at the top of the
            page to check out.
          </p>
          <ul className="mt-3 grid gap-1">
            {cart.items.map((item) => (
              <li key={itemKey(item)} className="wrap-anywhere">
                <Link to={`/product/${encodeURIComponent(item.id)}`} className="link">
                  {item.quantity > 1 && `${item.quantity} × `}
                  {item.name} (
                  {[itemSize(item), ...(item.options ?? []).map(optionText)].join(', ')})
                </Link>
                , {withDollarSign(item.price)}
                {item.quantity > 1 && ' each'}
              </li>
            ))}
          </ul>
          <noscript>
            <p className="mt-6">
              Your cart needs JavaScript. Please turn it on in your browser and reload this page.
            </p>
          </noscript>
        </>
      )}
    </LinkPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
