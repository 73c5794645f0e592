import { expect, type Page } from '@playwright/test'
import { brokenRules, sizeFaults } from './accessibility.ts'

type Look = {
  widths?: readonly number[]
  height?: number
  /** Every target is large enough to be hit, too. */
  targets?: boolean
}

const themes = ['light', 'dark'] as const

/** Where the rules of accessibility are asked about. */
const asked = [360, 1440]

/**
 * Expects of the page as it is now, in both themes, that it breaks no rule of accessibility on a phone
 * and on a wide screen, and is at no width wider than the window, and leaves it as it was, in light.
 * Where PICTURES names a folder, a screenshot of each is saved there.
 */
export async function expectLooksRight(
  page: Page,
  name: string,
  { widths = [320, 360, 768, 1440], height = 800, targets = false }: Look = {},
): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const where = `${name}, ${colorScheme}, ${width}`
      if (asked.includes(width)) expect(await brokenRules(page), where).toEqual([])
      const faults = await sizeFaults(page)
      expect(faults, where).toMatchObject(targets ? { overflow: 0, small: [] } : { overflow: 0 })
      if (!process.env.PICTURES || width === 320) continue
      const path = `${process.env.PICTURES}/${name}-${colorScheme}-${width}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
