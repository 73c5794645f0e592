import type { Page } from '@playwright/test'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { type EmailServer, emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { readPdf, sumsIn } from '#tests/support/pdf.ts'
import { readyToSend } from '#tests/support/weighing.ts'

test.slow()

let server: EmailServer
test.beforeEach(async ({ shop }) => {
  server = await emailServer()
  sendsThrough(shop, server)
  await shop.goldBecomes('130')
})
test.afterEach(() => server.close())

/** The link in the email that comes, to the address that was asked for. */
async function emailedLink(shop: TestShop): Promise<string> {
  const link = () => {
    const words = server.delivered.map((email) => email.words).join()
    return /https?:[^\s"]+\/find-order\/[\w-]+/.exec(words)?.[0] ?? null
  }
  await expect.poll(link, { timeout: 20_000 }).not.toBeNull()
  return new URL(new URL(link() ?? '').pathname, shop.url).href
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a buyer' : 'a buyer without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('finds their orders by mail, with tracking and receipts [FIND-01, FIND-02, FIND-07, PAPER-06]', async ({
      page,
      shop,
    }) => {
      const sent = await paidOrder(shop.app)
      await recordShipment(shop.app, {
        ...(await readyToSend(shop.app, sent)),
        tracking: 'UPS 1Z999AA10123456784',
      })
      const order = await paidOrder(shop.app)
      await page.goto('/contact')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' }).click()
      await page.getByLabel('Email address').fill('nothing')
      await page.getByRole('button', { name: 'Email me the link' }).click()
      const field = page.getByLabel('Email address')
      await expect(field).toHaveAccessibleDescription(/Please enter an email address/)
      await expect(field).toHaveValue('nothing')
      await look(page, 'form', javaScriptEnabled)
      await field.fill('ADA@Example.com')
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await expect(page.getByText('Check your email.')).toBeVisible()
      await look(page, 'asked', javaScriptEnabled)

      const link = await emailedLink(shop)
      // A program that looks through the email follows its links first.
      const scanned = await fetch(link)
      expect(scanned.status).toBe(200)
      expect(scanned.headers.get('Cache-Control')).toBe('no-store, no-transform')
      expect(await scanned.text()).toContain('noindex')
      await page.goto(link)
      await look(page, 'link', javaScriptEnabled)
      await page.getByRole('button', { name: 'Show my orders' }).click()
      await expect(page).toHaveURL(/\/find-order\/orders$/)
      const [cookie] = await page.context().cookies(`${shop.url}/find-order/orders`)
      expect(cookie).toMatchObject({
        name: 'find-order',
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
      })
      const rows = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') })
      await expect(rows).toHaveCount(2)
      await expect(rows.nth(0)).toContainText(/Paid\s*Ships by/)
      await expect(rows.nth(1)).toContainText('Shipped')
      await expect(rows.nth(1).getByRole('link', { name: '1Z999AA10123456784' })).toHaveAttribute(
        'href',
        /ups\.com/,
      )
      await look(page, 'list', javaScriptEnabled)

      // The receipt says what the page says, to the cent.
      const receipt = await page
        .getByRole('link', { name: 'Receipt R-TEST-00002 (PDF)' })
        .getAttribute('href')
      const response = await fetch(new URL(receipt ?? '', shop.url))
      expect(response.headers.get('Content-Type')).toBe('application/pdf')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
      const { words } = await readPdf(new Uint8Array(await response.arrayBuffer()))
      expect(words).toContain(`Total ${formatCents(cents(order.totalCents))}`)
      await rows.nth(0).getByRole('link', { name: 'View order' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      const summary = (await page.getByRole('region', { name: order.number }).textContent()) ?? ''
      const told = new Set(sumsIn(words))
      for (const sum of sumsIn(summary)) expect(told).toContain(sum)
      await expect(
        page.getByRole('link', { name: 'Statement of value for your insurer (PDF)' }),
      ).toBeVisible()

      // The link is used; the list stays for this browser until it is closed.
      await page.goto(link)
      await expect(page.getByText('That link has expired.')).toBeVisible()
      await page.goto('/find-order/orders')
      await page.getByRole('button', { name: 'Close this list' }).click()
      await expect(page).toHaveURL(/\/find-order$/)
      await page.goto('/find-order/orders')
      await expect(page.getByText('That link has expired.')).toBeVisible()
    })
  })
}

test('ten requests a minute for somebody else’s link are refused in words, of any address alike [FIND-01, FIND-04]', async ({
  shop,
}) => {
  await paidOrder(shop.app)
  const ask = async (email: string) => {
    const response = await fetch(`${shop.url}/find-order`, {
      method: 'POST',
      headers: { Origin: shop.url, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email }),
    })
    const text = (await response.text()).replaceAll(email, '…')
    return {
      status: response.status,
      words: text.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' '),
    }
  }
  const known = await ask('ada@example.com')
  const unknown = await ask('nobody@example.com')
  expect(known.status).toBe(200)
  expect(unknown.words).toBe(known.words)
  const answers = []
  for (let times = 0; times < 10; times += 1) answers.push(await ask('ada@example.com'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, ...Array(8).fill(429)])
  expect(answers.at(2)?.words).toMatch(/A link was requested for this address several times\./)
  expect(answers.at(-1)?.words).toMatch(
    /too many requests from your network\. Please try again in \d+ seconds/,
  )
})

async function look(page: Page, name: string, withScripts: boolean) {
  if (!withScripts) return
  await expectLooksRight(page, `find-${name}`, { widths: [360, 1440], height: 900 })
}
