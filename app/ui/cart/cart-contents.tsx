import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type CartItem, itemKey, pieces } from '#app/domain/cart/cart.ts'
import { cartTotal } from '#app/domain/cart/cart-total.ts'
import { chosenAgain } from '#app/domain/cart/choose-again.ts'
import { cents, centsToDecimal, formatCents, parseDollars } from '#app/domain/money/cents.ts'
import { maxQuoteLines } from '#app/domain/quote/quote.ts'
import { useRootData } from '#app/ui/layout/root-data.ts'
import { brand } from '#brand'
import { useCart } from './cart-context.tsx'
import { CartLine } from './cart-line.tsx'
import { CartTotals, countryToCome } from './cart-totals.tsx'
import { lookAtTotal } from './checkout.ts'
import { useCheckoutCancelled } from './checkout-cancelled.tsx'
import { DiscountCodeField } from './discount-code-field.tsx'
import { GiftNoteField } from './gift-note-field.tsx'
import { PayChoice } from './pay-choice.tsx'
import { PriceLocked } from './price-locked.tsx'
import { ReminderField } from './reminder-field.tsx'
import { useCheckout } from './use-checkout.ts'
import { useDeliveryField } from './use-delivery-field.ts'
import { useDiscountCode } from './use-discount-code.ts'
import { useGiftNote } from './use-gift-note.ts'
import { useLockedQuote } from './use-locked-quote.ts'
import { usePayBy } from './use-pay-by.ts'

// Most shops offer nothing but standard shipping, and then it is not loaded.
const DeliveryField = lazy(() => import('./delivery-field.tsx'))

const notSaved =
  'Your cart isn’t saved in this browser because its storage is blocked or full. It will be empty once you close or reload this page.'

