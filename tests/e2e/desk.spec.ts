import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

test.use({ reducedMotion: 'reduce' })

const ups = '1Z999AA10123456784'
const usps = ['9400111201080805483016', '9505511069605048600624', '9361289878700317633795']

/** Of two different pieces; none is held for its value. */
async function orderOfTwo(app: AppContext) {
  await app.db.orm.execute(sql`insert into risk_settings values ('current', 0, false, 0, now())`)
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 1 },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(app, payment(order))
  return order
}

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })

test('an order is made, ready, sent in two parcels and delivered [DESK-01, DESK-05, PARCEL-01, PARCEL-02, PARCEL-05, PARCEL-06, PARCEL-11, DELIVERED-01]', async ({
  admin: page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { id, number, token } = await orderOfTwo(shop.app)
  await page.goto('/admin/dashboard/orders')
  await page
    .getByRole('navigation', { name: 'Filter' })
    .getByRole('link', { name: /^To do/ })
    .click()
  const row = rowOf(page, number)
  await expect(row).toContainText(/\w{3}, \w{3} \d+/)
  // What is to be made can be fetched before it is made [PARCEL-12].
  const list = page.getByRole('link', { name: 'Pick list (PDF)' })
  const picks = await page.request.get((await list.getAttribute('href')) ?? '')
  expect((await readPdf(await picks.body())).words).toContain(number)
  await expect(page.getByRole('link', { name: 'Packing slips (PDF)' })).toHaveCount(0)
  await row.getByRole('button', { name: `Start production ${number}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'in production' })).toBeVisible()
  await page.getByRole('button', { name: `Undo ${number}` }).click()
  await expect(row.getByRole('button', { name: `Start production ${number}` })).toBeVisible()
  await row.getByRole('button', { name: `Start production ${number}` }).click()
  await row.getByRole('button', { name: `Mark as ready ${number}` }).click()
  await expect(row.getByRole('link', { name: `Ship ${number}` })).toBeVisible()
  await expectLooksRight(page, 'desk')
  await row.getByRole('link', { name: `Ship ${number}` }).click()

  await expect(page.getByRole('heading', { name: 'Prepare shipment' })).toBeInViewport()
  await weighOnScreen(page)
  await page.getByText('Value, insurance, and signature').click()
  await page.getByLabel('Insurer').fill('Parcel Cover')
  await page
    .getByRole('group', { name: 'Pieces in this package' })
    .getByRole('textbox')
    .nth(1)
    .fill('0')
  const tracking = page.getByLabel('Tracking', { exact: true })
  await tracking.fill('1Z999AA10123456785')
  await page.getByRole('checkbox', { name: /sanctions lists/ }).check()
  const send = page.getByRole('button', { name: 'Mark as shipped' })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('A digit in this UPS number is wrong')
  await tracking.fill(ups)
  await page.getByLabel('Carrier').first().selectOption('USPS')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('This is a UPS number, not USPS.')
  await page.getByLabel('Carrier').first().selectOption('Detect from tracking number')
  await send.click()
  await expect(page.getByText('The rest of the order still needs to ship.').first()).toBeVisible()
  // The next parcel has its own.
  await expect(page.getByRole('checkbox', { name: /sanctions lists/ })).not.toBeChecked()
  await expect(page.locator('#send').getByLabel('Tracking', { exact: true })).toHaveValue('')
  await expectLooksRight(page, 'desk')

  await page.goto('/admin/dashboard/orders?show=ready')
  await row.getByRole('link', { name: `Ship ${number}` }).click()
  await page
    .locator('#send')
    .getByLabel('Tracking', { exact: true })
    .fill(usps[0] ?? '')
  await page
    .locator('#send')
    .getByRole('checkbox', { name: /sanctions lists/ })
    .check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('The order is marked as shipped.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Prepare shipment' })).toHaveCount(0)

  await page.getByRole('button', { name: `Mark package as delivered UPS ${ups}` }).click()
  await expect(page.getByText('The package is marked as delivered.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Not delivered yet UPS ${ups}` })).toBeVisible()
  expect((await storedOrder(shop.app, id)).order.step).toBe('sent')
  await expectLooksRight(page, 'desk')

  await page.goto('/admin/dashboard/orders?show=sent')
  await row.getByRole('button', { name: `Mark as delivered ${number}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'delivered' })).toBeVisible()
  expect((await storedOrder(shop.app, id)).order).toMatchObject({
    state: 'fulfilled',
    step: 'delivered',
  })

  await page.goto(`/order/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order was delivered')
  await expect(page.getByText(/^It was delivered on \w{3}, \w{3} \d+\.$/)).toBeVisible()
  await expect(page.getByText('Shipping time:')).toHaveCount(0)
  const links = page.getByRole('main').getByRole('link')
  await expect(links.filter({ hasText: ups })).toHaveAttribute('href', /ups\.com\/track/)
  await expect(links.filter({ hasText: usps[0] ?? '' })).toHaveAttribute('href', /usps\.com/)
  await expect(page.getByText(/^Delivered \w+ \d+, \d{4}/)).toHaveCount(2)
  expect(await brokenRules(page)).toEqual([])
})

test('two people on one order: the second is told who was first, and sees it [DESK-06]', async ({
  admin: page,
  shop,
}) => {
  const { id, number } = await paidOrder(shop.app)
  await page.goto('/admin/dashboard/orders?show=todo')
  const seen = await seenByStaff(shop.app, { id }, 'bob@example.com')
  await changeStep(shop.app, { ...seen, to: 'making' })
  await rowOf(page, number)
    .getByRole('button', { name: `Start production ${number}` })
    .click()
  await expect(page.getByRole('alert')).toContainText('In production. (by bob@example.com)')
  await expect(rowOf(page, number)).toContainText('In production')
})

test('a packing morning takes six taps an order on a phone, and its papers tell nothing outside [PARCEL-06, PARCEL-08]', async ({
  admin: page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const packed: { id: string; number: string }[] = []
  for (const _ of usps) {
    const order = await paidOrder(shop.app)
    await changeStep(shop.app, { ...(await seenByStaff(shop.app, order)), to: 'ready' })
    packed.push(order)
  }
  await page.goto('/admin/dashboard/orders?show=ready')
  const [slips] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Packing slips (PDF)' }).click(),
  ])
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await slips.path())))
  const { text } = await extractText(pdf)
  expect(text).toHaveLength(2 * packed.length)
  expect(text[0]).toContain('Ada Buyer')
  expect(text[0]).not.toMatch(/gold|jewel|pendant|9999|24\s*k/i)

  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  let begin = page
    .getByRole('row')
    .getByRole('link', { name: /^Ship / })
    .first()
  const countSent = async () => {
    const all = await Promise.all(packed.map(({ id }) => storedOrder(shop.app, id)))
    return all.filter(({ order }) => order.step === 'sent').length
  }
  for (const [index, number] of usps.entries()) {
    taps = 0
    await tap(begin)
    const form = page.locator('#send')
    await expect(form).toBeInViewport()
    const slip = page.waitForEvent('download')
    await tap(page.getByRole('link', { name: 'Packing slip (PDF)' }))
    await slip
    const weight = form.getByLabel(/^Weight in grams of/)
    await tap(weight)
    // The key that the keyboard of a phone has for it, or the end of what a scale types.
    await page.keyboard.type('14.20')
    taps += 1
    await page.keyboard.press('Enter')
    // Typing goes on there by itself.
    await expect(form.getByLabel('Tracking', { exact: true })).toBeFocused()
    await page.keyboard.type(number)
    await tap(form.getByRole('checkbox', { name: /sanctions lists/ }))
    await tap(page.getByRole('button', { name: 'Mark as shipped' }))
    await expect(page.getByText('The order is marked as shipped.')).toBeVisible()
    // The words may still be those of the order before.
    await expect.poll(countSent).toBe(index + 1)
    expect(taps).toBeLessThanOrEqual(6)
    begin = page.getByRole('link', { name: /^Next to ship/ })
  }
})
