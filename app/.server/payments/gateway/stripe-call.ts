import Stripe from 'stripe'
import type { Config } from '#app/.server/config.ts'
import { PaymentUnavailable } from './payment-gateway.ts'

export function stripeClient({
  secretKey,
  apiUrl,
}: Pick<NonNullable<Config['stripe']>, 'secretKey' | 'apiUrl'>): Stripe {
  return new Stripe(secretKey, {
    // The version its types were written for, whatever the account's default is.
    apiVersion: Stripe.API_VERSION as Stripe.StripeConfig['apiVersion'] & string,
    telemetry: false,
    ...(apiUrl ? hostOf(apiUrl) : {}),
  })
}

function hostOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) }
}

/** A body of which a byte comes now and then resets the SDK's own timer for ever; this one not. */
export async function within<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PaymentUnavailable(message, { cause: { waitedMs: timeoutMs } })),
      timeoutMs + 250,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } catch (error) {
    if (error instanceof PaymentUnavailable || isTooLate(error)) throw error
    if (error instanceof Stripe.errors.StripeError) {
      throw new PaymentUnavailable(message, { cause: facts(error) })
    }
    throw error
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/**
 * Stripe opens no page that would close so soon, or knows this order's key with other parameters (a shop
 * that moved between two attempts). In both cases no page of it was ever shown to anybody.
 */
export function isTooLate(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expires_at'
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
  )
}

/** For the log: never a header, and not the message of a refused key, which quotes it [SEC-06]. */
export function facts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Stripe.errors.StripeError)) return { error: String(error) }
  const { type, code, param, statusCode, requestId } = error
  const message = statusCode === 401 ? undefined : error.message
  return { type, code, param, status: statusCode, request: requestId, message }
}
