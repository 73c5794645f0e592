import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { isAllowedPaymentLink, withAllowedLinks } from './payment-link.ts'

const hosts = ['buy.stripe.com', 'checkout.stripe.com']

it.each([
  ['https://buy.stripe.com/x', true],
  ['https://buy.stripe.com:443/x?y=1#z', true],
  ['https://BUY.STRIPE.COM/x', true],
  ['https://checkout.stripe.com/c/pay/x', true],
  ['http://buy.stripe.com/x', false],
  ['https://buy.stripe.com:8443/x', false],
  ['https://buy.stripe.com.evil.example/x', false],
  ['https://evil.example/buy.stripe.com', false],
  ['https://buy.stripe.com@evil.example/', false],
  ['https://someone@buy.stripe.com/', false],
  ['https://xbuy.stripe.com/', false],
  ['https://stripe.com/', false],
  ['https://buy.stripe.com\\@evil.example/', true],
  ['//buy.stripe.com/x', false],
  ['', false],
])('%s as a payment link: %s [LINK-01]', (link, allowed) => {
  expect(isAllowedPaymentLink(link, hosts)).toBe(allowed)
  // What counts is where a browser would go.
  if (allowed) expect(hosts).toContain(new URL(link).hostname)
})

it('a size never keeps a link that leads elsewhere, and loses nothing else [LINK-02]', () => {
  const anyLink = fc.oneof(fc.webUrl(), fc.constant('https://buy.stripe.com/x'), fc.string())
  fc.assert(
    fc.property(fc.option(anyLink), (checkoutLink) => {
      const size = { size: 'S', weight: 1 as Milligrams, fee: 1 as Cents, checkoutLink }
      const [kept] = withAllowedLinks([size], hosts)
      expect({ ...kept, checkoutLink }).toEqual(size)
      if (kept?.checkoutLink) expect(hosts).toContain(new URL(kept.checkoutLink).host)
    }),
  )
})
