import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test('a policy is changed, looked at, published and rolled back [TEXTS-01, TEXTS-02, TEXTS-03, TEXTS-04, TEXTS-05]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.setViewportSize({ width: 360, height: 900 })
  const isClean = async () => {
    await expectLooksRight(page, 'shop-texts', { targets: true })
  }
  const onShop = async () => (await page.request.get('/privacy-policy')).text()
  await page.goto('/admin/dashboard/texts')
  await isClean()
  await page.getByRole('link', { name: 'Privacy Policy', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await isClean()
  const body = page.getByLabel('Text', { exact: true })
  const shipped = await body.inputValue()

  await body.fill('Write to us.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Please keep {name}:')).toBeVisible()
  await expect(body).toHaveValue('Write to us.')

  await body.fill('{name}, {address}: write to {email}.\n\n## New\n\nWe keep **little**.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('This is a draft of ann@example.com')).toBeVisible()
  expect(await onShop()).not.toContain('We keep <strong>little</strong>')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Preview draft' }).click()
  const preview = await opened
  await expect(preview.getByText('We keep little.')).toBeVisible()
  await expect(preview.getByText('Draft preview. No one')).toBeVisible()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await preview.close()

  await page.getByLabel('Last updated').fill('March 11th, 2026')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Version 1 is in use.')).toBeVisible()
  expect(await onShop()).toContain('We keep <strong>little</strong>')
  expect(await onShop()).toContain('March 11th, 2026')
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByText('Marked as reviewed by ann@example.com')).toBeVisible()

  await page.getByRole('button', { name: 'Use the built-in text' }).click()
  await expect(
    page.getByText('You’re using the default again.', { exact: true }).first(),
  ).toBeVisible()
  await expect(body).toHaveValue(shipped)
  expect(await onShop()).not.toContain('We keep <strong>little</strong>')
  // Another version: to be read again.
  await expect(page.getByRole('button', { name: 'Mark as reviewed' })).toBeVisible()
  await page.getByRole('button', { name: 'Use version 1 again' }).click()
  await expect(page.getByText('Version 3 is in use.')).toBeVisible()
  expect(await onShop()).toContain('We keep <strong>little</strong>')
  await isClean()
})

test('the name of the shop is changed on the page that is open, and everywhere [BRANDING-01, BRANDING-03]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  await page.goto('/admin/dashboard/texts/brand')
  await page.getByLabel('Shop name').fill('Own Gold')
  await page.getByLabel('Email', { exact: true }).fill('own gold')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Please enter an email address')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('hello@own-gold.com')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('You’re offline. Nothing was saved.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('hello@own-gold.com')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Version 1 is in use.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Own Gold')

  await page.goto('/admin/dashboard/texts/announcement')
  await page.getByLabel('Text (optional)', { exact: true }).fill('Closed until Monday.')
  await page.getByLabel('Link (optional)', { exact: true }).fill('/contact')
  await page.getByLabel('Link text').fill('Write to us')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Version 1 is in use.')).toBeVisible()

  await page.goto('/')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Own Gold' })).toBeVisible()
  await expect(banner).toContainText('Closed until Monday.')
  await banner.getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'hello@own-gold.com' }),
  ).toBeVisible()
  await expect(page).toHaveTitle('Contact · Own Gold')
})

test('a post is written, and words are not left behind unasked [TEXTS-06]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/texts')
  await page.getByRole('button', { name: 'Write a post' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post 5')
  await page.getByLabel('Title').fill('How we cast')
  await page.getByLabel('Text', { exact: true }).fill('In **sand**.')
  await page.getByRole('link', { name: 'All content' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await asked.getByRole('button', { name: 'Stay here' }).click()
  // What is typed while the dialog is still open goes nowhere.
  await expect(asked).toBeHidden()
  await page
    .getByLabel('Excerpt (one or two sentences)')
    .fill('How a piece is cast in sand, by hand.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Version 1 is in use.')).toBeVisible()
  await page.goto('/blog')
  await page.getByRole('link', { name: 'How we cast' }).click()
  await expect(page).toHaveURL(/\/blog\/how-we-cast$/)
  await expect(page.getByRole('article').first()).toContainText('In sand.')
})
