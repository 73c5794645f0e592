import type { Page } from '@playwright/test'
import { invalidateCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { topics } from '#content/qa/index.ts'
import { storedCertificates } from '#tests/support/certificates.ts'
import { expect, test } from '#tests/support/journey.ts'
import { layoutFaults } from '#tests/support/layout-faults.ts'
import { heldOrder, paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { insertProducts } from '#tests/support/products.ts'
import { readyToSend } from '#tests/support/weighing.ts'

const widths = [360, 768, 1440]

/** Every screen at every width; the faults by screen, so that all of them are seen at once. */
async function faultsOf(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const faults = await layoutFaults(page)
      if (faults.length > 0) found[`${path} at ${width}`] = faults
    }
  }
  return found
}

test.use({ reducedMotion: 'reduce' })

test('the layout check finds each kind of fault, and none where there is none [A11Y-09]', async ({
  page,
}) => {
  const faultsIn = async (body: string) => {
    await page.setContent(`<body style="margin:0;font:16px/1.5 sans-serif">${body}`)
    return (await layoutFaults(page)).join('\n')
  }
  await page.setViewportSize({ width: 360, height: 640 })
  const wide = '<div style="width:500px;height:20px">'
  const over = 'style="position:absolute;top:0;left:0"'
  expect(await faultsIn(wide)).toContain('wider than the page')
  expect(await faultsIn(`<div style="overflow:auto">${wide}`)).toBe('')
  expect(await faultsIn('<p style="width:40px;word-break:break-all">Mountain')).toContain(
    'broken word: Mountain',
  )
  expect(await faultsIn('<p style="width:40px">Sea and stone')).toBe('')
  const key = (text: string) => `<p style="width:40px;word-break:break-all"><code>${text}</code>`
  expect(await faultsIn(key('IVO1sPO9lmYc3k6BMkY6DainkFuZXK6V/fVKHJh+JK'))).toBe('')
  expect(await faultsIn(key('Mountain'))).toContain('broken word: Mountain')
  expect(await faultsIn(`<p ${over}>Price</p><p ${over}>Name</p>`)).toContain('"Price" and "Name"')
  expect(await faultsIn('<p>Price</p><p>Name</p>')).toBe('')
  // A bar that stays in view may hide what scrolls by, but not let it shine through.
  const barOn = (ground: string) =>
    `<p ${over}>Price</p><p style="position:fixed;top:0;left:0;background:${ground}">Save</p>`
  expect(await faultsIn(barOn('oklch(0.9 0.1 70)'))).toBe('')
  for (const ground of ['oklch(0.9 0.1 70 / 0.5)', 'rgb(255 255 255 / 50%)', 'transparent']) {
    expect(await faultsIn(barOn(ground)), ground).toContain('"Price" and "Save"')
  }
  expect(
    await faultsIn(`<button ${over}>Buy</button><div style="position:fixed;inset:0">`),
  ).toContain('covered: <button> "Buy"')
  expect(await faultsIn('<label><input type="radio"> Small</label><button>Buy</button>')).toBe('')
})

test('every screen of the shop is laid out well [A11Y-09]', async ({ page, shop }) => {
  test.setTimeout(300_000)
  await shop.goldBecomes('130.00')
  const orders = [
    await pendingOrder(shop.app),
    await paidOrder(shop.app),
    await heldOrder(shop.app),
  ]
  await readyToSend(shop.app, { id: orders[1]?.id ?? '' })
  await printForBox(shop.app, { id: orders[1]?.id ?? '', by: 'ann@example.com' })
  const [certificate] = await storedCertificates(shop.app, orders[1]?.id ?? '')
  const faults = await faultsOf(page, [
    '/',
    '/products',
    '/products?q=nothing+of+this',
    '/product/7',
    '/product/none',
    '/gold-price',
    '/gold-price?range=year&piece=7',
    '/gold-price/proof',
    '/gold-price/proof/1?grams=14.2&fee=60',
    '/our-story',
    '/custom-work',
    '/guarantees',
    '/material-guarantee',
    '/laser-weight-guarantee',
    '/recast-guarantee',
    '/contact',
    '/blog',
    '/blog/1',
    '/qa',
    ...topics.map(({ id }) => `/qa/${id}`),
    '/privacy-policy',
    '/terms-and-conditions',
    '/find-order',
    '/nowhere',
    ...orders.map(({ token }) => `/order/${token}`),
    `/certificate/${certificate?.id}`,
    `/test-payment/${orders[0]?.token}`,
    '/admin/login',
    '/admin/password',
  ])
  expect(faults).toEqual({})

  await page.goto('/product/7')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByText('Price held for').waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await layoutFaults(page), `the cart at ${width}`).toEqual([])
  }
})

test('every screen of the admin area is laid out well [A11Y-09]', async ({ admin: page, shop }) => {
  test.setTimeout(300_000)
  await shop.goldBecomes('130.00')
  const { db } = shop.app
  await insertProducts(db, [
    {
      id: 'long',
      name: 'The Long Coastline of the Olympic Peninsula in Winter Light',
      featured: true,
    },
    ...Array.from({ length: 30 }, (_, index) => ({ id: `more-${index}` })),
  ])
  invalidateCatalog(shop.app)
  const orders = [
    await pendingOrder(shop.app),
    await paidOrder(shop.app),
    await heldOrder(shop.app),
  ]
  const faults = await faultsOf(page, [
    '/admin/dashboard',
    '/admin/dashboard/products',
    '/admin/dashboard/gold-price',
    '/admin/dashboard/orders',
    ...orders.map(({ id }) => `/admin/dashboard/orders/${id}`),
    '/admin/dashboard/woocommerce',
    '/admin/dashboard/paracord',
    '/admin/dashboard/shipping',
    '/admin/dashboard/sales-tax',
    '/admin/dashboard/sales-tax/report',
    '/admin/dashboard/bank-price',
    '/admin/dashboard/debug',
    '/admin/account',
    '/admin/products/new',
    '/admin/products/edit/7',
    '/admin/products/edit/long',
  ])
  expect(faults).toEqual({})
})
