import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trackingLink, trackingParts } from './tracking.ts'

describe('a tracking text', () => {
  it.each([
    ['1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['UPS 1Z 999 AA1 01 2345 6784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    [
      'USPS 9400 1000 0000 0000 0000 00',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
    ],
    [
      '9400100000000000000000',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
    ],
    [
      'Registered, RE123456789US',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=RE123456789US',
    ],
    ['FedEx 7712-3456-7890', 'https://www.fedex.com/fedextrack/?trknbr=771234567890'],
    ['771234567890', 'https://www.fedex.com/fedextrack/?trknbr=771234567890'],
    [
      'DHL 1234567890, two parcels',
      'https://www.dhl.com/us-en/home/tracking.html?submit=1&tracking-id=1234567890',
    ],
  ])('%s leads to its carrier [ORDER-11]', (text, href) => {
    expect(trackingLink(text)).toBe(href)
  })

  it.each(['handed over in the shop', '206 555 0100', '1234567890', 'DHL', '', 'order 12'])(
    '%s is no number of a carrier, and stays plain [ORDER-11]',
    (text) => {
      expect(trackingParts(text)).toEqual([{ text, href: null }])
    },
  )

  it('keeps every letter, and links to carriers alone, by letters and digits alone [ORDER-11]', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^(UPS|USPS|FedEx|DHL|) [0-9A-Z -]{8,40}$/),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = trackingParts(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { href } of parts) {
          if (href === null) continue
          const { hostname, search } = new URL(href)
          expect(hostname).toMatch(/^(www\.(ups|fedex|dhl)|tools\.usps)\.com$/)
          expect(search).toMatch(/^\?[a-zA-Z1&=-]+=[0-9A-Z]+$/)
        }
      }),
    )
  })
})
