import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  countPieces,
  packingProblem,
  parcelLink,
  piecesLeft,
  piecesToSend,
  piecesValue,
  refundedHere,
  trackingText,
} from './parcel.ts'

const anyLines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    lineTotal: fc.integer({ min: 1, max: 50_000_00 }).map(cents),
    name: fc.constant('Raven'),
    size: fc.constant('Small'),
  }),
  { minLength: 1, maxLength: 6 },
)
const anyPieces = fc.array(
  fc.record({ line: fc.nat(6), quantity: fc.integer({ min: 1, max: 8 }) }),
  { maxLength: 4 },
)

/** One entry a line, as a form sends it. */
const once = (pieces: { line: number; quantity: number }[]) => [
  ...new Map(pieces.map((each) => [each.line, each])).values(),
]

describe('parcels of an order', () => {
  it('never hold more pieces than were ordered, in any order of packing [PARCEL-03]', () => {
    fc.assert(
      fc.property(anyLines, fc.array(anyPieces), (lines, parcels) => {
        const sent: { line: number; quantity: number }[] = []
        for (const parcel of parcels.map(once)) {
          const left = piecesLeft(lines, sent)
          if (packingProblem(lines, left, parcel) === null) sent.push(...parcel)
        }
        lines.forEach(({ quantity }, line) => {
          const gone = countPieces(sent.filter((each) => each.line === line))
          expect(gone).toBeLessThanOrEqual(quantity)
        })
        // What is left fits into one more parcel, and then nothing is.
        const rest = piecesLeft(lines, sent)
        if (rest.length > 0) {
          expect(packingProblem(lines, rest, rest)).toBeNull()
          expect(piecesLeft(lines, [...sent, ...rest])).toEqual([])
        }
      }),
    )
  })

  it('are worth together what the order is, or a few cents more [PARCEL-04]', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const total = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
        expect(piecesValue(lines, piecesLeft(lines, []))).toBe(total)
        const one = lines.flatMap(({ quantity }, line) =>
          Array.from({ length: quantity }, () => piecesValue(lines, [{ line, quantity: 1 }])),
        )
        const sum = one.reduce<number>((all, each) => all + each, 0)
        expect(sum).toBeGreaterThanOrEqual(total)
        expect(sum).toBeLessThan(total + one.length)
      }),
    )
  })

  it('say what is wrong with them in words [PARCEL-03]', () => {
    const lines = [{ quantity: 2, lineTotal: cents(200), name: 'Raven', size: 'Small' }]
    const why = (quantity: number, sent: number) =>
      packingProblem(lines, piecesLeft(lines, [{ line: 0, quantity: sent }]), [
        { line: 0, quantity },
      ])
    expect(why(3, 0)).toBe('This package has 3 of Raven, Small, but only 2 are left to ship.')
    expect(why(2, 1)).toBe('This package has 2 of Raven, Small, but only 1 is left to ship.')
    expect(why(1, 2)).toBe('Nothing of Raven, Small is left to ship.')
    expect(packingProblem(lines, [], [])).toMatch(/^This package has no pieces in it/)
    expect(packingProblem(lines, [], [{ line: 7, quantity: 1 }])).toMatch(/^Nothing of a piece/)
  })

  it.each([
    ['ups', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['usps', 'RE123456785US', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=RE123456785US'],
    ['fedex', '986578788855', 'https://www.fedex.com/fedextrack/?trknbr=986578788855'],
    [
      'dhl',
      '3318810025',
      'https://www.dhl.com/us-en/home/tracking.html?submit=1&tracking-id=3318810025',
    ],
    [
      'other',
      'UPS 1Z 999 AA1 01 2345 6784',
      'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    ],
    ['other', 'handed over in the shop', null],
  ] as const)(
    'of %s, %s, are followed at their carrier [PARCEL-05, ORDER-11]',
    (carrier, tracking, href) => {
      expect(parcelLink({ carrier, tracking })).toBe(href)
      expect(trackingText({ carrier, tracking })).toContain(tracking)
    },
  )
})

describe('what is still to be sent', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 11, 9, minute))
  const lines = [{ quantity: 3 }, { quantity: 1 }]
  const two = [{ line: 0, quantity: 2 }]

  it('is without what was refunded before anything of its line was sent [PARCEL-10]', () => {
    const refund = { at: at(1), pieces: two }
    const left = [{ line: 1, quantity: 1 }]
    expect(piecesToSend(lines, [], [refund])).toEqual([{ line: 0, quantity: 1 }, ...left])
    const sent = { sentAt: at(2), pieces: [{ line: 0, quantity: 1 }] }
    expect(piecesToSend(lines, [sent], [refund])).toEqual(left)
  })

  it('keeps what may be about a piece that left already [PARCEL-10]', () => {
    const sent = { sentAt: at(1), pieces: [{ line: 0, quantity: 1 }] }
    const refund = { at: at(2), pieces: [...two, { line: 1, quantity: 1 }] }
    expect(piecesToSend(lines, [sent], [refund])).toEqual([{ line: 0, quantity: 2 }])
  })

  it('is never more than what is here [PARCEL-10]', () => {
    fc.assert(
      fc.property(anyLines, anyPieces, anyPieces, fc.boolean(), (of, sent, refunded, isLater) => {
        const parcels = [{ sentAt: at(5), pieces: sent }]
        const refunds = [{ at: at(isLater ? 6 : 4), pieces: refunded }]
        const here = new Map(piecesLeft(of, sent).map((each) => [each.line, each.quantity]))
        for (const { line, quantity } of piecesToSend(of, parcels, refunds)) {
          expect(quantity).toBeLessThanOrEqual(here.get(line) ?? 0)
        }
      }),
    )
  })
})

it('what was refunded is here where it was not sent: of a whole order, of a line before it left, and once nothing more is sent [STOCK-14]', () => {
  const two = [{ quantity: 2 }, { quantity: 1 }]
  const [early, sentAt, late] = [1, 2, 3].map((hour) => new Date(hour * 3_600_000)) as [
    Date,
    Date,
    Date,
  ]
  const parcel = { sentAt, pieces: [{ line: 0, quantity: 1 }] }
  const one = [{ line: 0, quantity: 1 }]
  expect(refundedHere('paid', two, [], [])).toEqual([])
  expect(refundedHere('paid', two, [parcel], [{ at: early, pieces: one }])).toEqual(one)
  expect(refundedHere('paid', two, [parcel], [{ at: late, pieces: one }])).toEqual([])
  expect(refundedHere('fulfilled', two, [parcel], [{ at: late, pieces: one }])).toEqual(one)
  expect(refundedHere('refunded', two, [parcel], [])).toEqual([...one, { line: 1, quantity: 1 }])
})
