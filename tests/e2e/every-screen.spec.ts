import type { Page } from '@playwright/test'
import { invalidateCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { topics } from '#content/qa/index.ts'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
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

/** The address of every page of the shop, with orders of each kind made for it. */
async function everyPage(shop: TestShop): Promise<string[]> {
  await shop.goldBecomes('130.00')
  const orders = [
    await pendingOrder(shop.app),
    await paidOrder(shop.app),
    await heldOrder(shop.app),
  ]
  await readyToSend(shop.app, { id: orders[1]?.id ?? '' })
  await printForBox(shop.app, { id: orders[1]?.id ?? '', by: 'ann@example.com' })
  const [certificate] = await storedCertificates(shop.app, orders[1]?.id ?? '')
  return [
    '/',
    '/products',
    '/products?q=nothing+of+this',
    '/product/7',
    '/product/none',
    '/gold-price',
    '/gold-price?range=day&piece=7',
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
    '/blog/4',
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
  ]
}

/** What is wrong with the page as it stands, at a width. Leaves it in light. */
async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  const { overflow, small } = await sizeFaults(page)
  const faults = overflow > 0 ? [`${overflow} pixels wider than the window`] : []
  if (width === 320) faults.push(...small.map((target) => `too small to be hit: ${target}`))
  if (width === 360 || width === 1440) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const broken = await brokenRules(page)
      faults.push(...broken.map((rule) => `${colorScheme}: ${JSON.stringify(rule)}`))
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return widths.includes(width) ? [...faults, ...(await layoutFaults(page))] : faults
}

// A page is loaded once and asked everything. In parts, so that all cores have one.
const parts = [0, 1, 2]
for (const part of parts) {
  test(`every page of the shop is laid out well and is for everyone, part ${part + 1} of ${parts.length} [A11Y-01, A11Y-05, A11Y-09]`, async ({
    page,
    shop,
  }) => {
    test.setTimeout(300_000)
    const wrong: Record<string, string[]> = {}
    for (const [at, path] of (await everyPage(shop)).entries()) {
      if (at % parts.length !== part) continue
      await page.goto(path)
      // Just below and above where the layout changes, too.
      for (const width of [320, 360, 639, 768, 1023, 1024, 1440, 1920]) {
        const faults = await faultsAt(page, width)
        if (faults.length > 0) wrong[`${path} at ${width}`] = faults
      }
    }
    expect(wrong).toEqual({})
  })
}

test('the open cart is laid out well [A11Y-09]', async ({ page, shop }) => {
  await shop.goldBecomes('130.00')
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
    '/admin/dashboard/reminders',
    '/admin/dashboard/newsletter',
    '/admin/dashboard/paracord',
    '/admin/dashboard/shipping',
    '/admin/dashboard/sales-tax',
    '/admin/dashboard/sales-tax/report',
    '/admin/dashboard/accounting',
    '/admin/dashboard/accounting/accounts',
    '/admin/dashboard/bank-price',
    '/admin/dashboard/debug',
    '/admin/account',
    '/admin/products/new',
    '/admin/products/edit/7',
    '/admin/products/edit/long',
  ])
  expect(faults).toEqual({})
})
