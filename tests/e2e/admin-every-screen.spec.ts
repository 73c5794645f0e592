import { openDisclosures } from '#tests/support/admin-forms.ts'
import { everyAdminScreen, openScreen } from '#tests/support/admin-screens.ts'
import { expect, test } from '#tests/support/journey.ts'
import { changedByWheel } from '#tests/support/number-fields.ts'
import { offlineFaults } from '#tests/support/offline-faults.ts'
import {
  engineersWords,
  hiddenFocuses,
  largeTextFaults,
  lateBeginning,
  narrowFaults,
  rulesBrokenInThemes,
} from '#tests/support/screen-faults.ts'

test.use({ colorScheme: 'light', cutsNetwork: true })

const windows = [
  { width: 360, height: 640 },
  { width: 1440, height: 700 },
]

// A screen is loaded once and asked everything. In parts, so that all cores have one.
const parts = [0, 1, 2, 3]
for (const part of parts) {
  test(`every screen of the admin area can be read, reached and operated by everyone, part ${part + 1} of ${parts.length} [A11Y-01, A11Y-02, A11Y-05, A11Y-11, ADM-17, ADM-23, DOM-04, HELP-01, HELP-02, PEOPLE-08, PEOPLE-09]`, async ({
    admin: page,
    shop,
  }) => {
    test.setTimeout(300_000)
    // Two jumps, so that there are alerts above each screen.
    await shop.goldBecomes('131.25')
    await shop.goldBecomes('132.5')
    const screens = await everyAdminScreen(shop.app)
    const wrong: Record<string, string[]> = {}
    let numberFields = 0
    const formsSent = new Set<string>()
    for (const [at, path] of screens.entries()) {
      if (at % parts.length !== part) continue
      await openScreen(page, path)
      const faults = [
        await engineersWords(page),
        await narrowFaults(page),
        await lateBeginning(page),
        await largeTextFaults(page),
        await rulesBrokenInThemes(page, 360),
        await rulesBrokenInThemes(page, 1280),
      ].flat()
      for (const window of windows) {
        // Header and tabs are those of the first screen, from where a new page begins.
        if (at === 0) await openScreen(page, path)
        faults.push(...(await hiddenFocuses(page, { ...window, withHeader: at === 0 })))
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await openDisclosures(page)
      const turned = await changedByWheel(page)
      faults.push(...turned.changed.map((field) => `the wheel changed ${field}`))
      numberFields += turned.fields
      // Last: what was typed stays.
      faults.push(...(await offlineFaults(page, formsSent)))
      if (faults.length > 0) wrong[path] = faults
    }
    expect(wrong).toEqual({})
    expect(numberFields).toBeGreaterThan(2)
    expect(formsSent.size).toBeGreaterThan(8)
  })
}

test('the form to sign in has no word of an engineer [HELP-01]', async ({ page }) => {
  await page.goto('/admin/login')
  expect(await engineersWords(page)).toEqual([])
})
