import { saveDraft } from '#app/.server/content/commands/text-drafts.ts'
import { emailText } from '#app/.server/emails/email-text.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { paidOrder } from '#tests/support/orders.ts'

test('staff write a mail in their own words, see it, keep a draft, publish it and go back [MAILTEXT-01, MAILTEXT-02, MAILTEXT-03, MAILTEXT-04, MAILTEXT-05]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const order = await paidOrder(shop.app)
  await page.setViewportSize({ width: 360, height: 900 })
  const isClean = async () => {
    await expectLooksRight(page, 'mail-texts', { targets: true })
  }
  await page.goto('/admin/dashboard/mails')
  await isClean()
  await page.getByRole('link', { name: 'Order confirmation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order confirmation')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(order.number)
  const formatted = preview.frameLocator('iframe')
  await expect(formatted.getByText('Thank you. We’ve received')).toBeVisible()
  await isClean()

  const [subject, body] = [page.getByLabel('Subject'), page.getByLabel('Text', { exact: true })]
  const builtIn = await body.inputValue()
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await body.fill('Dear friend,\n\n{what was bougt}')
  await publish.click()
  await expect(page.getByText('This email has no field {what was bougt}')).toBeVisible()
  await expect(body).toHaveValue('Dear friend,\n\n{what was bougt}')

  await subject.fill('Thank you, {order number}')
  await body.fill('Dear friend,\n\n{what was bought}\n\n{your order}')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview).toContainText(`Thank you, ${order.number}`)
  await expect(formatted.getByText('Dear friend,')).toBeVisible()
  await preview.getByRole('radio', { name: 'Plain text' }).check()
  await expect(preview.getByText('Dear friend,')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('No mail server is set up')).toBeVisible()
  await expect(body).toHaveValue(/Dear friend/)

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('This is a draft of ann@example.com')).toBeVisible()
  await expect(page.getByText('You’re using the default.')).toBeVisible()
  await page.getByRole('link', { name: 'All emails' }).click()
  await expect(page.getByText('Draft of ann@example.com').filter({ visible: true })).toBeVisible()
  await isClean()
  await page.getByRole('link', { name: 'Order confirmation' }).click()
  await expect(body).toHaveValue(/Dear friend/)
  await isClean()

  await publish.click()
  await expect(page.getByText('Published. The next email uses it.')).toBeVisible()
  await expect(page.getByText('Version 1 is in use.')).toBeVisible()
  await expect(page.getByText('This is a draft of')).toBeHidden()
  const next = await paidOrder(shop.app)
  const email = await emailed(shop.app, 'order-paid-buyer', next)
  expect(email.subject).toBe(`Test: Thank you, ${next.number}`)

  await page.getByRole('button', { name: 'Use the built-in text' }).click()
  await expect(
    page.getByText('You’re using the default again.', { exact: true }).first(),
  ).toBeVisible()
  await expect(body).toHaveValue(builtIn)
  await page.getByRole('button', { name: 'Use version 1 again' }).click()
  await expect(page.getByText('Version 3 is in use.')).toBeVisible()
  await expect(body).toHaveValue(/Dear friend/)
  await isClean()

  // A colleague keeps a draft. A preview stores nothing and loads nothing, so it is not replaced unseen.
  await body.fill('Dear reader,\n\n{what was bought}\n\n{your order}')
  const theirs = { subject: 'From Ben', body: 'Hello.\n\n{what was bought}\n\n{your order}' }
  const text = emailText('order-paid-buyer')
  await saveDraft(shop.app, { text, seen: 3, draft: 0, by: 'ben@example.com', typed: theirs })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(formatted.getByText('Dear reader,')).toBeVisible()
  await publish.click()
  await expect(page.getByText('ben@example.com changed this text').first()).toBeVisible()
  await expect(body).toHaveValue(/Dear reader/)
})
