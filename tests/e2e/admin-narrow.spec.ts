import { everyAdminScreen, openScreen } from '#tests/support/admin-screens.ts'
import { expect, test } from '#tests/support/journey.ts'

test.use({ reducedMotion: 'reduce' })
test.describe.configure({ timeout: 240_000 })

/** What has the focus and is wholly out of sight, or null; null as well back at the beginning. */
function hiddenFocus() {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const box = element.getBoundingClientRect()
  const steps = [0.1, 0.5, 0.9]
  const isSeen = steps.some((across) =>
    steps.some((down) => {
      const x = box.left + box.width * across
      const y =
        Math.min(Math.max(box.top, 0), innerHeight - 1) * (1 - down) +
        Math.min(Math.max(box.bottom, 0), innerHeight - 1) * down
      const top = document.elementFromPoint(x, y)
      return top !== null && (element.contains(top) || top.contains(element))
    }),
  )
  const bar = document.querySelector('.product-form-end')
  const cover = bar?.getBoundingClientRect()
  const isBehind =
    cover && !bar?.contains(element) && box.top >= cover.top - 1 && box.bottom <= cover.bottom + 1
  return isSeen && !isBehind ? null : element.outerHTML.slice(0, 160)
}

test('nothing that has the focus is hidden at 360 pixels, on any screen [A11Y-02, ADM-17]', async ({
  admin: page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const path of await everyAdminScreen(shop.app)) {
    await openScreen(page, path)
    const hidden: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      let stops = 0
      for (; stops < 150; stops += 1) {
        await page.keyboard.press(key)
        if (await page.evaluate(() => document.activeElement === document.body)) break
        const found = await page.evaluate(hiddenFocus)
        if (found) hidden.push(`${key}: ${found}`)
      }
      expect(stops, path).toBeGreaterThan(5)
    }
    expect(hidden, path).toEqual([])
  }
})

test('the tab one is on is in view at 360 pixels [ADM-18]', async ({ admin: page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const bar = page.getByRole('navigation', { name: 'Dashboard' })
  const inView = (name: string) =>
    expect(bar.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await page.goto('/admin/dashboard/debug')
  await inView('Debug')
  await page.goto('/admin/dashboard')
  await inView('Products')
  await bar.getByRole('link', { name: 'Orders' }).click()
  await inView('Orders')
  await page.goto('/admin/dashboard/paracord')
  await inView('Paracord Options')
})
