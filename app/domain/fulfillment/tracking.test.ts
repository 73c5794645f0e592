import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carrierNames, carrierPage, checkTracking } from './carrier.ts'
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

  it('is linked by the forms that are accepted: what no carrier takes leads to none [ORDER-11, PARCEL-02]', () => {
    // Eleven digits were refused when they were entered, and linked when they were shown.
    expect(checkTracking('dhl', '12345678901')).toHaveProperty('problem')
    expect(trackingLink('DHL 12345678901')).toBeNull()
    const numbers = fc.oneof(
      fc.stringMatching(/^\d{8,34}$/),
      fc.stringMatching(/^[A-Z]{2}\d{9}US$/),
      fc.stringMatching(/^J[A-Z]{2,3}\d{9,20}$/),
      fc.stringMatching(/^1Z[0-9A-Z]{16}$/),
    )
    const named = fc.constantFrom(...(['ups', 'usps', 'fedex', 'dhl'] as const))
    fc.assert(
      fc.property(named, numbers, (carrier, number) => {
        const checked = checkTracking(carrier, number)
        const link = trackingLink(`${carrierNames[carrier]} ${number}`)
        if (!('problem' in checked)) expect(link).toBe(carrierPage(carrier, checked.tracking))
        const isOfItsForm =
          !('problem' in checked) || checked.problem.startsWith('A digit in this') || link === null
        const isOfAnother = 'problem' in checked && /^This is an? .+ number\b/.test(checked.problem)
        expect(isOfItsForm || isOfAnother).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

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
