import { eq } from 'drizzle-orm'
import { orders } from '#app/.server/platform/db/schema.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { type EasyPostServer, openEasyPostServer } from '#tests/support/easypost-server.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { buyerAddress, paidOrder, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

const test = base.extend<{ easypost: EasyPostServer; settings: Settings }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  easypost: async ({}, use) => {
    const easypost = await openEasyPostServer()
    await use(easypost)
    await easypost.close()
  },
  settings: async ({ easypost }, use) => use(easypost.settings()),
})
test.use({ reducedMotion: 'reduce' })

const number = '9400111201080805483016'

test('a label is chosen, bought, printed and its parcel sent [LABEL-01, LABEL-04, LABEL-05]', async ({
  admin: page,
  shop,
  easypost,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const order = await paidOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await weighOnScreen(page)
  // As the shop promises of every parcel [FACTS-17].
  const insured = page.getByRole('checkbox', { name: /Insure for the declared value/ })
  await expect(insured).toBeChecked()
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter the length in inches')
  await page.getByLabel('Length (in)').fill('8')
  await page.getByLabel('Width (in)').fill('6')
  await page.getByLabel('Height (in)').fill('4')
  await page.getByLabel('Weight (oz)').fill('12.5')
  await page.getByRole('button', { name: 'Get rates' }).click()
  const rates = page.getByRole('group', { name: 'Rates' })
  await expect(rates.getByRole('radio')).toHaveCount(3)
  // All that it costs, before it is bought [LABEL-14].
  await expect(rates).toContainText('$5.93 postage, $20.68 insurance')
  await expect(rates).toContainText('$26.61')
  await page.getByRole('checkbox', { name: /Insure for the declared value/ }).uncheck()
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(rates).not.toContainText('insurance')
  // Below the button that asked for them [LABEL-15].
  const asks = await page.getByRole('button', { name: 'Get rates' }).boundingBox()
  expect((await rates.boundingBox())?.y).toBeGreaterThan(asks?.y ?? Number.POSITIVE_INFINITY)
  await expect(rates).toContainText('8 × 6 × 4 in, 12.5 oz')
  await expectLooksRight(page, 'labels')
  await rates.getByRole('radio', { name: /USPS Priority, 2 days/ }).check()
  await page.getByRole('button', { name: 'Buy this label' }).click()
  const print = page.getByRole('link', { name: 'Print the test label (PDF)' })
  await expect(print).toBeVisible()
  await expect(page.getByText('carriers won’t accept it').first()).toBeVisible()
  await expect(page.getByLabel('Tracking', { exact: true })).toHaveValue(number)
  await expect(page.getByText('Every piece has been weighed.')).toBeVisible()
  await expectLooksRight(page, 'labels')
  const file = await page.request.get((await print.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect(await file.text()).toBe(easypost.file)
  await page.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('USPS Priority, $6.90', { exact: true })).toBeVisible()
  await expect(print).toBeVisible()
  // Both were on the screen before the parcel was sent: they do not say that it is stored.
  await expect
    .poll(async () => (await storedOrder(shop.app, order.id)).order)
    .toMatchObject({ state: 'fulfilled', tracking: `USPS ${number}` })
})

test('an address that no carrier prints is seen and corrected before the label is bought [PRINT-01, PRINT-04, LABEL-13]', async ({
  admin: page,
  shop,
  easypost,
}) => {
  const order = await paidOrder(shop.app)
  const shippingAddress = { ...buyerAddress, name: '王小明', line1: '10 Röslein Straße' }
  await shop.app.db.orm.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id))
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  const lines = page.getByRole('group', { name: 'Address for the carrier' })
  await expect(lines).toContainText('Please enter the name in Latin letters.')
  await expect(page.getByLabel('Street on the label')).toHaveValue('10 Roslein Strasse')
  await page.getByText('Edit contact details').click()
  await page.getByLabel('Street address').fill('12 Röslein Straße')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Street on the label')).toHaveValue('12 Roslein Strasse')
  for (const [label, text] of [
    ['Length (in)', '8'],
    ['Width (in)', '6'],
    ['Height (in)', '4'],
    ['Weight (oz)', '12.5'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(page.getByRole('alert')).toContainText('the name has “王小明.”')
  await expect(page.getByLabel('Street on the label')).toHaveValue('12 Roslein Strasse')
  await page.getByLabel('Name on the label').fill('Wang Xiaoming')
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(page.getByRole('group', { name: 'Rates' })).toBeVisible()
  expect([...easypost.shipments.values()].at(-1)?.request).toMatchObject({
    to_address: { name: 'Wang Xiaoming', street1: '12 Roslein Strasse' },
  })
  // The packing slip prints the name as it is, also as the shop is built [PRINT-01].
  const slip = await page.request.get(`/admin/dashboard/orders/${order.id}/packing-slip.pdf`)
  const { words } = await readPdf(await slip.body())
  expect(words).toContain('王小明 12 Röslein Straße')
})

test('while the gateway fails the form keeps what was typed, and a label can be refunded [LABEL-03, LABEL-07, LABEL-09]', async ({
  admin: page,
  shop,
  easypost,
}) => {
  const order = await paidOrder(shop.app)
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  for (const [label, text] of [
    ['Length (in)', '8'],
    ['Width (in)', '6'],
    ['Height (in)', '4'],
    ['Weight (oz)', '12.5'],
    ['Tracking', '1Z999AA10123456784'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  easypost.behave(500)
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(page.getByRole('alert')).toContainText('EasyPost isn’t responding')
  await expect(page.getByLabel('Weight (oz)')).toHaveValue('12.5')
  await expect(page.getByLabel('Tracking', { exact: true })).toHaveValue('1Z999AA10123456784')
  await page.getByLabel('Tracking', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Get rates' }).click()
  await expect(page.getByRole('group', { name: 'Rates' })).toBeVisible()
  easypost.behave(500, '', 2)
  await page.getByRole('button', { name: 'Buy this label' }).click()
  await expect(page.getByRole('alert')).toContainText('nothing is bought twice')
  await expect(page.getByText('We don’t know yet whether it was bought.')).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  shop.clock.advance({ minutes: 2 })
  await page.getByRole('button', { name: 'Request it again' }).click()
  await expect(page.getByText('Bought but not used yet.')).toBeVisible()
  const print = page.getByRole('link', { name: 'Print the test label (PDF)' })
  await expect(print).toBeVisible()
  // What it does is said before it is done [LABEL-15].
  const voids = page.getByRole('button', { name: 'Void the label' })
  await expect(voids).toBeHidden()
  await page.getByText('Void this label').click()
  await voids.click()
  await expect(page.getByText('Voided. The carrier hasn’t decided')).toBeVisible()
  await expect(print).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Void the label' })).toHaveCount(0)
  expect([...easypost.shipments.values()].filter(({ bought }) => bought)).toHaveLength(1)
})
