import { brokenRules } from '#tests/support/accessibility.ts'
import { emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a visitor' : 'a visitor without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('sends a message from the page, is told what is missing, and loses nothing [MESSAGE-01, MESSAGE-04]', async ({
      page,
    }) => {
      await page.goto('/contact')
      await page.getByLabel('Name').fill('Ada Buyer')
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Message').fill('Can you mend it?')
      const send = page.getByRole('button', { name: 'Send message' })
      await send.click()
      await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Please fill this in.')
      await expect(page.getByLabel('Message')).toHaveValue('Can you mend it?')
      if (javaScriptEnabled) expect(await brokenRules(page)).toEqual([])
      await page.getByLabel('Subject').fill('A bent pendant')
      await send.click()
      await expect(page.getByText(/We received your message.*ada@example\.com/)).toBeInViewport()
      await page.getByRole('link', { name: 'Write another message' }).click()
      await expect(page.getByLabel('Message')).toHaveValue('')
    })
  })
}

test('a message is found on Today and answered [MESSAGE-02, MESSAGE-05, MESSAGE-09]', async ({
  admin: page,
  shop,
}) => {
  const server = await emailServer()
  sendsThrough(shop, server)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/custom-work')
  await page.getByLabel('What you have in mind').fill('A fern.')
  await page.getByLabel('Phone').fill('206 555 0100')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Street address').fill('1 Main Street')
  await page.getByLabel('City').fill('Seattle')
  await page.getByLabel('State', { exact: true }).fill('WA')
  await page.getByLabel('ZIP').fill('98101')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('We received your message')).toBeVisible()

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /1 new message/ }).click()
  await expect(page.getByRole('link', { name: 'Custom Work Request' })).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('link', { name: 'Custom Work Request' }).click()
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('A fern.')
  await expect(page.getByRole('region', { name: 'Message' })).toContainText(
    'Custom work takes 30-45 business days.',
  )
  await expectLooksRight(page, 'messages', { targets: true })
  await page.getByLabel('Your reply').fill('We can.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page.getByRole('region', { name: 'Reply', exact: true })).toContainText('We can.')
  const words = () => server.delivered.filter(({ to }) => to.includes('ada@example.com'))
  await expect.poll(() => words().length, { timeout: 20_000 }).toBe(1)
  expect(words()[0]?.words).toContain('> A fern.')
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('The message is archived.')).toBeVisible()
  await server.close()
})
