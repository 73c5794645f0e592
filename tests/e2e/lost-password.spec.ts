import { TOTP } from 'otpauth'
import { sendPasswordLinks } from '#app/.server/auth/jobs/send-password-links.ts'
import { brokenRules, sizeFaults } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test.slow()

const password = 'another sentence of silver'

/** The links that the shop emails, each to whom. */
function emailedLinks({ app }: TestShop): { to: string; path: string }[] {
  const links: { to: string; path: string }[] = []
  app.mail = {
    send: async ({ to, text }) => {
      links.push({ to, path: /\/admin\/password\/[\w-]{43}/.exec(text)?.[0] ?? '' })
    },
  }
  return links
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'an admin' : 'an admin without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('who forgot the password chooses another by an emailed link and a code [FORGOT-01, FORGOT-02, FORGOT-03, FORGOT-06]', async ({
      page,
      shop,
    }) => {
      const admin = await firstAdmin(shop.app)
      const links = emailedLinks(shop)
      const look = async (name: string) => {
        if (!javaScriptEnabled) return
        expect(await brokenRules(page)).toEqual([])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          for (const width of [360, 768, 1440]) {
            await page.setViewportSize({ width, height: 800 })
            expect(await sizeFaults(page)).toMatchObject({ overflow: 0 })
            if (!process.env.PICTURES) continue
            const path = `${process.env.PICTURES}/${name}-${colorScheme}-${width}.png`
            await page.screenshot({ path, fullPage: true })
          }
        }
      }
      await page.goto('/admin/login')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
      const email = page.getByLabel('Email')
      await email.fill('ann')
      await page.getByRole('button', { name: 'Email Me a Link' }).click()
      await expect(email).toHaveAccessibleDescription(/Please enter an email address/)
      await expect(email).toHaveValue('ann')
      await look('forgot-password')
      for (const asked of ['nobody@example.com', admin.email]) {
        await page.goto('/admin/password')
        await email.fill(asked)
        await page.getByRole('button', { name: 'Email Me a Link' }).click()
        await expect(page.getByRole('status').first()).toContainText(
          `If ${asked} is an admin of this shop, an email with a link is on its way`,
        )
      }
      await look('forgot-password-asked')
      await expect(async () => {
        await sendPasswordLinks(shop.app)
        expect(links.map(({ to }) => to)).toEqual([admin.email])
      }).toPass()

      const path = links[0]?.path ?? ''
      const opened = await page.goto(path)
      expect(opened?.headers()['cache-control']).toContain('no-store')
      expect(opened?.headers()['referrer-policy']).toMatch(/^(no-referrer|same-origin)$/)
      await expect(page.getByText(`For ${admin.email}`)).toBeVisible()
      const change = page.getByRole('button', { name: 'Change the Password' })
      const code = page.getByLabel('Authenticator code')
      const fill = async (again: string, input: string) => {
        await page.getByLabel('New password', { exact: true }).fill(password)
        await page.getByLabel('Confirm new password').fill(again)
        await code.fill(input)
        await change.click()
      }
      await fill('something else entirely', '')
      await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription(
        /doesn’t match/,
      )
      await expect(code).toHaveAccessibleDescription(/Please fill this in/)
      await look('reset-password')
      await fill(password, '000000')
      await expect(code).toHaveAccessibleDescription(/Invalid MFA code/)
      await fill(password, codeFor(shop.app, admin))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
      await look('reset-password-done')
      await page.goto('/admin/dashboard')
      await expect(page).toHaveURL(/\/admin\/login$/)
      expect((await page.goto(path))?.status()).toBe(410)
      await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()

      shop.clock.advance({ minutes: 1 })
      await page.goto('/admin/login')
      await page.getByLabel('Email').fill(admin.email)
      await page.getByLabel('Password').fill(password)
      await code.fill(codeFor(shop.app, admin))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
    })
  })
}

test('where there is no mail server, and after too many requests, the page says what to do [FORGOT-02, FORGOT-06]', async ({
  page,
  shop,
}) => {
  await page.goto('/admin/password')
  await expect(page.getByText('we can’t send you a reset link')).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  emailedLinks(shop)
  for (const answer of ['is on its way', 'is on its way', 'is on its way', 'several times']) {
    await page.goto('/admin/password')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Email Me a Link' }).click()
    await expect(page.getByText(answer)).toBeVisible()
  }
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('an owner resets the second factor of a coworker, who signs in with the new one [FORGOT-04]', async ({
  page,
  browser,
  shop,
}) => {
  const ann = await firstAdmin(shop.app)
  const ben = await firstAdmin(shop.app, 'ben@example.com')
  await giveSession(page, shop, ann)
  const context = await browser.newContext({ baseURL: shop.url })
  const theirs = await context.newPage()
  await giveSession(theirs, shop, ben)
  await theirs.goto('/admin/dashboard')
  await expect(theirs).toHaveURL(/\/admin\/dashboard$/)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/staff')
  // One's own is reset nowhere here.
  await expect(page.getByText('Reset their second factor…')).toHaveCount(1)
  await page.getByText('Reset their second factor…').click()
  const current = page.getByLabel('Your own password')
  await current.fill('not this one')
  await page.getByLabel('Authenticator code').fill(codeFor(shop.app, ann))
  const button = page.getByRole('button', { name: `Reset Second Factor, ${ben.email}` })
  await button.click()
  await expect(page.getByText(`The second factor for ${ben.email} wasn’t reset.`)).toBeVisible()
  await expect(page.getByText('This isn’t your current password.')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(ann.password)
  await button.click()
  const heading = page.getByRole('heading', { name: `The new second factor for ${ben.email}` })
  await expect(heading).toBeFocused()
  await expect(
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await expectLooksRight(page, 'staff-reset', { widths: [360, 768, 1440], height: 800 })
  const link = await page.getByRole('link', { name: 'Open it in an app' }).getAttribute('href')
  const totp = new TOTP({ secret: new URL(link ?? '').searchParams.get('secret') ?? '' })
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/admin\/login$/)
  await theirs.getByLabel('Email').fill(ben.email)
  await theirs.getByLabel('Password').fill(ben.password)
  const code = totp.generate({ timestamp: shop.app.now().getTime() })
  await theirs.getByLabel('Authenticator code').fill(code)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs).toHaveURL(/\/admin\/dashboard$/)
  await context.close()
  await page.reload()
  await expect(heading).toHaveCount(0)
})
