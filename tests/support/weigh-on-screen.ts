import { expect, type Page } from '@playwright/test'

/** Weighs what is still to be weighed of the order on the screen, as it was sold, by a scale that types. */
export async function weighOnScreen(page: Page): Promise<void> {
  const desk = page.locator('#send')
  await expect(desk.getByRole('heading', { name: 'Weigh' })).toBeVisible()
  const pieces = desk.locator('li').filter({ has: page.locator('form[data-not-weighed]') })
  for (let left = await pieces.count(); left > 0; left -= 1) {
    const piece = pieces.first()
    const sold = /Listed weight: ([\d.]+) g/.exec((await piece.textContent()) ?? '')?.[1]
    const weight = piece.getByLabel(/^Weight in grams of/)
    await weight.fill(Number(sold).toFixed(2))
    await weight.press('Enter')
    await expect(pieces).toHaveCount(left - 1)
  }
}
