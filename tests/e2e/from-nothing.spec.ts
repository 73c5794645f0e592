import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { sizeFaults } from '#tests/support/accessibility.ts'
import { addsApp, newPage, test } from '#tests/support/from-nothing.ts'
import { photo } from '#tests/support/pictures.ts'
import { editor, openForm, save } from '#tests/support/product-form.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

test.use({ baseURL: async ({ shop }, use) => use(shop.url) })
test.describe.configure({ timeout: 400_000 })

/** One part of the checklist. */
const partOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const isWhole = async (page: Page) =>
  expect(await sizeFaults(page), page.url()).toEqual({ overflow: 0, small: [] })

for (const width of [360, 1440]) {
  test(`from an empty folder to the first sale, packed by a second person, without a terminal, at ${width} pixels [SETUP-08]`, async ({
    page,
    browser,
    shop,
    mail: email,
  }) => {
    const viewport = { width, height: 900 }
    await page.setViewportSize(viewport)

    await test.step('the first admin', async () => {
      await page.goto(shop.setupLink)
      await page.getByLabel('Email').fill('ann@example.com')
      await page.getByLabel('Password').fill('a long sentence of gold')
      await page.getByRole('button', { name: 'Continue' }).click()
      await addsApp(page, 'Create the account')
    })

    await test.step('the checklist: mail, payments and backups', async () => {
      await page.getByRole('main').getByRole('link', { name: 'View tasks' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup')
      await isWhole(page)
      const emails = partOf(page, 'Email')
      await emails.getByText('Set up mail server…').click()
      await emails.getByLabel('Host').fill('127.0.0.1')
      await emails.getByLabel('Port').fill(String(email.port))
      await emails.getByLabel('Encryption').selectOption('STARTTLS')
      await emails.getByLabel('Send emails from').fill('orders@shop.example')
      await emails.getByRole('button', { name: 'Save mail server' }).click()
      await emails.getByRole('button', { name: 'Send me a test email' }).click()
      await expect(emails.getByText('Done', { exact: true })).toBeVisible()
      const payments = partOf(page, 'Payments')
      await payments.getByText('Set up Stripe keys…').click()
      await payments.getByLabel('Secret key').fill(shop.stripe.secretKey)
      await payments.getByLabel('Signing secret').fill(shop.stripe.webhookSecret)
      await payments.getByRole('button', { name: 'Save Stripe keys' }).click()
      await expect(payments).toContainText('No test payment has been made yet. Buy')
      const backups = partOf(page, 'Backup')
      await backups.getByRole('button', { name: 'Create key' }).click()
      const keyFile = page.waitForEvent('download')
      await backups.getByText('Download backup-key.txt').click()
      expect(await readFile(await (await keyFile).path(), 'utf8')).toContain('AGE-SECRET-KEY-')
      await backups.getByLabel('Nightly backup location').fill(shop.backups)
      await backups.getByRole('button', { name: 'Save backup location' }).click()
      await expect(backups).toContainText('by ann@example.com.')
      await expect(partOf(page, 'Gold price').getByText('Done', { exact: true })).toBeVisible()
    })

    await test.step('the checklist: the shop itself, its texts, the tax', async () => {
      await page.goto('/admin/dashboard/texts/brand')
      await page.getByLabel('Email').fill('hello@tide-gold.com')
      await page.getByLabel('Phone').fill('(206) 441-2200')
      await page.getByLabel('Street').fill('12 Pike Place')
      await page.getByLabel('Founder').fill('Ada Gold')
      await page.getByLabel('Video channel').fill('https://videos.tide-gold.com/')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByText('Version 1 is in use.')).toBeVisible()
      await page.goto('/admin/dashboard/texts')
      const links = page.getByRole('table').getByRole('link')
      for (const link of await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')))) {
        await page.goto(link ?? '')
        const read = page.getByRole('button', { name: 'Mark as reviewed' })
        if (await read.isHidden()) continue
        await read.click()
        await expect(page.getByText(/^Marked as reviewed by ann@example.com/)).toBeVisible()
      }
      await page.goto('/admin/dashboard/sales-tax')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Changes saved successfully')).toBeVisible()
    })

    await test.step('twelve photographs', async () => {
      await page.goto('/admin/dashboard/media')
      const shades = Array.from({ length: 12 }, (_, at) => `#b8${(0x20 + 16 * at).toString(16)}2b`)
      await page.getByLabel('Images to upload').setInputFiles(
        await Promise.all(
          shades.map(async (shade, at) => ({
            name: `tide-${at + 1}.jpg`,
            mimeType: 'image/jpeg',
            // One as a camera gives it; each of that size takes seconds to make smaller.
            buffer: await (at === 0 ? photo(shade, 1600, 1200) : photo(shade, 800, 600)),
          })),
        ),
      )
      await expect(page.getByText('12 of 12 images uploaded.')).toBeVisible({ timeout: 240_000 })
      await page.reload()
      const library = page.getByRole('list', { name: 'Images', exact: true })
      await expect(library.getByRole('listitem')).toHaveCount(12)
      await isWhole(page)
    })

    await test.step('a product, and a copy of it', async () => {
      await openForm(page, '/admin/products/new')
      await page.getByLabel('Name', { exact: true }).fill('Tide')
      await page.getByLabel('Short Description').fill('A tide in gold.')
      await editor(page).click()
      await page.keyboard.type('Cast by hand.')
      const small = page.getByRole('group', { name: 'Size 1' })
      await small.getByLabel('Weight').fill('10')
      await page.getByRole('button', { name: 'Remove size Large', exact: true }).click()
      await page.getByRole('button', { name: 'Choose from the library' }).click()
      const dialog = page.getByRole('dialog', { name: 'Images in the library' })
      for (const name of ['tide-1.jpg', 'tide-2.jpg']) {
        await dialog.getByRole('button', { name, exact: true }).click()
      }
      await expect(dialog.getByText('2 images added.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const rows = page.getByRole('list', { name: 'Images in order' })
      await expect(rows.getByRole('listitem')).toHaveCount(2)
      for (const [at, words] of ['From the front', 'On a chain'].entries()) {
        await rows.getByRole('listitem').nth(at).getByRole('textbox').fill(words)
      }
      await isWhole(page)
      await save(page).click()
      await expect(page.getByText('Product created')).toBeVisible()
      await page.getByRole('button', { name: 'Duplicate Tide', exact: true }).click()
      await expect(page).toHaveURL(/\/admin\/products\/edit\//)
      await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
      await page.getByLabel('Name', { exact: true }).fill('Ebb')
      await save(page).click()
      await expect(page.getByText('Product updated')).toBeVisible()
    })

    await test.step('both priced and shown at once', async () => {
      await page.goto('/admin/dashboard/products?order=name')
      await page.getByLabel('Select Tide', { exact: true }).check()
      await page.getByLabel('Select Ebb', { exact: true }).check()
      await page.getByRole('button', { name: 'Edit selected' }).click()
      await page.getByLabel('Fee change').selectOption('add')
      await page.getByLabel('Amount').fill('50')
      await page.getByLabel('In the shop').selectOption('Show')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview')
      await expect(page.getByRole('main')).toContainText('$2,100.00')
      await isWhole(page)
      await page.getByRole('button', { name: 'Update 2 products' }).click()
      await expect(page.getByText(/^Made by ann@example.com/)).toBeVisible()
    })

    const number = await test.step('one is sold', async () => {
      const buyer = await newPage(browser, shop, viewport)
      await page.goto('/admin/dashboard/products?order=name')
      const link = page.getByRole('link', { name: 'View in shop Ebb' })
      await buyer.goto((await link.getAttribute('href')) ?? '')
      await expect(buyer.getByRole('main')).toContainText('$2,100.00')
      await buyer.getByRole('button', { name: 'Add to Cart' }).click()
      const cart = buyer.getByRole('dialog', { name: 'Your cart' })
      await expect(cart).toContainText(/held/i)
      await cart.getByRole('button', { name: 'Checkout' }).click()
      await buyer.getByLabel('Card number').fill('4242424242424242')
      await buyer.getByRole('button', { name: 'Pay' }).click()
      await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Thank you')
      await buyer.context().close()
      await page.goto('/admin/dashboard/orders')
      const row = page.getByRole('row').filter({ hasText: '$2,100.00' })
      await expect(row).toContainText('Paid')
      return (await row.getByRole('link').first().textContent()) ?? ''
    })

    await test.step('a second person packs it, and can do nothing else', async () => {
      await page.goto('/admin/staff')
      await page.getByLabel('Email', { exact: true }).fill('ben@example.com')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const link = await page.getByLabel('Link for ben@example.com').inputValue()
      const ben = await newPage(browser, shop, viewport)
      await ben.goto(link)
      await ben.getByLabel('Password').fill('another sentence of gold')
      await ben.getByRole('button', { name: 'Continue' }).click()
      await addsApp(ben, 'Accept the Invitation')
      const tabs = ben.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
      await expect(tabs).toHaveText(['Today', 'Orders'])
      expect((await ben.goto('/admin/dashboard/products'))?.status()).toBe(403)
      await ben.goto('/admin/dashboard/orders?show=todo')
      await ben.getByRole('link', { name: number, exact: true }).click()
      await weighOnScreen(ben)
      await ben.getByLabel('Tracking', { exact: true }).fill('1Z999AA10123456784')
      await ben.getByRole('checkbox', { name: /sanctions lists/ }).check()
      await isWhole(ben)
      await ben.getByRole('button', { name: 'Mark as shipped' }).click()
      await expect(ben.getByText('The order is marked as shipped.')).toBeVisible()
      await ben.context().close()
    })

    await test.step('a policy is changed and rolled back', async () => {
      const onShop = async () => (await page.request.get('/privacy-policy')).text()
      await page.goto('/admin/dashboard/texts')
      await page.getByRole('link', { name: 'Privacy Policy', exact: true }).click()
      const body = page.getByLabel('Text', { exact: true })
      const shipped = await body.inputValue()
      await body.fill(`${shipped}\n\nWe keep **little**.`)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByText('Version 1 is in use.')).toBeVisible()
      expect(await onShop()).toContain('We keep <strong>little</strong>')
      await page.getByRole('button', { name: 'Use the built-in text' }).click()
      await expect(body).toHaveValue(shipped)
      expect(await onShop()).not.toContain('We keep <strong>little</strong>')
      await isWhole(page)
      // Each change opens it again.
      await page.getByRole('button', { name: 'Mark as reviewed' }).click()
      await expect(page.getByText(/^Marked as reviewed by ann@example.com/)).toBeVisible()
    })

    await test.step('out as CSV, changed in three cells, and in again', async () => {
      await page.goto('/admin/dashboard/products?order=name')
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export CSV' }).click()
      const text = await readFile(await (await download).path(), 'utf8')
      const changed = text
        .replace(/^.*,Tide,.*$/m, (row) => row.replace(',800.00', ',810'))
        .replace(/^.*,Ebb,.*$/m, (row) =>
          row.replace(',800.00', ',820').replace('A tide in gold.', 'Low water in gold.'),
        )
      await page.getByRole('link', { name: 'Import CSV' }).click()
      await page.getByLabel('CSV file').setInputFiles({
        name: 'products.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(changed),
      })
      await page.getByRole('button', { name: 'Preview' }).click()
      const change = page.getByRole('button', { name: 'Update 2 products' })
      await expect(change).toBeVisible()
      await expect(page.getByRole('main')).toContainText('Low water in gold.')
      await isWhole(page)
      await change.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change')
      await page.goto('/products?q=ebb')
      await expect(page.getByRole('main')).toContainText('$2,120.00')
    })

    await test.step('what is open now waits for a real key, for the chains, and for the server', async () => {
      await expect(async () => {
        await page.goto('/admin/dashboard/setup')
        await expect(partOf(page, 'Backup').getByText('Done', { exact: true })).toBeVisible()
      }).toPass({ timeout: 90_000 })
      for (const name of ['Email', 'Gold price', 'Sales tax', 'Content']) {
        await expect(partOf(page, name).getByText('Done', { exact: true }), name).toBeVisible()
      }
      await expect(partOf(page, 'Payments')).toContainText('The last payment was made on')
      await expect(partOf(page, 'Payments').getByRole('listitem')).toHaveText(/test key/)
      await expect(partOf(page, 'Shop details').getByRole('listitem')).toHaveText([
        /still show the sample chain/,
        /sample products are still shown/,
      ])
    })
  })
}
