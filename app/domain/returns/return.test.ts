import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Milligrams } from '../money/grams.ts'
import {
  canReturn,
  formatDifference,
  isReturnOpen,
  isWithin,
  parseScaleGrams,
  type ReturnState,
  returnablePieces,
  returnProblem,
  returnStates,
  sentWeights,
  weightDifference,
} from './return.ts'

/** Written out, so that no change of the table goes unseen. */
const allowed: readonly (readonly [ReturnState, ReturnState])[] = [
  ['asked', 'accepted'],
  ['asked', 'refused'],
  ['asked', 'called off'],
  ['accepted', 'sent back'],
  ['accepted', 'received'],
  ['accepted', 'called off'],
  ['sent back', 'sent back'],
  ['sent back', 'received'],
  ['sent back', 'called off'],
  ['received', 'weighed'],
  ['received', 'refused'],
  ['received', 'called off'],
  ['weighed', 'weighed'],
  ['weighed', 'refunded'],
  ['weighed', 'refused'],
  ['weighed', 'called off'],
]

const mg = (weight: number) => weight as Milligrams

describe('a return', () => {
  it('goes by one table, and nothing else is a step [RETURN-01]', () => {
    const all = returnStates.flatMap((from) => returnStates.map((to) => [from, to] as const))
    const found = all.filter(([from, to]) => canReturn(from, to)).map(String)
    expect(found.sort()).toEqual(allowed.map(String).sort())
  })

  it('is refunded only after it was accepted, received and weighed, whatever is pressed [RETURN-01]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...returnStates)), (pressed) => {
        let state: ReturnState = 'asked'
        const been = new Set<ReturnState>()
        for (const to of pressed) {
          if (canReturn(state, to)) state = to
          been.add(state)
          if (state === 'refunded') {
            expect(
              ['accepted', 'received', 'weighed'].every((one) => been.has(one as ReturnState)),
            ).toBe(true)
          }
        }
        expect(isReturnOpen(state)).toBe(returnStates.some((to) => canReturn(state, to)))
      }),
    )
  })

  it('never takes back more than is with the buyer, or than is not refunded, over any course of events [RETURN-02]', () => {
    const event = fc.record({
      is: fc.constantFrom('send', 'refund unsent', 'ask', 'call off', 'refund'),
      quantity: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(event), (ordered, events) => {
        let [sent, unsentRefunded] = [0, 0]
        const open: number[] = []
        let cameBack = 0
        const one = (quantity: number) => (quantity > 0 ? [{ line: 0, quantity }] : [])
        const left = () =>
          returnablePieces({
            ordered: one(ordered),
            sent: one(sent),
            comingBack: open.flatMap(one),
            cameBack: one(cameBack),
            refunded: [...one(cameBack), ...one(unsentRefunded)],
          })[0]?.quantity ?? 0
        for (const { is, quantity } of events) {
          if (is === 'send' && sent + unsentRefunded + quantity <= ordered) sent += quantity
          if (is === 'refund unsent' && sent + unsentRefunded + quantity <= ordered)
            unsentRefunded += quantity
          if (is === 'ask' && quantity <= left()) open.push(quantity)
          if (is === 'call off') open.pop()
          if (is === 'refund') cameBack += open.pop() ?? 0
          const comingBack = open.reduce((sum, each) => sum + each, 0)
          // A piece refunded before it was sent takes none from those that were.
          expect(left()).toBe(sent - cameBack - comingBack)
          expect(comingBack + cameBack).toBeLessThanOrEqual(sent)
        }
      }),
    )
  })

  it('of pieces refunded while the buyer has them takes those no more [RETURN-02]', () => {
    const [two, one] = [[{ line: 0, quantity: 2 }], [{ line: 0, quantity: 1 }]]
    const counts = { ordered: two, sent: two, comingBack: [], cameBack: [], refunded: one }
    expect(returnablePieces(counts)).toEqual(one)
    expect(returnablePieces({ ...counts, refunded: two })).toEqual([])
  })

  it('says in words why pieces cannot be returned [RETURN-02]', () => {
    const lines = [
      { name: 'Raven', size: 'Small' },
      { name: 'Wave', size: 'Large' },
    ]
    const left = [{ line: 0, quantity: 2 }]
    expect(returnProblem(lines, left, left)).toBeNull()
    expect(returnProblem(lines, left, [])).toBe('Please choose at least one piece.')
    expect(returnProblem(lines, left, [{ line: 0, quantity: 3 }])).toBe(
      'Only 2 of Raven, Small, can be returned, not 3.',
    )
    expect(returnProblem(lines, left, [{ line: 1, quantity: 1 }])).toMatch(/^You can’t return Wave/)
    expect(returnProblem(lines, left, [{ line: 7, quantity: 1 }])).toMatch(
      /^You can’t return a piece/,
    )
  })

  it('is weighed beside what its pieces weighed when they were sent, whichever come back [WEIGH-10]', () => {
    const actual = [28_300, 29_000, 28_600]
    expect(sentWeights(mg(28_900), 1, actual)).toEqual({ least: 28_300, most: 29_000 })
    expect(sentWeights(mg(28_900), 3, actual)).toEqual({ least: 85_900, most: 85_900 })
    expect(weightDifference(sentWeights(mg(28_900), 1, actual), 28_450)).toBe(0)
    expect(weightDifference(sentWeights(mg(28_900), 1, actual), 28_000)).toBe(-300)
    expect(weightDifference(sentWeights(mg(28_900), 2, actual), 57_700)).toBe(100)
    // Sent before the shop weighed.
    expect(sentWeights(mg(28_900), 1, [])).toEqual({ least: 28_900, most: 28_900 })
  })

  it('is weighed beside what was sold, within a tolerance both ways [RETURN-03]', () => {
    expect(weightDifference(sentWeights(mg(14_200), 2, []), 28_300)).toBe(-100)
    expect(isWithin(-100, 100) && isWithin(100, 100)).toBe(true)
    expect(isWithin(-101, 100) || isWithin(110, 100)).toBe(false)
    expect([-2200, -350, 0, 10].map(formatDifference)).toEqual([
      '2.20 g less than shipped',
      '0.35 g less than shipped',
      'as sent',
      '0.01 g more than shipped',
    ])
  })

  it.each(['0', '0.00', '-1', '28,9', '28.901', '28.900', '.5', '1e3', 'heavy', '', '1234567'])(
    'takes %j for no weight [RETURN-03]',
    (input) => {
      expect(parseScaleGrams(input)).toBeNull()
    },
  )

  it('reads every weight of two places as it is written [RETURN-03]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (hundredths) => {
        expect(parseScaleGrams(`${(hundredths / 100).toFixed(2)} g`)).toBe(hundredths * 10)
      }),
    )
    expect(parseScaleGrams('28.9')).toBe(28_900)
  })
})
