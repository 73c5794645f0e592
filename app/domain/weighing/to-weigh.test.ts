import { describe, expect, it } from 'vitest'
import { itemsHere, itemsOfParcel, itemsToWeigh } from './to-weigh.ts'

const lines = [{ quantity: 3 }, { quantity: 1 }]
const fit = { verdict: 'as sold', problem: null, waits: null }

describe('items to be weighed', () => {
  it('are as many as are still to be sent, and those that were weighed [PARCEL-10]', () => {
    const here = itemsHere(lines, [], [])
    const toSend = [{ line: 0, quantity: 2 }]
    expect(itemsToWeigh(here, toSend, [])).toEqual([
      { line: 0, item: 1 },
      { line: 0, item: 2 },
    ])
    const weighed = [
      { line: 0, item: 3 },
      { line: 1, item: 1 },
    ]
    expect(itemsToWeigh(here, toSend, weighed)).toEqual([{ line: 0, item: 1 }, ...weighed])
  })

  it('are all that are still here, by line and number [WEIGH-01]', () => {
    expect(itemsHere(lines, [], [])).toEqual([
      { line: 0, item: 1 },
      { line: 0, item: 2 },
      { line: 0, item: 3 },
      { line: 1, item: 1 },
    ])
    const weighed = [
      { line: 0, item: 2, parcelId: 7 },
      { line: 0, item: 1, parcelId: null },
    ]
    expect(itemsHere(lines, [{ line: 0, quantity: 1 }], weighed)).toEqual([
      { line: 0, item: 1 },
      { line: 0, item: 3 },
      { line: 1, item: 1 },
    ])
  })

  it('leave out what was sent before the shop weighed [WEIGH-09]', () => {
    const sent = [
      { line: 0, quantity: 2 },
      { line: 1, quantity: 1 },
    ]
    expect(itemsHere(lines, sent, [])).toEqual([{ line: 0, item: 3 }])
    const later = [{ line: 0, item: 3, parcelId: 8 }]
    expect(itemsHere(lines, [...sent, { line: 0, quantity: 1 }], later)).toEqual([])
  })

  it('leave in a parcel by their number, without those that must not [WEIGH-04]', () => {
    const here = [
      { line: 0, item: 1, verdict: 'outside', problem: null, waits: null },
      { line: 0, item: 2, verdict: 'light', problem: 'The refund was refused.', waits: null },
      { line: 0, item: 3, ...fit },
    ]
    const one = itemsOfParcel([{ line: 0, quantity: 1 }], here)
    expect(one).toEqual({ items: [here[2]], missing: [] })
    expect(itemsOfParcel([{ line: 0, quantity: 2 }], here).missing).toEqual([0])
    expect(itemsOfParcel([{ line: 1, quantity: 1 }], here).missing).toEqual([1])
  })
})
