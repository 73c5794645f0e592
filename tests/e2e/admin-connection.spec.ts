import type { Page, Route } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { TestShop } from '#tests/support/built-shop.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

const anyData = '**/*.data*'

/** From here on no write arrives, or each is answered by `answer`; reads go on. */
async function writesFail(page: Page, answer: (route: Route) => Promise<void>) {
  await page.route(anyData, (route) =>
    route.request().method() === 'POST' ? answer(route) : route.continue(),
  )
}
const cut = (route: Route) => route.abort('connectionfailed')
const busy = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'text/plain', body: 'busy' })

/** Puts a table out of reach of the shop, and back. */
const renameTable = (shop: TestShop) => (from: string, to: string) =>
  shop.app.db.orm.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)

const banner = (page: Page) => page.getByRole('alert')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Fails once in each way, keeps what was typed, and succeeds at the press of one button. */
async function survives(
  page: Page,
  {
    button,
    kept,
    done,
    failed,
  }: {
    button: string
    kept: () => Promise<void>
    done: string
    /** The title that the specification has for any failure. */
    failed?: string
  },
) {
  const address = page.url()
  await writesFail(page, cut)
  await press(page, button)
  await expect(banner(page)).toContainText('don’t know whether this was done. Check in a new tab')
  await expect(banner(page).getByRole('link', { name: 'Check in a new tab' })).toBeVisible()
  if (failed) await expect(banner(page)).toContainText(failed)
  else await expect(banner(page)).not.toContainText('This wasn’t done.')
  await expect(banner(page)).toContainText('The shop couldn’t be reached')
  await expect(banner(page)).toContainText('What you typed is still here.')
  await kept()
  await page.unroute(anyData)
  await writesFail(page, busy)
  await press(page, 'Try again')
  await expect(banner(page)).toContainText(failed ?? 'This wasn’t done.')
  await expect(banner(page)).toContainText('The shop couldn’t do this right now.')
  await kept()
  expect(page.url()).toBe(address)
  await page.unroute(anyData)
  await press(page, 'Try again')
  await expect(page.getByText(done)).toBeVisible()
  await expect(banner(page)).toBeHidden()
}

test('a lost connection keeps what was typed about shipping [ADM-13, SHIP-03]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/shipping')
  const time = page.getByLabel('Processing time')
  await time.fill('1 week')
  await survives(page, {
    button: 'Save Changes',
    kept: async () => {
      await expect(time).toHaveValue('1 week')
    },
    failed: 'Failed to save changes',
    done: 'Changes saved successfully',
  })
  await page.reload()
  await expect(time).toHaveValue('1 week')
})

test('a lost connection keeps the colors of the paracord [ADM-13, PARA-05]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/paracord')
  await page.getByLabel('Show the notice').check()
  await page.getByLabel('New color').fill('Sand')
  await press(page, 'Add')
  await page.getByLabel('New color').fill('Moss')
  await page.getByLabel('Message').fill('Ask us for a cord.')
  await survives(page, {
    button: 'Save Changes',
    kept: async () => {
      await expect(page.getByLabel('Show the notice')).toBeChecked()
      await expect(page.getByRole('button', { name: 'Remove Sand' })).toBeVisible()
      await expect(page.getByLabel('New color')).toHaveValue('Moss')
      await expect(page.getByLabel('Message')).toHaveValue('Ask us for a cord.')
    },
    failed: 'Failed to save changes',
    done: 'Changes saved successfully',
  })
  await expect(page.getByRole('button', { name: 'Remove Moss' })).toBeVisible()
})

test('a lost connection keeps the gold price that was typed [ADM-13, GADM-16]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/gold-price')
  const perGram = page.getByLabel('Price per gram (USD)')
  await perGram.fill('93.5')
  await survives(page, {
    button: 'Update Gold Price',
    kept: async () => {
      await expect(perGram).toHaveValue('93.5')
    },
    failed: 'Unexpected error: ',
    done: 'Gold price updated successfully',
  })
  await expect(perGram).toHaveValue('')
})

