import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Carrier, carriers, checkTracking } from './carrier.ts'

/** Published examples of the carriers and of open test sets; several are written as on labels. */
const real: readonly (readonly [Carrier, string])[] = [
  ['ups', '1Z999AA10123456784'],
  ['ups', '1Z 999 AA1 01 2345 6784'],
  ['ups', '1z999aa10123456784'],
  ['ups', 'UPS: 1Z999AA10123456784'],
  ['usps', '9400 1112 0108 0805 4830 16'],
  ['usps', '9505 5110 6960 5048 6006 24'],
  ['usps', '9361 2898 7870 0317 6337 95'],
  ['usps', '0307 1790 0005 2348 3741'],
  ['usps', '7112 3456 7891 2345 6787'],
  ['usps', 'RE123456785US'],
  ['fedex', '986578788855'],
  ['fedex', '4771-7908-1230'],
  ['fedex', '568283610012734'],
  ['fedex', '9611020987654312345672'],
  ['dhl', '3318810025'],
  ['dhl', 'JVGL0999999990'],
]

describe('a tracking number', () => {
  it.each(real)('of %s is taken, as %s, and no other carrier takes it [PARCEL-02]', (of, input) => {
    const tracking = input.replace('UPS:', '').replace(/[ -]/g, '').toUpperCase()
    expect(checkTracking('by number', input)).toEqual({ carrier: of, tracking })
    for (const chosen of carriers) {
      const checked = checkTracking(chosen, input)
      if (chosen === of) expect(checked).toEqual({ carrier: of, tracking })
      else expect(checked).toEqual({ problem: expect.stringMatching(/^This is a \w+ number/) })
    }
  })

  it('says whose number it is, and which to choose [PARCEL-02]', () => {
    expect(checkTracking('usps', '1Z999AA10123456784')).toEqual({
      problem: 'This is a UPS number, not USPS. Choose UPS.',
    })
    expect(checkTracking('other', '986578788855')).toEqual({
      problem: 'This is a FedEx number. Choose FedEx.',
    })
  })

  it('as its bar code is read loses the ZIP code and the rest [PARCEL-02]', () => {
    expect(checkTracking('usps', '420221539101026837331000039521')).toEqual({
      carrier: 'usps',
      tracking: '9101026837331000039521',
    })
    expect(checkTracking('by number', '4201002334249200190132607600833457')).toEqual({
      carrier: 'usps',
      tracking: '9200190132607600833457',
    })
    expect(checkTracking('by number', '1001921334250001000300779017972697')).toEqual({
      carrier: 'fedex',
      tracking: '779017972697',
    })
  })

  it('with another last digit is refused with what to do [PARCEL-02]', () => {
    const withCheckDigit = real.filter(([, typed]) => !typed.startsWith('JVGL'))
    fc.assert(
      fc.property(
        fc.constantFrom(...withCheckDigit),
        fc.integer({ min: 1, max: 9 }),
        ([of, typed], more) => {
          const at = /\d(?=(US)?$)/i.exec(typed)?.index ?? 0
          const wrong = typed.slice(0, at) + ((Number(typed[at]) + more) % 10) + typed.slice(at + 1)
          for (const chosen of [of, 'by number'] as const) {
            expect(checkTracking(chosen, wrong)).toEqual({
              problem: expect.stringContaining('its check digit doesn’t match. Please check'),
            })
          }
        },
      ),
    )
  })

  it('of no form says what the carrier’s look like; another way takes any words [PARCEL-02]', () => {
    for (const input of ['UPS 1', '123', '206 555 0100 1', 'handed over', '🎁']) {
      for (const chosen of carriers) {
        const checked = checkTracking(chosen, input)
        if (chosen === 'other') expect(checked).toEqual({ carrier: 'other', tracking: input })
        else expect(checked).toEqual({ problem: expect.stringMatching(/ numbers (begin|have) /) })
      }
      expect(checkTracking('by number', input)).toEqual({
        problem: expect.stringMatching(/^No carrier uses numbers like this\./),
      })
    }
  })

  it('whatever is typed, is letters and digits alone where a carrier has it [PARCEL-02]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...carriers, 'by number' as const),
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom(...'0123456789AUZ -'), minLength: 8, maxLength: 40 }),
        ),
        (chosen, input) => {
          const checked = checkTracking(chosen, input)
          if ('problem' in checked || checked.carrier === 'other') return
          expect(checked.tracking).toMatch(/^[0-9A-Z]+$/)
        },
      ),
      { numRuns: 40 },
    )
  })
})
