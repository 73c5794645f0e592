import { expect, type Page } from '@playwright/test'
import { brokenRules, sizeFaults } from './accessibility.ts'

type Look = { widths?: readonly number[]; height?: number }

/**
 * Expects of the page as it is now, in both themes, that it breaks no rule of accessibility and is at no
 * width wider than the window, and leaves it as it was, in light. Where PICTURES names a folder, a
 * screenshot of each is saved there.
 */
export async function expectLooksRight(
  page: Page,
  name: string,
  { widths = [320, 360, 768, 1440], height = 800 }: Look = {},
): Promise<void> {
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page), `${name}, ${colorScheme}`).toEqual([])
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      const faults = await sizeFaults(page)
      expect(faults, `${name}, ${colorScheme}, ${width}`).toMatchObject({ overflow: 0 })
      if (!process.env.PICTURES || width === 320) continue
      const path = `${process.env.PICTURES}/${name}-${colorScheme}-${width}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
