import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readStripeBalance } from '#app/.server/bookkeeping/jobs/read-stripe-balance.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { stripeBalanceReads } from '#app/.server/platform/db/bookkeeping-schema.ts'
import { monthOf } from '#app/.server/tax/queries/tax-report.ts'
import { cents } from '#app/domain/money/cents.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { payOut } from '#tests/support/stripe-balance.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { placed, tell } from '#tests/support/stripe-shop.ts'

base.slow()

/** A shop that takes cards at the stand-in of Stripe. */
const test = base.extend<{ stripe: StripeServer; settings: Settings }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
  stripe: async ({}, use) => {
    const stripe = await openStripeServer()
    await use(stripe)
    await stripe.close()
  },
  settings: async ({ stripe }, use) => {
    await use(stripe.settings())
  },
})

async function downloads(page: Page, program: 'QuickBooks' | 'Xero'): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: `Download for ${program}` }).click()
  const file = await download
  const name = new RegExp(`^journal-\\d{4}-\\d\\d-${program.toLowerCase()}-test\\.csv$`)
  expect(file.suggestedFilename()).toMatch(name)
  return (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n')
}

const inCents = (text = '') => Math.round(Number(text) * 100)

test('an owner names accounts, reads a month that ties out, and downloads it for both programs, on a phone and a desk [JOURNAL-04, JOURNAL-05, JOURNAL-06]', async ({
  admin: page,
  shop,
  stripe,
}) => {
  await shop.goldBecomes('130')
  const { app } = shop
  const order = await placed(app)
  expect(await tell(app, stripe.signed(stripe.pay(order.session)))).toBe(200)
  const made = await madeOrder(app)
  await recordOfflinePayment(app, {
    ...(await asStaff(app, made)),
    ...{ kind: 'wire', amount: cents(made.totalCents), payer: 'Ada', reference: 'W1' },
    ...{ receivedOn: '2026-03-12', form8300: undefined },
  })
  // Read again, since the job of the shop came before the payout; this second is read with the next day.
  payOut(stripe.store, { created: Math.floor(Date.now() / 1000) - 10 })
  for (const each of stripe.store.balance.transactions) each.created -= 10
  await expect(async () => {
    await app.db.orm.delete(stripeBalanceReads)
    expect(await readStripeBalance(app)).toBe('done')
  }).toPass()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/dashboard/payments')
  await page.getByRole('link', { name: 'Journal entries for your accountant' }).click()
  await page.getByRole('link', { name: 'Account names and codes' }).click()
  const sales = page.getByRole('group', { name: 'Sales – Jewelry' })
  await sales.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await expectLooksRight(page, 'accounts')
  await sales.getByLabel('Name').fill('Revenue:Jewelry')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/dashboard/accounting?month=${monthOf(new Date())}`)
    const main = page.getByRole('main')
    for (const text of ['Revenue:Jewelry', 'Stripe Fees', 'ties out', 'by bank wire']) {
      await expect(main).toContainText(text)
    }
    if (width === 390) await expectLooksRight(page, 'accounting')
    const [head, ...rows] = await downloads(page, 'QuickBooks')
    expect(head).toBe('JournalNo,JournalDate,AccountName,Debits,Credits,Description')
    const cells = rows.map((row) => row.split(','))
    const sum = (column: number) => cells.reduce((all, row) => all + inCents(row[column]), 0)
    expect(sum(3)).toBe(sum(4))
    expect(sum(3)).toBeGreaterThan(order.totalCents)
    const [, ...lines] = await downloads(page, 'Xero')
    expect(lines.reduce((all, line) => all + inCents(line.split(',').at(-1)), 0)).toBe(0)
    expect(lines).toHaveLength(rows.length)
  }
})
