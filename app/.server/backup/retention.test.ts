import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backupName, outlived } from './retention.ts'

const day = 86_400_000
const start = Date.parse('2026-01-05T08:00:00Z')
const night = (number: number) => backupName(new Date(start + number * day), true)

describe('of the backups of every night', () => {
  it('fourteen days are kept, and eight weeks [BACKUP-05]', () => {
    const names = Array.from({ length: 100 }, (_, number) => night(number))
    const gone = new Set(outlived(names))
    const kept = names.filter((name) => !gone.has(name))
    // The 100th night is a Tuesday; weeks end on Sunday, the seventh night of each.
    const weekEnds = [55, 62, 69, 76, 83].map(night)
    expect(kept).toEqual([...weekEnds, ...Array.from({ length: 14 }, (_, at) => night(86 + at))])
  })

  it('one after the other, the newest of each period stays, and what is kept stays kept [BACKUP-05]', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 400 * 24 }), { maxLength: 120 })
    fc.assert(
      fc.property(moments, (hours) => {
        const names = hours.map((hour) => backupName(new Date(start + hour * 3_600_000), false))
        const gone = outlived(names)
        const kept = names.filter((name) => !gone.includes(name))
        const newest = names.toSorted().at(-1)
        if (newest) expect(kept).toContain(newest)
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(names.length > 0 ? 1 : 0, 1))
        expect(kept.length).toBeLessThanOrEqual(22)
        const days = new Set(names.map((name) => name.slice(0, 21)))
        expect(new Set(kept.map((name) => name.slice(0, 21))).size).toBeGreaterThanOrEqual(
          Math.min(days.size, 14),
        )
        expect(outlived(kept)).toEqual([])
      }),
    )
  })

  it('no file of another name is ever deleted [BACKUP-05]', () => {
    const others = ['shop.gz', 'four-nines-2026-01-05.gz', 'holiday.jpg', `${night(1)}.unfinished`]
    const names = [...others, ...Array.from({ length: 60 }, (_, number) => night(number))]
    for (const name of outlived(names)) expect(others).not.toContain(name)
  })
})
