import { describe, expect, it } from 'vitest'
import type { ReturnState } from '#app/domain/returns/return.ts'
import { progressMessage } from './order-progress.ts'

const shipped = {
  state: 'fulfilled',
  delivered: null,
  delay: null,
  shipBy: null,
  arrival: { first: '2035-03-20', last: '2035-03-22' },
  returns: null,
  isPickup: false,
  partShipped: null,
} as const
const returning = (state: ReturnState) => ({ ...shipped, returns: { list: [{ state }] } })
const headingOf = (page: Parameters<typeof progressMessage>[0]) => progressMessage(page)?.heading

describe('what a paid order says first', () => {
  it('is that it is on its way only while it is expected [ORDER-18]', () => {
    expect(progressMessage(shipped)).toBeNull()
    expect(progressMessage({ ...shipped, arrival: null })).toMatchObject({
      heading: 'Your order has shipped',
      sentence: 'Everything in it has shipped.',
    })
    expect(progressMessage({ ...shipped, arrival: null, delivered: { at: null } })).toBeNull()
  })

  it('is the return of a piece while it is in progress [ORDER-18]', () => {
    for (const state of ['accepted', 'sent back', 'received', 'weighed'] as const) {
      expect(headingOf(returning(state))).toBe('Your return is in progress')
      expect(headingOf({ ...returning(state), delivered: { at: null } })).toBe(
        'Your return is in progress',
      )
    }
    for (const state of ['asked', 'refused', 'refunded', 'called off'] as const) {
      expect(progressMessage(returning(state))).toBeNull()
    }
  })

  it('is a delay, with the new day, until it ships [ORDER-18]', () => {
    const delay = { from: '2035-03-21', reason: 'The mold broke.' }
    const delayed = {
      ...shipped,
      state: 'paid',
      arrival: null,
      delay,
      shipBy: '2035-05-02',
    } as const
    expect(progressMessage(delayed)).toMatchObject({
      heading: 'Your order is delayed',
      sentence: 'The new ship date is Wed, May 2.',
    })
    expect(progressMessage({ ...delayed, shipBy: '2035-03-21' })).toBeNull()
    expect(progressMessage({ ...delayed, shipBy: null })).toBeNull()
    expect(progressMessage({ ...delayed, state: 'refunded' })).toBeNull()
  })
})