/** One opening of the drawer: what is in the cart, what it costs now, and the way to the payment page. */
export function CartContents() {
  const { cart, added, isSaved, close, leave, remove, reprice, setQuantity } = useCart()
  const { items, isOpen } = cart
  const discountCode = useDiscountCode()
  const root = useRootData()
  const { delivery, ...deliveryField } = useDeliveryField(root?.delivery)
  const quote = useLockedQuote({ isOpen, items, added }, reprice, discountCode, delivery)
  const shipping = deliveryField.needsCountry ? countryToCome : quote.shipping
  const saving = parseDollars(quote.code?.saving ?? '') ?? 0
  const rate = parseDollars(shipping?.rate ?? '') ?? 0
  const cardTotal = cents(Math.max(0, cartTotal(items) - saving) + rate)
  const [chosen, choosePayBy] = usePayBy()
  const { bank } = quote
  const payBy = bank ? chosen : 'card'
  const total = (payBy !== 'card' && bank && parseDollars(bank.total)) || cardTotal
  const giftNote = useGiftNote()
  const noteField = useRef<HTMLTextAreaElement>(null)
  const reminderEmail = useRef<HTMLInputElement>(null)
  const [reminderProblem, setReminderProblem] = useState(false)
  const shownTotal = centsToDecimal(cardTotal)
  const checkout = useCheckout(isOpen, quote, {
    ...{ shownTotal, payBy, giftNote: giftNote.note },
    code: discountCode[0],
    shipping: delivery,
    remindMe: () => reminderEmail.current?.value.trim() ?? '',
  })
  /** What happened and what to do; the documented sentence follows [CART-20]. */
  const said = checkout.failure && (checkout.failure.reason ?? whatToDo(brand.email))
  const cancelled = useCheckoutCancelled()
  const { testPayments = false, notSelling = null, reminderHours = null } = root ?? {}
  const heading = useRef<HTMLHeadingElement>(null)
  const checkoutButton = useRef<HTMLButtonElement>(null)

  const messages = [
    ...(isSaved || items.length === 0 ? [] : [notSaved]),
    ...(cancelled && items.length > 0
      ? ['You weren’t charged. Your cart is just as you left it.']
      : []),
    ...quote.notes,
    ...(quote.refused && quote.refused !== notSelling
      ? [`${quote.refused} Your cart is saved.`]
      : []),
    ...(items.length > maxQuoteLines
      ? [`One order can have at most ${maxQuoteLines} different pieces. Please remove some.`]
      : []),
    ...(quote.changes ? [quote.changes] : []),
    ...(checkout.confirmation
      ? [
          checkout.confirmation.ask ??
            (quote.changes || quote.notes.length > 0
              ? lookAtTotal
              : 'Your price lock expired. We renewed it at the same total. Please confirm.'),
        ]
      : []),
  ]

  // Shown again whenever what lies under the lines grows. On top, since the total covers the bottom.
  const addedLine = useRef<HTMLLIElement>(null)
  const underLines = JSON.stringify([
    messages,
    quote.held === null,
    quote.unavailable,
    quote.shipping,
    quote.code,
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what lies under the lines may have grown.
  useEffect(() => {
    // The drawer is not shown before the next frame.
    const frame = requestAnimationFrame(() => {
      // Not away from the delivery that is being chosen.
      if (!deliveryField.hasChosen.current) addedLine.current?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [added, underLines])

  const pressed = () => {
    const field = reminderEmail.current
    const isWrong = field?.validity.valid === false
    setReminderProblem(isWrong)
    if (deliveryField.asksForCountry()) return
    if (giftNote.problem) showsNote(noteField.current)
    else if (isWrong) field?.focus()
    else checkout.start()
  }

  const removeLine = (item: CartItem) => {
    remove(itemKey(item))
    // The pressed button goes with its line; without this the focus would be lost.
    heading.current?.focus()
  }

  return (
    <div className="flex min-h-full flex-col">
      <div className="sticky top-0 z-10 flex items-center justify-between border-line border-b bg-ground px-5 py-3 sm:px-7">
        <h2 id="cart-heading" ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Your cart
        </h2>
        <button
          type="button"
          onClick={close}
          aria-label="Close cart"
          className="-mr-2.5 grid size-11 place-items-center hover:text-gold-deep"
        >
          <X aria-hidden="true" size={20} strokeWidth={1.5} />
        </button>
      </div>

      <p role="status" className="sr-only">
        {items.length > 0 && `${countOf(items)}, total ${formatCents(total)}`}
      </p>
      <p role="status" className="sr-only">
        {[...messages, said, checkout.failure?.message].filter(Boolean).join(' ')}
      </p>

      {items.length === 0 ? (
        <EmptyCart messages={messages} onLeave={close} />
      ) : (
        <>
          <fieldset disabled={checkout.leaving} className="min-w-0 flex-1">
            <legend className="sr-only">Pieces</legend>
            <ul className="px-5 sm:px-7">
              {items.map((item) => (
                <CartLine
                  key={itemKey(item)}
                  item={item}
                  line={itemKey(item) === added ? addedLine : undefined}
                  quoted={quote.quotedLine(item)}
                  offered={quote.choose.get(itemKey(item))}
                  onChoose={(options) => {
                    checkout.dismiss()
                    leave((all) => chosenAgain(all, itemKey(item), options))
                  }}
                  onQuantity={(quantity) =>
                    quantity < 1 ? removeLine(item) : setQuantity(itemKey(item), quantity)
                  }
                  onRemove={() => removeLine(item)}
                  onLeave={close}
                />
              ))}
            </ul>
          </fieldset>
          {root?.delivery && (
            <Suspense>
              <DeliveryField
                offered={root.delivery}
                {...deliveryField}
                onChoose={(choice) => {
                  // What was wrong with the other one is over.
                  checkout.dismiss()
                  deliveryField.choose(choice)
                }}
                disabled={checkout.leaving}
              />
            </Suspense>
          )}
          <GiftNoteField giftNote={giftNote} field={noteField} disabled={checkout.leaving} />
          <DiscountCodeField code={discountCode} answer={quote.code} disabled={checkout.leaving} />
          {reminderHours !== null && (
            <ReminderField
              email={reminderEmail}
              problem={reminderProblem}
              hours={reminderHours}
              disabled={checkout.leaving}
            />
          )}
          {bank && (
            <PayChoice
              total={centsToDecimal(cardTotal)}
              bank={bank}
              payBy={payBy}
              onChoose={choosePayBy}
              disabled={checkout.leaving}
            />
          )}

          <div className="sticky bottom-0 border-line border-t bg-ground px-5 pt-5 pb-6 sm:px-7 [@media(max-height:34rem)]:static">
            <Messages messages={messages} />
            <CartTotals
              {...{ shipping, taxAtCheckout: quote.taxAtCheckout }}
              payBy={payBy}
              total={total}
            />
            <PriceLocked {...quote} />
            {checkout.failure && (
              <div className="mt-3 flex items-center justify-between gap-4 border border-alert px-4 py-2 text-alert text-sm">
                <span>
                  <span>{said}</span>
                  <span className="mt-1 block text-muted">{checkout.failure.message}</span>
                </span>
                <button
                  type="button"
                  onClick={() => {
                    checkout.dismiss()
                    checkoutButton.current?.focus()
                  }}
                  className="min-h-9 underline underline-offset-4"
                >
                  Dismiss
                </button>
              </div>
            )}
            <button
              type="button"
              ref={checkoutButton}
              disabled={checkout.leaving || notSelling !== null}
              aria-describedby={notSelling ? 'not-selling' : undefined}
              onClick={pressed}
              className="button button-gold mt-4 w-full"
            >
              {checkout.leaving ? 'Processing...' : 'Checkout'}
            </button>
            {notSelling && (
              <p id="not-selling" className="mt-3 text-notice text-sm wrap-anywhere">
                {notSelling}
              </p>
            )}
            <p className="mt-3 text-center text-muted text-sm">
              {testPayments
                ? 'Test payments: no card is charged.'
                : 'You’ll pay on our payment provider’s secure page. We never see your card number.'}
            </p>
          </div>
        </>
      )}
    </div>
  )
}

/** Where the shop says no reason. No card was requested yet. */
const whatToDo = (email: string) =>
  `We couldn’t open the payment page. Nothing was charged, and your cart is saved. Please try again in a minute. If it happens again, write to ${email}.`

/** Opened, should it be folded away. */
function showsNote(field: HTMLTextAreaElement | null) {
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

function Messages({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <ul className="mb-4 grid gap-1 border-gold border-l-2 pl-4 text-sm">
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}

function EmptyCart({ messages, onLeave }: { messages: readonly string[]; onLeave: () => void }) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-6 px-5 py-16 text-center sm:px-7">
      <Messages messages={messages} />
      <p className="font-display text-2xl">Your cart is empty.</p>
      <Link to="/products" onClick={onLeave} className="button button-line">
        See the collection
      </Link>
    </div>
  )
}

function countOf(items: readonly CartItem[]): string {
  const count = pieces(items)
  return count === 1 ? '1 piece' : `${count} pieces`
}
