import type { Locator, Page } from '@playwright/test'
import { everyAdminScreen } from '#tests/support/admin-screens.ts'
import { crawl } from '#tests/support/crawl.ts'
import { expect, test } from '#tests/support/journey.ts'
import { followLink, translateAll } from '#tests/support/translation.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })
const main = (page: Page) => page.getByRole('main')
const broken = 'Something went wrong'

/** Everything that is shown: no figure of an earlier state is left beside the new one. */
async function shows(where: Locator, figures: string[], gone: string[]) {
  for (const figure of figures) await expect(where).toContainText(figure)
  for (const figure of gone) await expect(where).not.toContainText(figure)
}

for (const way of ['replace', 'wrap'] as const) {
  test(`a page whose texts a translator changed (${way}) sells, with every figure true [DOM-01, DOM-02]`, async ({
    page,
    shop,
  }) => {
    await page.goto('/product/5')
    await translateAll(page, way)
    await expect(page.locator('main font font').first()).toBeVisible()

    const price = page.getByRole('region', { name: 'Price breakdown' })
    const parts = page.locator('p', { hasText: '+ flat fee' })
    await page.getByRole('radio', { name: /Large/ }).check()
    await shows(price, ['28.9 g', '$3,931.05', '1,250.00'], ['14.7 g', '$2,113.72'])
    await expect(parts).toHaveText('Gold $2,681.05 + flat fee $1,250.00')
    await page.getByRole('radio', { name: /Small/ }).check()
    await shows(price, ['14.7 g', '$2,113.72'], ['28.9 g', '$3,931.05'])

    await shop.goldBecomes('100.25')
    await shows(price, ['$2,223.68', '$100.25'], ['$2,113.72', '$92.77'])
    await shows(main(page), ['Gold $100.25 per gram'], ['$92.77', '$2,113.72'])
    await expect(page.getByRole('contentinfo')).toContainText('$100.25')
    await expect(page.getByRole('contentinfo')).not.toContainText('$92.77')

    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(drawer(page)).toContainText('$2,223.68')
    await expect(page.getByTestId('cart-total')).toHaveText('$2,223.68')
    await drawer(page).getByRole('button', { name: 'Increase quantity' }).click()
    await expect(page.getByTestId('cart-total')).toHaveText('$4,447.36')
    await expect(drawer(page)).toContainText('2 cost $4,447.36')
    await shop.goldBecomes('110.00')
    await drawer(page).getByRole('button', { name: 'Close cart' }).click()
    await page.getByRole('button', { name: 'Cart, 2 pieces' }).click()
    await expect(page.getByTestId('cart-total')).toHaveText('$4,734.00')
    await shows(drawer(page), ['$110.00'], ['$100.25', '$2,223.68'])
    await drawer(page).getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(page.getByTestId('cart-total')).toHaveText('$2,367.00')
    await expect(drawer(page)).not.toContainText('each')

    await drawer(page).getByRole('button', { name: 'Remove' }).click()
    await expect(drawer(page)).toContainText('Your cart is empty.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/test-payment\//)
    await translateAll(page, way)
    await expect(main(page)).toContainText('$2,367.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page).toHaveURL(/\/order\//)
  })

  test(`every public page can be left and opened while it is translated (${way}) [DOM-01]`, async ({
    page,
    shop,
  }) => {
    test.setTimeout(150_000)
    const paths = [...(await crawl(shop.url)).keys()].filter((path) => !/[.?]/.test(path))
    expect(paths.length).toBeGreaterThan(20)
    await page.goto('/')
    await translateAll(page, way)
    for (const path of [...paths, '/nothing-here', '/products?category=faith', '/products']) {
      await followLink(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toBeEmpty()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('body'), path).not.toContainText(broken)
    }
    await shop.goldBecomes('100.25')
    await expect(main(page)).toContainText('$100.25')
    await expect(page.locator('body')).not.toContainText('$92.77')
    await page.getByLabel('Search').fill('wave')
    await expect(main(page).getByRole('article')).toHaveCount(1)
  })

  test(`the admin area works while it is translated (${way}) [DOM-01, DOM-02]`, async ({
    admin: page,
    shop,
  }) => {
    test.setTimeout(150_000)
    const screens = await everyAdminScreen(shop.app)
    await page.goto('/admin/dashboard/products')
    await translateAll(page, way)
    for (const path of screens) {
      await followLink(page, path)
      await expect(page.locator('h1').first(), path).toBeVisible()
      await expect(page.locator('body'), path).not.toContainText(broken)
    }

    await followLink(page, '/admin/products/edit/5')
    const small = page.getByRole('group', { name: 'Size 1' })
    await small.getByLabel('Weight (g)').fill('20')
    await expect(small.locator('output')).toHaveText('$2,605.40')
    await page.getByRole('button', { name: 'Add Size' }).click()
    await page.getByRole('button', { name: 'Remove size 3' }).click()
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.locator('body')).not.toContainText(broken)
    await page.getByLabel('Name', { exact: true }).fill('Sound Wave')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByText('Product updated')).toBeVisible()

    await followLink(page, '/admin/dashboard/gold-price')
    await page.getByLabel('Price per gram (USD)').fill('95')
    await expect(main(page)).toContainText('at $95.00 per gram')
    await page.getByLabel('Price per gram (USD)').fill('96')
    await expect(main(page)).toContainText('at $96.00 per gram')
    await expect(main(page)).not.toContainText('at $95.00 per gram')
    await page.getByRole('button', { name: 'Update Gold Price' }).click()
    const current = page.getByRole('region', { name: 'Current price' })
    await shows(current, ['$96.00'], ['$92.77'])

    await followLink(page, '/admin/dashboard/orders')
    await page
      .getByRole('link', { name: /^T-FN-/ })
      .last()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Order')
    await expect(page.locator('body')).not.toContainText(broken)
  })
}

