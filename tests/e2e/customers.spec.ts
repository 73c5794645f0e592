import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder, strayPayment } from '#tests/support/orders.ts'

test('a customer is found from the order, noted about and the note deleted [CUST-01, CUST-02, CUST-03]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await paidOrder(shop.app)
  await strayPayment(shop.app, order)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/admin/dashboard/customers')
  const table = page.getByRole('table', { name: /Customers/ })
  await expect(table.getByRole('row', { name: /Ada Buyer/ })).toContainText('ada@example.com')
  await expectLooksRight(page, 'customers', { targets: true })
  await page.getByLabel('Search customers').fill('nobody')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No customers match your search.')).toBeVisible()

  await page.goto(`/admin/dashboard/orders/${order.id}`)
  await page.getByRole('link', { name: 'Customer: 1 paid order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Buyer')
  await expect(page.getByRole('row', { name: new RegExp(order.number) })).toContainText('$2,596.00')
  await expect(page.getByRole('link', { name: '$2,596.00 USD' })).toBeVisible()
  const note = page.getByLabel('New note')
  await note.fill('Rings before noon.')
  await page.getByRole('button', { name: 'Save note' }).click()
  const kept = page.getByRole('listitem').filter({ hasText: 'Rings before noon.' })
  await expect(kept).toContainText('ann@example.com')
  await expect(note).toHaveValue('')
  await expectLooksRight(page, 'customers-2', { targets: true })
  await expect(kept.getByRole('button', { name: 'Delete permanently' })).toBeHidden()
  await kept.getByText('Delete this note…').click()
  await kept.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('The note was deleted.')).toBeVisible()
  await expect(kept).toHaveCount(0)
})
