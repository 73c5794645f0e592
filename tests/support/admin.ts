import type { Page } from '@playwright/test'
import { type Secret, TOTP } from 'otpauth'
import type { AppContext } from '#app/.server/app-context.ts'
import { openSession } from '#app/.server/auth/commands/admin-session.ts'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'

/** An admin and all that they know. `secret` is the authenticator app's. */
export type TestAdmin = {
  id: string
  email: string
  password: string
  secret: Secret
  recoveryCodes: string[]
}

/** An admin with a second factor, made as the command line makes one. */
export async function firstAdmin(app: AppContext, email = 'ann@example.com'): Promise<TestAdmin> {
  const password = 'a long sentence of gold'
  const { id, mfaSecret, recoveryCodes } = await createAdmin(app, {
    email,
    password,
    actor: { type: 'command', id: 'a test' },
  })
  return { id, email, password, secret: mfaSecret, recoveryCodes }
}

/**
 * The code that the admin's app shows at the shop's time. Each is good once: for the next sign-in
 * move the clock by a minute, or ask for the one of the next step with `later`.
 */
export function codeFor(app: AppContext, { secret }: Pick<TestAdmin, 'secret'>, later = 0): string {
  const timestamp = app.now().getTime() + later * 30_000
  return new TOTP({ secret }).generate({ timestamp })
}

/** Signs in by the real form, in full view. */
export async function signIn(
  page: Page,
  { app, url }: { app: AppContext; url: string },
  admin: TestAdmin,
): Promise<void> {
  if (!page.url().includes('/admin/login')) await page.goto(`${url}/admin/login`)
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByLabel('Code from your phone app').fill(codeFor(app, admin))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/admin/login'))
}

/** A session straight from the operation: the value of a Cookie header. */
export async function signedInCookie(
  app: AppContext,
  admin: Pick<TestAdmin, 'id'>,
): Promise<string> {
  const opened = await openSession(app, admin.id, { headers: new Headers(), address: 'a test' })
  const [cookie] = opened.cookies.filter((text) => text.includes('session_token'))
  return cookie?.split(';')[0] ?? ''
}

/** Hands the browser a session, without the form. */
export async function giveSession(
  page: Page,
  { app, url }: { app: AppContext; url: string },
  admin: Pick<TestAdmin, 'id'>,
): Promise<void> {
  const [name = '', ...rest] = (await signedInCookie(app, admin)).split('=')
  await page.context().addCookies([{ name, value: rest.join('='), url }])
}
