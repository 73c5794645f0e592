import { brokenRules, expectNoBrokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

for (const [width, themes] of [
  [360, ['dark', 'light']],
  [1440, ['light', 'dark']],
] as const) {
  test.describe(`${width} pixels, in both themes`, () => {
    test.use({
      viewport: { width, height: 800 },
      colorScheme: themes[0],
    })

    test('open menus, the viewer and the open cart break no accessibility rule [A11Y-01]', async ({
      page,
    }) => {
      await page.goto('/product/7')
      if (width < 768) {
        await page
          .getByRole('banner')
          .locator('summary, button')
          .filter({ hasText: /menu/i })
          .first()
          .click()
      } else {
        await page.getByRole('banner').locator('summary').filter({ hasText: 'Q & A' }).click()
      }
      await expectNoBrokenRules(page, themes, 'an open menu')
      await page.keyboard.press('Escape')
      await page.locator('main a:has(img), main button:has(img)').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoBrokenRules(page, themes, 'the viewer')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await expect(page.getByRole('dialog')).toContainText(/held/i)
      await expectNoBrokenRules(page, themes, 'the open cart')
    })
  })
}

test('the accessibility check finds a broken rule, and pale letters of another theme [A11Y-01]', async ({
  page,
}) => {
  const idsIn = async (body: string) => {
    await page.setContent(`<html lang="en"><title>Shop</title><main><h1>Gold</h1>${body}`)
    return (await brokenRules(page)).map(({ id }) => id)
  }
  expect(await idsIn('<img src="/favicon.svg">')).toEqual(['image-alt'])
  expect(await idsIn('<p style="color:#ccc;background:#fff">Pale')).toEqual(['color-contrast'])
  const night = '@media (prefers-color-scheme: dark) { p { color: #ccc } }'
  expect(await idsIn(`<style>p { background: #fff } ${night}</style><p>Pale`)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect((await brokenRules(page)).map(({ id }) => id)).toEqual(['color-contrast'])
})

test('checkboxes and radio buttons have the shop’s colors by day and night, and the forced ones [A11Y-12]', async ({
  page,
}) => {
  const box = page.getByRole('checkbox').first()
  const colors = () =>
    box.evaluate((element) => {
      const style = getComputedStyle(element)
      const token = (name: string) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(--${name})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }
      const { borderTopColor, backgroundColor, appearance } = style
      const [muted, raised, gold] = ['muted', 'raised', 'gold-deep'].map(token)
      return {
        appearance,
        isOff: borderTopColor === muted && backgroundColor === raised,
        isOn: borderTopColor === gold && backgroundColor === gold,
      }
    })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/custom-work')
    expect(await colors()).toEqual({ appearance: 'none', isOff: true, isOn: false })
    await box.check()
    expect(await colors()).toEqual({ appearance: 'none', isOff: false, isOn: true })
    await box.uncheck()
  }
  await page.emulateMedia({ forcedColors: 'active' })
  expect((await colors()).appearance).not.toBe('none')
})

test('the drawer keeps the focus inside and gives it back [A11Y-02]', async ({ page }) => {
  await page.goto('/product/7')
  const add = page.getByRole('button', { name: 'Add to Cart' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const active = document.activeElement
      return active !== document.body && active?.closest('dialog') === null
    })
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(add).toBeFocused()
})

test('under reduced motion particles, overlay and delays stand still [A11Y-03]', async ({
  page,
}) => {
  await page.goto('/')
  const running = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
  )
  expect(running).toBe(0)
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/products/)
  const moving = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
  )
  expect(moving).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the shop can be read, searched and walked through [SEO-01]', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'View All' }).click()
    const search = page.getByPlaceholder('Search products...')
    await search.fill('wave')
    await search.press('Enter')
    await expect(page).toHaveURL(/q=wave/)
    await page.getByRole('main').locator('a[href^="/product/"]').first().click()
    await expect(page.getByRole('main')).toContainText('Select Size')
    await expect(page.getByRole('main')).toContainText(/\$\d,\d{3}\.\d{2}/)
    await page.getByRole('banner').locator('summary').filter({ hasText: 'Q & A' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'History Behind 24k' }).click()
    await expect(page).toHaveURL(/\/qa\/history-24k$/)
  })
})
