import { describe, expect, it } from 'vitest'
import { preferencesScript } from './preferences-script.ts'

/** Runs the head's script against a browser of the test's own. */
function themeAfter(kept: Record<string, string> | null): Record<string, string> {
  const dataset: Record<string, string> = {}
  const localStorage = {
    getItem: (key: string) => {
      if (!kept) throw new Error('storage is forbidden')
      return kept[key] ?? null
    },
  }
  new Function('document', 'localStorage', 'window', 'sessionStorage', preferencesScript)(
    { documentElement: { dataset } },
    localStorage,
    {},
    undefined,
  )
  return dataset
}

describe('the script before the first paint', () => {
  it('sets the theme and the stillness that were kept [A11Y-03]', () => {
    expect(themeAfter({ theme: 'night', motion: 'still' })).toEqual({
      theme: 'night',
      motion: 'still',
    })
    expect(themeAfter({ theme: 'paper' })).toEqual({ theme: 'paper' })
  })

  it('leaves the choice to the system otherwise, and survives forbidden storage', () => {
    expect(themeAfter({})).toEqual({})
    expect(themeAfter({ theme: '"><script>', motion: 'wild' })).toEqual({})
    expect(themeAfter(null)).toEqual({})
  })
})
