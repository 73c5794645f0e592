import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'

test.slow()

test('a certificate goes into the box, is read by its buyer, claimed, handed on, given a new code and revoked [CERT-04, CERT-05, CERT-06, CERT-08, CERT-10, PIC-08]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await paidOrder(shop.app)
  const { serial } = await onRecord(shop.app, order.id, { mg: 14_210 })

  await page.goto(`/admin/dashboard/orders/${order.id}`)
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Certificates', exact: true }),
  })
  const action = await panel.locator('form[target=_blank]').getAttribute('action')
  const printed = await page.request.post(action ?? '', { headers: { Origin: shop.url } })
  expect(printed.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
  })
  const { pages } = await readPdf(await printed.body())
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('14.21 g × $130.00 = $1,847.30')
  const code = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec(pages[1] ?? '')?.[0] ?? ''
  expect(code).not.toBe('')
  await page.reload()
  await expect(panel.getByText(`${serial}, 14.21 g`)).toBeVisible()
  await look(page, 'admin')
  await recordShipment(shop.app, { ...(await seenByStaff(shop.app, order)), tracking: 'T-1' })

  await page.goto(`/order/${order.token}`)
  await expect(page.getByText(/14\.21 g/).first()).toBeVisible()
  await look(page, 'order')
  await page.getByRole('link', { name: serial }).click()
  await expect(page.getByText('fineness', { exact: true })).toBeVisible()
  const path = new URL(page.url()).pathname
  await expect(page.getByText('14.21 g × $130.00 = $1,847.30')).toBeVisible()
  for (const hidden of ['Ada Buyer', 'ada@example.com', order.number]) {
    await expect(page.getByText(hidden)).toHaveCount(0)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  const shot = PNG.sync.read(await page.getByLabel('QR code of this page').screenshot())
  const decoded = jsQR(new Uint8ClampedArray(shot.data), shot.width, shot.height, {
    inversionAttempts: 'dontInvert',
  })?.data
  expect(decoded).toBe(`${shop.app.publicUrl}${path}`)
  const corner = async () => {
    const picture = page.locator('header img')
    await picture.scrollIntoViewIfNeeded()
    const { data } = PNG.sync.read(await picture.screenshot())
    return Math.max(...data.subarray(0, 3))
  }
  expect(await corner()).toBeLessThan(215)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await corner()).toBeGreaterThan(235)
  await expect(page.locator('header div', { has: page.locator('> img') })).toHaveCSS(
    'border-top-style',
    'solid',
  )
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'page')

  const field = page.getByLabel('Claim code', { exact: true })
  await field.fill('not a code')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(
    /This isn’t this certificate’s claim code\. The code/,
  )
  await field.fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Its gold value today' })).toBeVisible()
  await look(page, 'opened')
  await page.getByRole('button', { name: 'Report it lost' }).click()
  await expect(page.getByRole('alert')).toContainText('The owner has reported this piece lost.')
  await look(page, 'lost')
  await page.getByRole('button', { name: 'Report it found' }).click()
  await expect(page.getByText('It’s marked as found.')).toBeVisible()
  await page.getByText('Transfer it…').click()
  await page.getByRole('button', { name: 'Transfer the certificate' }).click()
  await expect(page.getByText('The new owner’s claim code')).toBeVisible()
  await look(page, 'handed-on')

  // The new owner lost the code.
  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await panel.getByText(`New claim code for ${serial}`).click()
  await panel.getByLabel('How you know the piece is theirs').fill('They sent the sheet.')
  await panel.getByRole('button', { name: 'Create a new code' }).click()
  const made = panel.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
  await expect(made).toBeVisible()
  const newest = (await made.textContent()) ?? ''
  await look(page, 'new-code')
  await page.reload()
  await expect(panel.getByText(`New claim code for ${serial}`)).toBeVisible()
  await expect(made).toHaveCount(0)
  await page.goto(path)
  await expect(page.getByText('New claim code issued to the owner')).toBeVisible()
  await field.fill(newest)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Its gold value today' })).toBeVisible()

  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await panel.getByText('Revoke or update a certificate').click()
  await panel.getByLabel('What happened to it').selectOption('Revoke it')
  await panel.getByLabel('Reason for the change').fill('It came back and was melted.')
  await panel.getByRole('button', { name: 'Change the certificate' }).click()
  await expect(panel.getByText('Revoked.', { exact: true })).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('This certificate is no longer valid.')
  await expect(page.getByText('It came back and was melted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Own this piece?' })).toHaveCount(0)
  await look(page, 'revoked')
  expect((await storedCertificates(shop.app, order.id)).map(({ state }) => state)).toEqual([
    'revoked',
  ])
})

async function look(page: Page, name: string) {
  await expectLooksRight(page, `certificate-${name}`, { height: 900 })
}
