import { expect, type Page } from '@playwright/test'

/** Turns the wheel over each number field that can be focused; those whose value it changed. */
export async function changedByWheel(page: Page): Promise<{ fields: number; changed: string[] }> {
  const fields = page.locator(
    'input:is([inputmode="decimal"], [inputmode="numeric"]):visible:enabled',
  )
  const changed: string[] = []
  const count = await fields.count()
  for (let at = 0; at < count; at++) {
    const field = fields.nth(at)
    await field.click()
    const before = await field.inputValue()
    for (const turn of [120, 120, -120]) await page.mouse.wheel(0, turn)
    await expect(field).toBeFocused()
    const after = await field.inputValue()
    if (after !== before) changed.push(`${await field.getAttribute('name')}: ${before} → ${after}`)
  }
  return { fields: count, changed }
}
