import { requestTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { type EasyPostServer, openEasyPostServer } from '#tests/support/easypost-server.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { offersAll, ownedPiece, requestOf, tradeInBy } from '#tests/support/trade-ins.ts'

const test = base.extend<{ easypost: EasyPostServer; settings: Settings }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  easypost: async ({}, use) => {
    const easypost = await openEasyPostServer()
    await use(easypost)
    await easypost.close()
  },
  settings: async ({ easypost }, use) => use(easypost.settings()),
})
test.use({ viewport: { width: 390, height: 844 } })
test.slow()

const number = '9400111201080805483016'

test('a prepaid label is bought for a trade-in on a phone, and printed by its owner [TRADE-23, TRADE-24, TRADE-26]', async ({
  admin: page,
  shop,
  easypost,
  browser,
}) => {
  const { app } = shop
  await shop.goldBecomes('130')
  await offersAll(app)
  const { certificate, code } = await ownedPiece(app)
  const asked = { ...requestOf('sell-back', code), certificateId: certificate.id }
  const { token } = await requestTradeIn(app, asked)
  const { id } = await tradeInBy(app, token)
  await page.goto(`/admin/dashboard/trade-ins/${id}`)
  await page.getByText('Buy a label through EasyPost…').click()
  const rates = page.getByRole('button', { name: 'Get rates' })
  await expect(page.getByLabel('Owner’s name')).toHaveValue('Bea Owner')
  await page.getByLabel('Street address').fill('1 Pine St')
  await rates.click()
  await expect(page.getByRole('alert')).toContainText('Please enter the city.')
  await expect(page.getByLabel('Street address')).toHaveValue('1 Pine St')
  await page.getByLabel('City').fill('Seattle')
  await page.getByLabel('State', { exact: true }).selectOption('WA')
  await page.getByLabel('ZIP').fill('98101')
  for (const [label, value] of [
    ['Length (in)', '8'],
    ['Width (in)', '6'],
    ['Height (in)', '4'],
    ['Weight (oz)', '12.5'],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await rates.click()
  const offered = page.getByRole('group', { name: 'Rates' })
  await expect(offered.getByRole('radio')).toHaveCount(3)
  await expect(offered).toContainText('From Bea Owner, 1 Pine St, Seattle, WA 98101')
  await expectLooksRight(page, 'trade-in-label-rates')
  await page.getByRole('button', { name: 'Buy this label' }).dblclick()
  await expect(page.getByRole('link', { name: 'Print the test label (PDF)' })).toBeVisible()
  expect([...easypost.shipments.values()].filter(({ bought }) => bought)).toHaveLength(1)
  await expect(page.getByLabel('Tracking number of a prepaid label')).toHaveCount(0)
  await expectLooksRight(page, 'trade-in-label-bought')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('The trade-in was approved.')).toBeVisible()

  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await owner.setViewportSize({ width: 390, height: 844 })
  await owner.goto(`/trade-ins/${token}`)
  await expect(owner.getByText(number)).toBeVisible()
  const print = owner.getByRole('link', { name: 'Print the label (PDF)' })
  await expectLooksRight(owner, 'trade-in-owner-label')
  const file = await owner.request.get((await print.getAttribute('href')) ?? '')
  expect(file.headers()).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store' },
  })
  expect((await file.body()).toString()).toContain('%PDF-')
  const other = await owner.request.get(`/trade-ins/${'x'.repeat(32)}/label.pdf`)
  expect(other.status()).toBe(404)
  await owner.context().close()

  // Voided while it was not used, by a second press.
  easypost.refundsBecome = 'refunded'
  await page.reload()
  await page.getByText('Void this label').click()
  await page.getByRole('button', { name: 'Void the label' }).click()
  await expect(page.getByText('Voided and refunded.')).toBeVisible()
  await expect(page.getByText('Buy a label through EasyPost…')).toBeVisible()
})