test('a lost connection keeps what was typed about an order [ADM-13, ORDER-07]', async ({
  admin: page,
  shop,
}) => {
  const paid = await paidOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${paid.id}`)
  await weighOnScreen(page)
  const tracking = page.getByLabel('Tracking')
  await tracking.fill('USPS 9400 1112 0108 0805 4830 16')
  await page.getByRole('checkbox', { name: 'I checked the recipient’s name' }).check()
  await survives(page, {
    button: 'Mark as shipped',
    kept: () => expect(tracking).toHaveValue('USPS 9400 1112 0108 0805 4830 16'),
    done: 'The order is marked as shipped.',
  })

  const pending = await pendingOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${pending.id}`)
  await page.getByText('Cancel this order').click()
  const reason = page.getByLabel('Why you’re canceling it')
  await reason.fill('Asked for by telephone')
  await survives(page, {
    button: 'Cancel the order',
    kept: () => expect(reason).toHaveValue('Asked for by telephone'),
    done: 'The order was canceled.',
  })
})

test('a product is saved and another deleted once the connection is back [ADM-10, ADM-13, FORM-16]', async ({
  admin: page,
}) => {
  await page.goto('/admin/products/edit/5')
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Typed before')
  await survives(page, {
    button: 'Update Product',
    kept: async () => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
    },
    failed: 'An unexpected error occurred',
    done: 'Product updated',
  })
  await page.getByRole('button', { name: 'Delete Typed before' }).click()
  await survives(page, {
    button: 'Yes',
    kept: async () => {},
    failed: 'An unexpected error occurred',
    done: 'Product deleted',
  })
})

test('a screen that cannot be loaded again keeps what it shows, until it can [ADM-20]', async ({
  admin: page,
  shop,
}) => {
  await page.goto('/admin/dashboard/gold-price')
  const current = page.getByRole('region', { name: 'Current price' })
  for (const [answer, perGram] of [
    [cut, '95.00'],
    [busy, '96.00'],
  ] as const) {
    await page.route(anyData, answer)
    // The open page hears of it, and loads its data again.
    await shop.goldBecomes(perGram)
    await expect(banner(page)).toContainText('This screen shows what was loaded last.')
    await expect(current).not.toContainText(perGram)
    await page.unroute(anyData)
    await press(page, 'Reload')
    await expect(banner(page)).toBeHidden()
    await expect(current).toContainText(perGram)
  }
})

test('a screen that could not be shown at all offers to try again until it can be [ADM-20, AUTH-09]', async ({
  admin: page,
  shop,
}) => {
  const rename = renameTable(shop)
  const failed = page.getByRole('heading', { name: 'Error fetching admin data' })
  const tryAgain = page.getByRole('link', { name: 'Try again' })
  await rename('admins', 'gone')
  await page.goto('/admin/dashboard/gold-price')
  await expect(failed).toBeVisible()
  await tryAgain.click()
  await expect(failed).toBeVisible()
  await rename('gone', 'admins')
  await tryAgain.click()
  await expect(page.getByRole('region', { name: 'Current price' })).toBeVisible()
})

test('a screen that fails at its first load, and again, is not left blank [ADM-20]', async ({
  admin: page,
  shop,
}) => {
  const rename = renameTable(shop)
  const tab = page.getByRole('link', { name: 'Media', exact: true })
  const failed = page.getByRole('heading', { name: 'Something went wrong' })
  await rename('media', 'gone')
  await page.goto('/admin/dashboard/media')
  await expect(failed).toBeVisible()
  const answered = page.waitForResponse(/media\.data/)
  await tab.click()
  expect((await answered).status()).toBe(500)
  await expect(failed).toBeVisible()
  await rename('gone', 'media')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('No images yet')).toBeVisible()
})

test('while the buttons of the screen are disabled, the same is tried again [ADM-24]', async ({
  admin: page,
  shop,
}) => {
  const pending = await pendingOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${pending.id}`)
  await page.getByText('Cancel this order').click()
  await page.getByLabel('Why you’re canceling it').fill('Asked for by telephone')
  await page.route(anyData, (route) =>
    route.request().method() === 'POST' ? cut(route) : route.continue(),
  )
  await press(page, 'Cancel the order')
  await expect(banner(page)).toContainText('The shop couldn’t be reached')
  await page.unroute(anyData)
  // As it is while the screen loads its data again.
  const button = page.getByRole('button', { name: 'Cancel the order' })
  await button.evaluate((element) => element.setAttribute('disabled', ''))
  await press(page, 'Try again')
  await expect(page.getByText('The order was canceled.')).toBeVisible()
})
