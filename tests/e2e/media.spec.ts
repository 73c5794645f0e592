import sharp from 'sharp'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { photo } from '#tests/support/pictures.ts'

const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

test('pictures are uploaded, described, cut, put on a product and deleted [MEDIA-01, MEDIA-04, MEDIA-05, MEDIA-06, MEDIA-07, MEDIA-13]', async ({
  admin: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  // As over plain http.
  await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
  await page.goto('/admin/dashboard/media')
  await expect(page.getByText('No images yet')).toBeVisible()
  await page
    .getByLabel('Images to upload')
    .setInputFiles([
      file('ring.jpg', await photo('#b8862b', 4000, 3000)),
      file('chain.png', await photo('#3b5a6b', 800, 600)),
      file('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const refused = uploads.getByRole('listitem').filter({ hasText: 'drawing.svg' })
  // After the photographs before it, each of which is drawn again.
  await expect(refused).toContainText('Export it as a PNG', { timeout: 120_000 })
  // It is a drawing however often it is sent.
  await expect(refused.getByRole('button')).toHaveText(['Dismiss: drawing.svg'])
  await expect(page.getByText('2 of 3 images uploaded, 1 not.')).toBeVisible({
    timeout: 120_000,
  })
  const ring = uploads.getByRole('listitem').filter({ hasText: 'ring.jpg' })
  await ring.getByLabel('Image description (alt text)').fill('A ring on slate')
  await ring.getByRole('button', { name: 'Save' }).click()
  await expect(ring.getByRole('button', { name: 'Saved' })).toBeVisible()
  await refused.getByRole('button', { name: 'Dismiss' }).click()
  const library = page.getByRole('list', { name: 'Images', exact: true })
  await expect(library.getByRole('listitem')).toHaveCount(2)
  await expectLooksRight(page, 'media', { targets: true })

  await library.getByRole('link', { name: 'ring.jpg' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ring.jpg')
  await expect(page.getByLabel('Image description (alt text)')).toHaveValue('A ring on slate')
  await page.getByRole('button', { name: 'Turn right' }).click()
  await page.getByLabel('Left', { exact: true }).fill('20')
  await page.getByLabel('From the top').fill('80')
  await expectLooksRight(page, 'media-2', { targets: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The image was saved.')).toBeVisible()

  await page.goto('/admin/products/edit/7')
  const dialog = page.getByRole('dialog', { name: 'Images in the library' })
  await page.getByRole('button', { name: 'Choose from the library' }).click()
  await dialog.getByRole('button', { name: 'ring.jpg' }).click()
  await expect(dialog.getByText('1 image added.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const rows = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')
  await expect(rows).toHaveCount(6)
  await expect(rows.last().getByRole('textbox')).toHaveValue('A ring on slate')
  await page
    .getByLabel('Images to upload')
    .setInputFiles(file('band.jpg', await photo('#7d5a2b', 640, 480)))
  await expect(rows).toHaveCount(7, { timeout: 120_000 })
  await rows.last().getByRole('textbox').fill('A band')
  for (const at of [6, 5, 4, 3, 2, 1]) {
    await page.getByRole('button', { name: `Move image ${at + 1} up`, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await page.goto('/product/7')
  const large = page.getByRole('img', { name: 'A band' }).first()
  await expect(large).toBeVisible()
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/media\/[\da-f]{16}-[\da-f]{8}-640x480-50x50-(320|640)\.avif$/)

  await page.goto('/admin/dashboard/media?q=band')
  await page.getByRole('link', { name: 'band.jpg' }).click()
  await expect(page.getByText('It can be deleted once 1 product')).toBeVisible()
  await page.getByLabel('From the left').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The image was saved.')).toBeVisible()
  await page.goto('/product/7')
  await expect(large).toHaveAttribute('src', /-640x480-10x50\.jpg$/)
  await page.goto('/admin/dashboard/media?show=unused')
  await page.getByRole('link', { name: 'chain.png' }).click()
  await expect(page.getByRole('button', { name: 'Delete permanently' })).toBeHidden()
  await page.getByText('Delete this image').click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Media')
  await expect(page.getByText('2 images', { exact: true })).toBeVisible()
})

test('a dropped picture goes on after the connection was lost in its middle [MEDIA-01, MEDIA-02]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/media')
  let parts = 0
  await page.route('**/admin/media/upload?*', async (route) => {
    parts += 1
    if (parts === 1) return route.continue()
    if (parts === 2) return route.abort('connectionreset')
    if (parts === 3) {
      // It arrives, and its answer is lost.
      await route.fetch()
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  // Noise of a photograph's size, so that it takes several parts.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const create = { width: 1600, height: 1200, channels: 3 as const, background: '#888', noise }
  const bytes = await sharp({ create }).jpeg({ quality: 90 }).toBuffer()
  expect(bytes.length).toBeGreaterThan(1024 * 1024)
  const dropped = await page.evaluateHandle((base64) => {
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([raw], 'noise.jpg', { type: 'image/jpeg' }))
    return transfer
  }, bytes.toString('base64'))
  await page.getByText('Or drop images here.').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('1 of 1 image uploaded.')).toBeVisible({ timeout: 120_000 })
  expect(parts).toBeGreaterThanOrEqual(4)
})

test('a product is saved once its pictures are uploaded, and one that failed is named [MEDIA-17]', async ({
  admin: page,
}) => {
  await page.goto('/admin/products/edit/7')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/admin/media/upload?*', async (route) => {
    await held
    await route.continue()
  })
  await page
    .getByLabel('Images to upload')
    .setInputFiles([
      file('clasp.jpg', await photo('#7d5a2b', 640, 480)),
      file('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ])
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('button', { name: 'Uploading…' })).toBeDisabled()
  letGo()
  await expect(page.getByText(/isn’t saved yet: drawing\.svg was not uploaded/)).toBeVisible()
  await expect(page).toHaveURL(/\/edit\/7$/)
  await page.getByRole('button', { name: /^Dismiss.*drawing\.svg/ }).click()
  await page
    .getByLabel('Images to upload')
    .setInputFiles(file('hook.jpg', await photo('#2b5a7d', 640, 480)))
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await page.goto('/admin/products/edit/7')
  const rows = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')
  await expect(rows).toHaveCount(7)
})
