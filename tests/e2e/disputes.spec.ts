import { readFile } from 'node:fs/promises'
import { test as base, expect } from '#tests/support/journey.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { placed } from '#tests/support/stripe-shop.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

const test = base.extend<{ stripe: StripeServer; settings: Settings }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  stripe: async ({}, use) => {
    const stripe = await openStripeServer()
    await use(stripe)
    await stripe.close()
  },
  settings: async ({ stripe }, use) => use(stripe.settings()),
})

test('a dispute holds a parcel; its evidence is collected, it is won, released and sent [DISPUTE-01, DISPUTE-02, DISPUTE-06, HOLD-01, HOLD-02, HOLD-03]', async ({
  admin: page,
  shop,
  stripe,
}) => {
  const tell = async (event: StripeEvent) => {
    const { body, header } = stripe.signed(event)
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': header }
    const response = await fetch(`${shop.url}/api/stripe/webhook`, {
      method: 'POST',
      headers,
      body,
    })
    expect(response.status).toBe(200)
  }
  const order = await placed(shop.app, [{ productId: '7', size: 'Small', quantity: 3 }])
  const paid = stripe.pay(order.session)
  await tell(paid)
  const dispute = (type: string, status: string) =>
    stripe.event(`charge.dispute.${type}`, {
      id: 'dp_1',
      object: 'dispute',
      charge: 'ch_1',
      payment_intent: paid.data.object.payment_intent,
      amount: order.totalCents,
      currency: 'usd',
      status,
      reason: 'fraudulent',
    })
  await tell(dispute('created', 'needs_response'))
  await tell(dispute('funds_withdrawn', 'needs_response'))

  await page.goto('/admin/dashboard/orders?show=held')
  await page.getByRole('link', { name: order.number }).click()
  const main = page.getByRole('main')
  const section = (name: string) =>
    main.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const held = section('On hold: don’t ship')
  await expect(held).toContainText('must be reviewed before they ship')
  await expect(held).toContainText('Wait until the dispute is decided before you ship anything.')
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download evidence' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`evidence-${order.number}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await tell(dispute('closed', 'won'))
  await tell(dispute('funds_reinstated', 'won'))
  await page.reload()
  await expect(held).toContainText('We won a dispute')
  const release = (name: string) =>
    held.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

  const disputed = release('Payment disputed')
  await disputed.getByLabel('Why it can ship').fill('Won: the buyer knows of the order.')
  await disputed.getByRole('button', { name: 'Release' }).click()
  await expect(section('Past holds')).toContainText('Won: the buyer knows of the order.')

  const valuable = release('Needs review')
  await valuable.getByLabel('Why it can ship').fill('Spoke with Ada.')
  await valuable.getByLabel('Called the buyer').check()
  await valuable.getByLabel('Verified that the address').check()
  // Without the last check the browser does not even send it.
  await valuable.getByRole('button', { name: 'Release' }).click()
  await expect(section('Past holds')).not.toContainText('Spoke with Ada.')
  await valuable.getByLabel('Card name').check()
  await valuable.getByRole('button', { name: 'Release' }).click()
  await expect(section('Past holds')).toContainText('Spoke with Ada.')
  await expect(section('Past holds')).toContainText('ann@example.com')

  await weighOnScreen(page)
  await page.getByLabel('Tracking').fill('UPS 1Z999AA10123456784')
  await page.getByRole('checkbox', { name: /sanctions/ }).check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('The order is marked as shipped.')).toBeVisible()

  await page.goto('/admin/dashboard/risk')
  await page.getByLabel('Review orders of at least ($)').fill('7,500')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Review orders of at least ($)')).toHaveValue('7500.00')
})
