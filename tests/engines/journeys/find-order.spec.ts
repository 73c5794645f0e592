import { expect } from '@playwright/test'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { test } from '../journey.ts'
import { button, field, link, main } from './parts.ts'

test('a buyer finds an order by email, reads its receipt, and prints its page [ENGINE-02, ENGINE-10]', async ({
  visit,
  shop,
}) => {
  const server = await emailServer()
  sendsThrough(shop, server)
  const order = await paidOrder(shop.app)
  const visitor = await visit({ width: 390, height: 844 })
  await visitor.open('/find-order')
  await visitor.fill(field(/^Email address/), 'ADA@Example.com')
  await visitor.press('Enter')
  await visitor.sees(main, 'Check your email.')
  const linkIn = () =>
    /https?:[^\s"]+(\/find-order\/[\w-]+)/.exec(server.delivered.map(({ words }) => words).join())
  await expect.poll(linkIn, { timeout: 30_000 }).not.toBeNull()
  await visitor.open(linkIn()?.[1] ?? '')
  await visitor.click(button('Show my orders'))
  await visitor.isAt(/\/find-order\/orders$/)
  await visitor.sees(main, order.number)
  const receipt = link(/^Receipt R-TEST-/)
  await visitor.sees(receipt)
  const address = (await visitor.look(receipt)).attributes.href ?? ''
  const response = await fetch(new URL(address, shop.url))
  const { words } = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expect(words).toContain(`Total ${formatCents(cents(order.totalCents))}`)
  await visitor.click(link('View order'))
  await visitor.sees({ role: 'heading', name: 'Thank you' })
  await visitor.sees(main, order.number)
  // Each engine reads the rules for paper: what is for the screen alone is not printed.
  await visitor.untilTrue(() =>
    [...document.styleSheets].some((sheet) =>
      [...sheet.cssRules].some((rule) => rule.cssText.includes('@media print')),
    ),
  )
  await server.close()
})
