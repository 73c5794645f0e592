import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isShown, nextChange } from './announcement.ts'

const moment = fc.option(fc.date({ noInvalidDate: true }))

it('an announcement changes at the moments it names and at no other [BRANDING-03]', () => {
  fc.assert(
    fc.property(moment, moment, fc.date({ noInvalidDate: true }), (from, until, now) => {
      const announcement = { text: 'Closed', link: '', linkLabel: '', from, until }
      const next = nextChange(announcement, now)
      if (next === null) {
        const later = new Date(Math.max(...[from, until, now].map((at) => Number(at))) + 1)
        if (!Number.isNaN(later.getTime())) {
          expect(isShown(announcement, later)).toBe(isShown(announcement, now))
        }
        return
      }
      expect(next > now).toBe(true)
      const before = new Date(next.getTime() - 1)
      if (before >= now && (from === null || until === null || from < until)) {
        expect(isShown(announcement, before)).toBe(isShown(announcement, now))
      }
    }),
  )
})

it('without a text there is none [BRANDING-03]', () => {
  const none = { text: '', link: '', linkLabel: '', from: null, until: null }
  expect(isShown(none, new Date())).toBe(false)
  expect(nextChange({ ...none, until: new Date(8e15) }, new Date())).toBeNull()
})
