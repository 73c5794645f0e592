import { Form } from 'react-router'
import { maxSellingMessage } from '#app/contracts/gold-price/withdrawal-form.ts'
import { stopMessage, stoppedMessage } from '#app/domain/selling/selling.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  /** null: the shop sells. */
  stop: { at: string; by: string; message: string; isOpening: boolean } | null
}

/** The switch that stops all sales, and lets them begin again [STOP-01, STOP-06]. */
export function Selling({ stop }: Props) {
  if (stop?.isOpening) {
    return (
      <section aria-labelledby="selling" className="admin-panel">
        <h2 id="selling">The shop isn’t open yet</h2>
        <p className="mt-2">Shoppers read: “{stopMessage(stop)}” An owner can open it in Setup.</p>
      </section>
    )
  }
  return (
    <section aria-labelledby="selling" className={`admin-panel ${stop ? 'border-alert' : ''}`}>
      <h2 id="selling">{stop ? 'Selling is stopped' : 'Stop selling'}</h2>
      {stop ? (
        <>
          <p className="mt-2 text-sm">
            Stopped by {stop.by}, <ShopTime at={stop.at} />. Paid orders aren’t affected. Staff
            can’t create orders either.
          </p>
          <p className="mt-2 max-w-2xl wrap-anywhere">
            Shoppers read: “{stoppedMessage(stop.message)}”
          </p>
          <Form method="post" preventScrollReset className="mt-4">
            <SubmitButton gold action="resume">
              Start Selling Again
            </SubmitButton>
          </Form>
        </>
      ) : (
        <>
          <p className="mt-2 max-w-2xl text-muted text-sm">
            Shoppers can still see products and prices, but can’t buy anything. Unfinished checkouts
            are closed. Staff can’t create orders or send payment links either. Paid orders aren’t
            affected. Payment links are hidden from product pages. If a shopper saved one, it still
            works until you deactivate it in Stripe.
          </p>
          <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
            <TextField
              name="message"
              label="Message for shoppers"
              optional="optional"
              hint={`Shown after “${stoppedMessage('')}”`}
              maxLength={maxSellingMessage}
            />
            <div>
              <SubmitButton action="stop">Stop Selling</SubmitButton>
            </div>
          </Form>
        </>
      )}
    </section>
  )
}