test('text that changes without a component of its own is shown, replaced or not [DOM-01]', async ({
  page,
}) => {
  await page.goto('/products')
  await translateAll(page, 'replace')
  await page.getByLabel('Search').fill('wave')
  await expect(main(page).getByRole('article')).toHaveCount(1)
  const status = main(page).getByRole('status').first()
  await expect(status).toContainText('1')
  await page.getByLabel('Search').fill('')
  await expect(main(page).getByRole('article').nth(3)).toBeVisible()
  await expect(status).not.toHaveText(/\b1 piece\b/)
})

test.describe('extensions', () => {
  test.use({ isChangedByOthers: true })

  test('what extensions add to head and body, before and after hydration, ends no page [DOM-01]', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const add = () => {
        document.documentElement.setAttribute('data-extension', 'on')
        document.body.setAttribute('cz-shortcut-listen', 'true')
        document.head.prepend(document.createElement('meta'))
        document.head.append(document.createElement('meta'))
        document.body.prepend(document.createElement('grammarly-desktop-integration'))
        document.body.append(document.createElement('div'))
        document.querySelector('h1')?.append(document.createElement('i'))
      }
      addEventListener('DOMContentLoaded', add)
      addEventListener('load', () => setTimeout(add, 2000))
    })
    await page.goto('/product/5')
    await page.getByRole('radio', { name: /Large/ }).check()
    await expect(main(page)).toContainText('28.9 g')
    await page.waitForFunction(() => document.querySelectorAll('body > div').length > 0)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByTestId('cart-total')).toHaveText('$3,931.05')
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
    await expect(page).not.toHaveURL(/product\/5/)
    await expect(page.locator('body')).not.toContainText(broken)
  })

  test('a page translated before it is hydrated is rendered again, with the chosen theme [DOM-01, DOM-08]', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'night')
      addEventListener('DOMContentLoaded', () => {
        for (const element of document.querySelectorAll('main p, main h1, main span')) {
          const text = element.firstChild
          if (!(text instanceof Text)) continue
          const font = document.createElement('font')
          font.textContent = text.data
          text.replaceWith(font)
        }
      })
    })
    await page.goto('/product/5')
    await page.getByRole('radio', { name: /Large/ }).check()
    await expect(main(page)).toContainText('$3,931.05')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
  })

  test('a proxy that rewrote email addresses in the page leaves it whole [DOM-08]', async ({
    page,
  }) => {
    for (const path of ['/contact', '/custom-work', '/privacy-policy']) {
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replace(
          /<a href="mailto:[^"]*"([^>]*)>[\s\S]*?<\/a>/g,
          '<a href="/cdn-cgi/l/email-protection#aa" class="__cf_email__">[email&#160;protected]</a>',
        )
        await route.fulfill({ response, body: html })
      })
      await page.goto(path)
      await expect(page.getByRole('contentinfo').locator('a[href^="mailto:"]')).toBeVisible()
      await expect(page.locator('.__cf_email__')).toHaveCount(0)
    }
  })
})

test('where rendering fails because of the DOM, the page is loaded again instead of an error [DOM-03]', async ({
  page,
}) => {
  await page.goto('/')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  // As where an extension removed what React rendered into the head.
  await page.evaluate(() => {
    const { insertBefore, appendChild } = Node.prototype
    // In the page alone: what fails before it is there React renders again. Files that the
    // router fetches ahead are not rendered by React.
    const fails = function (this: Node, node: Node, before?: Node | null): Node {
      const isFile = node instanceof HTMLLinkElement || node instanceof HTMLScriptElement
      if (isFile || !this.isConnected) {
        return before === undefined
          ? appendChild.call(this, node)
          : insertBefore.call(this, node, before)
      }
      Object.assign(Node.prototype, { insertBefore, appendChild })
      throw new DOMException('The node is not a child of this node.', 'NotFoundError')
    }
    Object.assign(Node.prototype, { insertBefore: fails, appendChild: fails })
  })
  page.removeAllListeners('console')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Collections' })
    .first()
    .click()
  await expect.poll(() => loads).toBe(1)
  // The page that was there, or the next one, by when React came to put something into it.
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^(Our Collection|Gold, and nothing else)$/)
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  expect(loads).toBe(1)
})
