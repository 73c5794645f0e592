import { expect, test } from '#tests/support/journey.ts'

const empty = [
  ['orders', 'There are no orders yet.', 'Buy a piece to try it', '/products'],
  ['orders?q=nothing-like-this', 'No orders match this search.', 'Show all orders', '/orders'],
  ['orders/returns', 'No returns need action.', 'Orders', '/orders'],
  ['trade-ins', 'No trade-ins need action.', 'New trade-in', '/trade-ins/new'],
  ['customers', 'No one has bought anything yet.', 'Orders', '/orders'],
  ['payments', 'Nothing to review.', 'Orders', '/orders'],
  ['products?q=nothing-like-this', 'nothing-like-this', 'Show all', '/products'],
] as const

test('a list with nothing to show says what will stand there, and leads on [HELP-04]', async ({
  admin: page,
}) => {
  for (const [path, text, link, to] of empty) {
    await page.goto(`/admin/dashboard/${path}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('paragraph').filter({ hasText: text }).first()).toBeVisible()
    await main.getByRole('link', { name: link, exact: true }).last().click()
    await expect(page, path).toHaveURL(new RegExp(`${to}(\\?.*)?$`))
  }
  await page.goto('/admin/dashboard/media')
  await expect(page.getByRole('main')).toContainText('Upload some above')
})
