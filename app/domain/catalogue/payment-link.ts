import { slugOf } from './slug.ts'

/** What Stripe takes as a reference: https://docs.stripe.com/payment-links/url-parameters */
const longestReference = 200

/**
 * A payment link of Stripe with a reference to what is sold by it, `7-small`: such a sale has no
 * order here, and this is how staff see in Stripe's dashboard which piece it was. Other https links
 * are left as they are, since other sellers know no such parameter; so is a reference that stands
 * in the link.
 */
export function withReference(link: string, productId: string, size: string): string {
  const url = new URL(link)
  if (url.hostname !== 'buy.stripe.com' || url.searchParams.has('client_reference_id')) return link
  const reference = [productId, slugOf(size)]
    .join('-')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, longestReference)
  url.searchParams.set('client_reference_id', reference)
  return url.href
}
