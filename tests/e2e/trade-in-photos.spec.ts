import { acceptTradeIn, receiveTradeIn } from '#app/.server/trade-ins/commands/move-trade-in.ts'
import { requestTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { photo } from '#tests/support/pictures.ts'
import { asForm, offersAll, ownedPiece, requestOf, tradeInBy } from '#tests/support/trade-ins.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.slow()

test('a piece is photographed at the bench on a phone, seen by its owner, and a photo deleted [TRADE-27, TRADE-28]', async ({
  admin: page,
  shop,
  browser,
}) => {
  const { app } = shop
  await offersAll(app)
  const { certificate, code } = await ownedPiece(app)
  const asked = { ...requestOf('recast', code), certificateId: certificate.id }
  const { token } = await requestTradeIn(app, asked)
  await acceptTradeIn(app, await asForm(app, token, 'accept', { instructions: 'To us.' }))
  await receiveTradeIn(app, await asForm(app, token, 'receive'))
  const { id } = await tradeInBy(app, token)
  await page.goto(`/admin/dashboard/trade-ins/${id}`)
  const region = page.getByRole('region', { name: 'Photos', exact: true })
  await page.getByLabel('Weight in grams').fill('14.2')
  await region.getByLabel('Images to upload').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await photo('#886644') },
    { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await photo('#446688') },
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') },
  ])
  const photos = region.getByRole('list', { name: 'Photos of the piece' })
  await expect(photos.getByRole('img')).toHaveCount(2)
  await expect(region.getByText('This is an SVG drawing')).toBeVisible()
  // What was entered beside them stays.
  await expect(page.getByLabel('Weight in grams')).toHaveValue('14.2')
  await expectLooksRight(page, 'trade-in-photos')

  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await owner.setViewportSize({ width: 390, height: 844 })
  await owner.goto(`/trade-ins/${token}`)
  const shown = owner.getByRole('region', { name: 'Photos of your piece' })
  await expect(shown.getByRole('img')).toHaveCount(2)
  await expectLooksRight(owner, 'trade-in-owner-photos')
  const link = (await shown.getByRole('link').first().getAttribute('href')) ?? ''
  const file = await owner.request.get(link)
  expect(file.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
  })
  const elsewhere = await owner.request.get(link.replace(token, 'x'.repeat(32)))
  expect(elsewhere.status()).toBe(404)
  // The address for staff asks a visitor to sign in.
  const name = link.split('/').at(-1)
  const ofStaff = await owner.request.get(`/admin/dashboard/trade-ins/${id}/photos/${name}`)
  expect(ofStaff.headers()['content-type']).not.toContain('image/')

  await photos.getByText('Delete', { exact: true }).first().click()
  await photos.getByRole('button', { name: 'Delete the photo' }).first().click()
  await expect(photos.getByRole('img')).toHaveCount(1)
  await owner.reload()
  await expect(shown.getByRole('img')).toHaveCount(1)
  await owner.context().close()
})
