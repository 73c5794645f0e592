import { quoteId } from '#app/domain/quote/quote.ts'
import type { StripeServer } from '#tests/support/stripe-server.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import type { Fate } from './plan.ts'
import type { Answer, ShopProcesses } from './processes.ts'

/** What a shopper was shown and agreed to. */
export type Agreed = {
  quoteId: string
  perGram: string
  total: string
  lines: { grams: number; fee: string; unitPrice: string; quantity: number }[]
  /** By this machine's clock: the quote was there, checkout was asked for, and answered. */
  quotedAt: number
  askedAt: number
  answeredAt: number
}

/** One order as its shopper saw it. */
export type Acknowledged = Agreed & { session: string }

type Line = { productId: string; size: string; quantity: number }

/** Every shopper has an address of their own, each below the limits. */
const from = (index: number) => ({
  'Content-Type': 'application/json',
  'X-Forwarded-For': `198.18.${(index >> 8) & 255}.${index & 255}`,
})

/** A quote as it was answered; the shopper may take some time over it. */
export type Quoted = { text: string; quotedAt: number }

export async function quotes(shops: ShopProcesses, index: number, line: Line): Promise<Quoted> {
  const body = JSON.stringify({ lines: [line] })
  const { status, text } = await shops.post('/api/quote', () => ({ body, headers: from(index) }))
  if (status !== 200) throw new Error(`no quote: ${status} ${text}`)
  return { text, quotedAt: Date.now() }
}

/**
 * To the payment page, as the cart does it: asked again by 409 the shopper confirms the fresh quote.
 * `posted` is called with every quote that went out, acknowledged or not. Null where an earlier order of
 * the same cart was paid already.
 */
export async function goesToPay(
  shops: ShopProcesses,
  { index, quoted, replaces }: { index: number; quoted: Quoted; replaces?: string | undefined },
  posted: (agreed: Agreed) => void,
): Promise<Acknowledged | null> {
  const headers = { ...from(index), ...(replaces ? { 'Replaces-Quote': replaces } : {}) }
  let { text, quotedAt } = quoted
  for (let tries = 0; tries < 20; tries += 1) {
    const { quote, total, lines, goldPrice } = JSON.parse(text)
    const askedAt = Date.now()
    const perGram = goldPrice.pricePerGram
    const agreed = { quoteId: quoteId(quote), perGram, total, lines, quotedAt, askedAt }
    posted({ ...agreed, answeredAt: Number.POSITIVE_INFINITY })
    const body = JSON.stringify({ amount: Number(total), quote })
    const answer = await shops.post('/api/create-checkout-session', () => ({ body, headers }))
    if (answer.status === 200) {
      const { url } = JSON.parse(answer.text)
      if (url.includes('/order/')) return null
      const session = url.slice(url.lastIndexOf('/') + 1)
      return { ...agreed, session, answeredAt: Date.now() }
    }
    if (answer.status !== 409) throw new Error(`checkout: ${answer.status} ${answer.text}`)
    text = JSON.stringify(JSON.parse(answer.text).fresh)
    quotedAt = Date.now()
  }
  throw new Error('asked again and again to confirm')
}

/** What the shopper does at the payment page, and what Stripe reports of it; null: it is closed. */
export function paysAtStripe(
  stripe: StripeServer,
  session: string,
  fate: Exclude<Fate, 'canceled by staff'>,
): StripeEvent[] | null {
  const object = stripe.store.sessions.get(session)
  if (!object) throw new Error(`Stripe has no ${session}`)
  if (object.status !== 'open') return null
  if (fate === 'left') {
    Object.assign(object, { status: 'expired', url: null })
    return [stripe.event('checkout.session.expired', object)]
  }
  if (fate === 'cent less') Object.assign(object, { amount_total: object.amount_total - 1 })
  const done = stripe.pay(session, { later: fate === 'later' || fate === 'failed' })
  const { amount_total, payment_intent, metadata } = done.data.object
  switch (fate) {
    case 'later':
    case 'failed': {
      const paid = fate === 'later'
      Object.assign(object, { payment_status: paid ? 'paid' : 'unpaid' })
      if (!paid) Object.assign(object, { intent_status: 'canceled' })
      const how = paid ? 'succeeded' : 'failed'
      return [done, stripe.event(`checkout.session.async_payment_${how}`, object)]
    }
    case 'refunded': {
      const charge = { id: `ch_${session.slice(-8)}`, currency: 'usd', payment_intent, metadata }
      return [done, stripe.event('charge.refunded', { ...charge, amount_refunded: amount_total })]
    }
    case 'webhook lost':
      return []
    default:
      return [done]
  }
}

/** A delivery of Stripe, signed again at each try; it sends from a dozen addresses. */
export async function deliver(
  shops: ShopProcesses,
  stripe: StripeServer,
  event: StripeEvent,
): Promise<Answer> {
  const sender = `198.19.0.${Number.parseInt(event.id.slice(-2), 16) % 12}`
  return shops.post('/api/stripe/webhook', () => {
    const { body, header } = stripe.signed(event, { at: shops.now() })
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': sender }
    return { body, headers: { ...headers, 'Stripe-Signature': header } }
  })
}
