import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

for (const width of [390, 1440]) {
  test(`staff write for search engines, change a web address, and redirect an old one, at ${width} [SEO-10, SEO-12, SEO-13]`, async ({
    admin: page,
    shop,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/products/edit/7')
    const title = page.getByLabel('Title in search results')
    await expect(page.getByText(/^Aim for 30 to 60 characters\. Leave blank/)).toBeVisible()
    await title.fill('Pure gold fir cone pendant')
    await expect(page.getByText('Aim for 30 to 60 characters. It has 26 now.')).toBeVisible()
    // A bar at the bottom covers a part of whatever is there.
    await page.evaluate(() => scrollTo(0, 0))
    if (width === 1440) await expectLooksRight(page, 'product-search-texts')
    const slug = page.getByLabel('Web address')
    const before = await slug.inputValue()
    await slug.fill('cone-of-gold')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page).toHaveURL(/dashboard\/products/)

    const visitor = await context.newPage()
    await visitor.goto(`${shop.url}/product/${before}`)
    await expect(visitor).toHaveURL(`${shop.url}/product/7`)
    await expect(visitor).toHaveTitle('Pure gold fir cone pendant · Four Nines')

    await page.goto('/admin/dashboard/texts')
    await page.getByRole('link', { name: 'Redirects', exact: true }).click()
    await expect(page.getByRole('row', { name: `/product/${before}` })).toBeVisible()
    const [from, to] = [page.getByLabel('Old web address'), page.getByLabel('New web address')]
    await from.fill('/contact')
    await to.fill('/products')
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await expect(page.getByText(/^There is a page at \/contact\./).first()).toBeVisible()
    await expect(from).toHaveValue('/contact')
    await expect(to).toHaveValue('/products')
    await from.fill('/shop/cones')
    await page.getByRole('button', { name: 'Add redirect' }).click()
    const added = page.getByRole('row', { name: '/shop/cones' })
    await expect(added).toBeVisible()
    await expect(from).toHaveValue('')
    await expectLooksRight(page, 'redirects')
    expect(await brokenRules(page)).toEqual([])
    await visitor.goto(`${shop.url}/shop/cones`)
    await expect(visitor).toHaveURL(`${shop.url}/products`)

    await added.getByText('Delete this redirect…').click()
    await added.getByRole('button', { name: 'Delete redirect' }).click()
    await expect(added).toHaveCount(0)
  })
}
