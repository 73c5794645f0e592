import Stripe from 'stripe'
import type { Config } from '#app/.server/config.ts'
import { NotAccepted, NotReached } from '#app/.server/platform/errors.ts'
import { stripeClient } from './stripe-call.ts'

const field = 'STRIPE_SECRET_KEY'

/**
 * Asks Stripe with the key for what the shop needs of it: that the account may take payments, of which
 * mode it is, and read access to all that the shop works with [KEYTRY-01]. Whether it may also write is not
 * known before the first checkout, since nothing is made there.
 */
export async function tryStripeKey(
  settings: Pick<NonNullable<Config['stripe']>, 'secretKey' | 'apiUrl' | 'live'>,
  timeout: number,
): Promise<void> {
  const stripe = stripeClient(settings)
  const options = { timeout, maxNetworkRetries: 0 }
  try {
    const [balance, account] = await Promise.all([
      orDenied(stripe.balance.retrieve({}, options)),
      orDenied(stripe.accounts.retrieveCurrent({}, options)),
      stripe.checkout.sessions.list({ limit: 1 }, options),
      stripe.refunds.list({ limit: 1 }, options),
      stripe.customers.list({ limit: 1 }, options),
      stripe.paymentIntents.list({ limit: 1 }, options),
      stripe.events.list({ limit: 1 }, options),
    ])
    if (balance && balance.livemode !== settings.live) {
      const mode = balance.livemode ? 'charges real cards' : 'charges no card'
      throw new NotAccepted(
        field,
        `Stripe says this key ${mode}, but its first letters say otherwise.`,
      )
    }
    if (settings.live && account?.charges_enabled === false) {
      throw new NotAccepted(
        field,
        'Stripe doesn’t accept payments for this account yet. Finish activating it in the Stripe dashboard, then enter the key.',
      )
    }
  } catch (error) {
    throw reasonOf(error)
  }
}

/** A restricted key need not read these two; then they are not compared. */
async function orDenied<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  })
}

function reasonOf(error: unknown): unknown {
  // Its message quotes the key.
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return new NotAccepted(
      field,
      'Stripe doesn’t recognize this key. Copy the whole key again from the Stripe dashboard, under Developers, API keys.',
    )
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return new NotAccepted(
      field,
      'Stripe says this key lacks permissions that the shop needs: checkout sessions, refunds, and customers (write); payment intents and events (read).',
    )
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return new NotAccepted(field, `Stripe says: ${error.message}`)
  }
  if (error instanceof Stripe.errors.StripeError) {
    return new NotReached(field, 'Stripe couldn’t be reached, so this key wasn’t tested.')
  }
  return error
}
