import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { type Secret, TOTP } from 'otpauth'
import type { AppContext } from '#app/.server/app-context.ts'
import { openSession } from '#app/.server/auth/commands/admin-session.ts'
import { insertAdmin, orNotCreated } from '#app/.server/auth/commands/create-admin.ts'
import { hashPassword } from '#app/.server/auth/crypto.ts'
import { newTotpSecret } from '#app/.server/auth/totp.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'

/** An admin and all that they know. `secret` is the authenticator app's. */
export type TestAdmin = {
  id: string
  email: string
  password: string
  secret: Secret
  recoveryCodes: string[]
}

const password = 'a long sentence of gold'

/** An admin with a second factor, made as the command line makes one. */
export async function firstAdmin(app: AppContext, email = 'ann@example.com'): Promise<TestAdmin> {
  const [hash, secret] = [await hashPassword(app, password), newTotpSecret()]
  const { id, recoveryCodes } = await orNotCreated(app, (tx) =>
    insertAdmin(tx, app, {
      ...{ email, role: 'owner', passwordHash: hash, mfaSecret: secret },
      actor: { type: 'command', id: 'a test' },
    }),
  )
  return { id, email, password, secret, recoveryCodes }
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
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByLabel('Authenticator code').fill(codeFor(app, admin))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/admin/login'))
}

/** As it is stored now. */
export async function adminRow(app: AppContext, { id }: Pick<TestAdmin, 'id'>) {
  const [row] = await app.db.orm.select().from(admins).where(eq(admins.id, id))
  if (!row) throw new Error('there is no such admin')
  return row
}

/** A session straight from the operation: the value of a Cookie header. */
export async function signedInCookie(
  app: AppContext,
  admin: Pick<TestAdmin, 'id'>,
): Promise<string> {
  const row = await adminRow(app, admin)
  const opened = await openSession(app, row, { headers: new Headers(), address: 'a test' })
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
