import { TOTP } from 'otpauth'
import { EmailRefused } from '#app/.server/emails/gateway/email-gateway.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { emailed } from '#tests/support/emailed.ts'
import { expect, test, withoutClipboard } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test.slow()

const ben = 'ben@example.com'

test('an owner invites somebody to the bench, who works there, gets another role, and is removed [INVITE-01, INVITE-03, INVITE-08, FRESH-02, ROLE-04, ADM-26]', async ({
  page,
  browser,
  shop,
}) => {
  await shop.goldBecomes('130')
  const owner = await firstAdmin(shop.app)
  await giveSession(page, shop, owner)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff')
  await expect(page.getByText('No pending invitations.')).toBeVisible()

  // What is missing is said beside its field.
  const email = page.getByLabel('Email', { exact: true })
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await invite.click()
  await expect(email).toHaveAccessibleDescription(/Please enter an email address/)
  expect(await brokenRules(page)).toEqual([])

  // A code is asked for, and what was typed is sent after it.
  await email.fill(ben)
  await invite.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(email).toHaveValue(ben)
  const confirm = async () => {
    await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
  }
  await confirm()
  const link = await page.getByLabel(`Link for ${ben}`).inputValue()
  await withoutClipboard(page)
  await page.getByRole('button', { name: 'Copy the Link' }).click()
  await expect(
    page.getByText('Not copied. The link is selected, so copy it yourself.'),
  ).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(link)
  const open = page.getByRole('region', { name: 'Pending invitations' })
  await expect(open).toContainText(ben)
  await expect(open).toContainText('workshop')
  await expect(email).toHaveValue('')
  await expectLooksRight(page, 'staff', { widths: [360, 768, 1440], height: 700 })

  // Another browser, of whom was invited.
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText('ann@example.com invited you')).toBeVisible()
  await expect(theirs.getByLabel('Email')).toHaveValue(ben)
  expect(await brokenRules(theirs)).toEqual([])
  await theirs.getByLabel('Password').fill('another sentence of gold')
  await theirs.getByRole('button', { name: 'Continue' }).click()
  const appLink = theirs.getByRole('link', { name: 'Open it in an app' })
  const secret = new URL((await appLink.getAttribute('href')) ?? '').searchParams.get('secret')
  const totp = new TOTP({ secret: secret ?? '' })
  const code = totp.generate({ timestamp: shop.app.now().getTime() })
  await theirs.getByLabel('Authenticator code').fill(code)
  await theirs.getByRole('button', { name: 'Accept the Invitation' }).click()
  await expect(theirs.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await theirs.getByRole('link', { name: 'to the dashboard' }).click()
  await expect(theirs).toHaveURL(/\/admin\/dashboard$/)
  await expect(theirs.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText([
    'Today',
    'Orders',
  ])
  await expect(theirs.getByRole('link', { name: 'Staff' })).toHaveCount(0)
  expect((await theirs.goto('/admin/staff'))?.status()).toBe(403)

  // The link is dead now.
  const again = await theirs.goto(link)
  expect(again?.status()).toBe(410)
  await expect(theirs.getByText('This invitation was already used. It')).toBeVisible()
  expect(await brokenRules(theirs)).toEqual([])

  await page.reload()
  await page.getByLabel(`Role for ${ben}`).selectOption('manager')
  shop.clock.advance({ minutes: 11 })
  await page.getByRole('button', { name: `Change Role, ${ben}` }).click()
  await confirm()
  await expect(page.getByText(`${ben}: workshop → manager.`)).toBeVisible()
  await theirs.goto('/admin/dashboard')
  await expect(theirs.getByRole('link', { name: 'Products' })).toBeVisible()

  await page.getByText('Remove this person…').click()
  shop.clock.advance({ minutes: 11 })
  await page.getByRole('button', { name: `Remove, ${ben}` }).click()
  await confirm()
  await expect(
    page.getByText(`${ben} is signed out everywhere and can’t sign in again.`),
  ).toBeVisible()
  await theirs.getByRole('link', { name: 'Gold Price' }).click()
  await expect(theirs).toHaveURL(/\/admin\/login$/)
  await context.close()

  // The last owner stays.
  await page.getByText('Remove yourself…').click()
  await page.getByRole('button', { name: `Remove, ${owner.email}` }).click()
  await expect(page.getByRole('alert')).toContainText('This is the shop’s last owner.')
})

test('an invitation is revoked, and its link says so [INVITE-04]', async ({ page, shop }) => {
  await giveSession(page, shop, await firstAdmin(shop.app))
  await page.goto('/admin/staff')
  await page.getByLabel('Email', { exact: true }).fill(ben)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel(`Link for ${ben}`).inputValue()
  await page.getByRole('button', { name: `Revoke the invitation for ${ben}` }).click()
  await expect(page.getByText('No pending invitations.')).toBeVisible()
  expect((await page.goto(link))?.status()).toBe(410)
  await expect(page.getByText('This invitation was revoked.')).toBeVisible()
})

test('an owner who gives up the role lands where they still may be [ROLE-04]', async ({
  page,
  shop,
}) => {
  const ann = await firstAdmin(shop.app)
  await firstAdmin(shop.app, 'oda@example.com')
  await giveSession(page, shop, ann)
  await page.goto('/admin/staff')
  await page.getByLabel(`Role for ${ann.email}`).selectOption('bench')
  await page.getByRole('button', { name: `Change Role, ${ann.email}` }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Staff' })).toHaveCount(0)
})

test('an invitation whose mail was not taken is sent again [INVITE-09]', async ({ page, shop }) => {
  const ann = await firstAdmin(shop.app)
  const links: string[] = []
  let takes = false
  shop.app.mail = {
    send: async ({ to, text }) => {
      if (to !== ben) return
      if (!takes) throw new EmailRefused('550 No mailbox here', { permanent: true, code: '550' })
      links.push(/http\S+\/admin\/invitation\/\S+/.exec(text)?.[0] ?? '')
    },
  }
  await giveSession(page, shop, ann)
  await page.goto('/admin/staff')
  await page.getByLabel('Email', { exact: true }).fill(ben)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel(`Link for ${ben}`).inputValue()
  const open = page.getByRole('region', { name: 'Pending invitations' })
  const again = page.getByRole('button', { name: `Send the email again to ${ben}` })
  expect(await emailed(shop.app, 'invitation')).toMatchObject({ state: 'failed' })
  await page.reload()
  await expect(open).toContainText('not accepted by the mail server')
  expect(await brokenRules(page)).toEqual([])
  takes = true
  await again.click()
  await expect(page.getByText('The email was sent again')).toBeVisible()
  await expect(again).toHaveCount(0)
  expect(await emailed(shop.app, 'invitation')).toMatchObject({ state: 'sent' })
  expect(links).toEqual([link])
})
