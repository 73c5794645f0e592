import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { runAdminCommand } from '#app/.server/admin-command.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins, setupLinks } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import { codeFor, firstAdmin } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { renewSession } from './admin-session.ts'
import { createAdmin } from './create-admin.ts'
import { beginEnrollment, enrollmentStep, finishEnrollment } from './enroll.ts'
import { removeAdmin } from './remove-admin.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { isSetupOpen, setupEnrollment, setupLink } from './set-up.ts'
import { signIn, type Visitor } from './sign-in.ts'

const noon = new Date('2026-03-11T12:00:15Z')
const visitor = { headers: new Headers(), address: '192.0.2.1' }
const account = { email: 'ann@example.com', password: 'a long sentence of gold' }
const actor = { type: 'command', id: 'npm run admin' } as const

/** Two processes of one shop. */
function shops(db: Database) {
  const one = testShop({ db, now: () => noon })
  return [one, { ...one }] as const
}
const beginSetup = async (app: AppContext, token: string, chosen: typeof account) =>
  beginEnrollment(app, await setupEnrollment(app, token), chosen)
const setupStep = async (app: AppContext, token: string, ticket: string) =>
  enrollmentStep(app, await setupEnrollment(app, token), ticket)
const finishSetup = async (
  app: AppContext,
  token: string,
  proof: { ticket: string; code: string },
  by: Visitor,
) => finishEnrollment(app, await setupEnrollment(app, token), proof, by)
const tokenOf = (link: string | null) => link?.split('/').at(-1) ?? ''
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: noon.getTime() })

onBothDatabases('the first admin', (open) => {
  it('comes by a link that every process prints alike, and that no other secret makes [OPS-07, AUTH-11]', async () => {
    const db = await open()
    const [one, two] = shops(db)
    const [link, again] = await Promise.all([setupLink(one), setupLink(two)])
    expect(link).toMatch(/^http:\/\/localhost:3000\/admin\/setup\/[\w-]{43}$/)
    expect(again).toBe(link)
    const token = tokenOf(link)
    expect(await isSetupOpen(two, token)).toBe(true)
    for (const other of ['', 'x', token.slice(1), `${token}x`, token.toLowerCase()]) {
      expect(await isSetupOpen(two, other)).toBe(false)
    }
    expect(await isSetupOpen({ ...one, secret: 'y'.repeat(40) }, token)).toBe(false)
    expect(JSON.stringify(await db.orm.select().from(setupLinks))).not.toContain(token)
  })

  it('comes by its link also where the secret was rotated between the steps [SECRET-03]', async () => {
    const [before] = shops(await open())
    const token = tokenOf(await setupLink(before))
    const { ticket, secret } = await beginSetup(before, token, account)
    const rotated = { ...before, secret: 'y'.repeat(40), olderSecrets: [before.secret] }
    const alone = { ...rotated, olderSecrets: [] }
    const proof = { ticket, code: codeOf(secret) }
    expect((await refusal(finishSetup(alone, token, proof, visitor))).code).toBe('setup_done')
    // A link of the new secret does not read a ticket of the old one without it.
    const fresh = tokenOf(await setupLink(alone))
    expect((await refusal(finishSetup(alone, fresh, proof, visitor))).code).toBe('invalid_request')
    expect(await isSetupOpen(rotated, token)).toBe(true)
    expect((await finishSetup(rotated, token, proof, visitor))?.email).toBe(account.email)
  })

  it('is made by the code that proves the app, and by nothing before it [OPS-07, AUTH-11, AUTH-14]', async () => {
    const db = await open()
    const [shop] = shops(db)
    const token = tokenOf(await setupLink(shop))
    const begun = await beginSetup(shop, token, account)
    expect(begun.ticket).not.toContain(account.password)
    expect(await finishSetup(shop, token, { ...begun, code: '12345' }, visitor)).toBeNull()
    expect(await db.orm.select().from(admins)).toEqual([])
    // After a wrong code the same QR code stays.
    expect((await setupStep(shop, token, begun.ticket)).totpUri).toBe(begun.totpUri)

    const code = codeOf(begun.secret)
    const finished = await finishSetup(shop, token, { ...begun, code }, visitor)
    expect(finished?.recoveryCodes).toHaveLength(10)
    const cookie = finished?.cookies.map((text) => text.split(';')[0]).join('; ') ?? ''
    const session = await renewSession(shop, new Headers({ Cookie: cookie }))
    expect(session?.admin.email).toBe(account.email)
    // The code that proved it is used up by that.
    const reused = await refusal(signIn(shop, { ...account, code }, visitor))
    expect(reused.message).toBe('Invalid MFA code')
  })

  it('is one, however many set up at once, and the link is dead after it [OPS-07]', async () => {
    const [one, two] = shops(await open())
    const token = tokenOf(await setupLink(one))
    const begun = await Promise.all(
      ['ann', 'bob', 'eve'].map((name) =>
        beginSetup(two, token, { ...account, email: `${name}@example.com` }),
      ),
    )
    const finished = await Promise.allSettled(
      begun.map(({ ticket, secret }) =>
        finishSetup(one, token, { ticket, code: codeOf(secret) }, visitor),
      ),
    )
    expect(finished.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await one.db?.orm.select().from(admins)).toHaveLength(1)
    expect(await setupLink(two)).toBeNull()
    expect(await isSetupOpen(two, token)).toBe(false)
    expect((await refusal(beginSetup(two, token, account))).status).toBe(404)
  })

  it('has a second factor that cannot be computed from the link [AUTH-25]', async () => {
    const [one, two] = shops(await open())
    const token = tokenOf(await setupLink(one))
    const mine = await beginSetup(one, token, account)
    const theirs = await beginSetup(two, token, account)
    expect(theirs.secret).not.toBe(mine.secret)
    // Anyone else who opened the link and began has no code for the account made with it.
    const theirCode = { ticket: mine.ticket, code: codeOf(theirs.secret) }
    expect(await finishSetup(one, token, theirCode, visitor)).toBeNull()
    expect(
      await finishSetup(one, token, { ticket: mine.ticket, code: codeOf(mine.secret) }, visitor),
    ).not.toBeNull()
  })

  it('comes by a link that lives for 24 hours, after which a fresh one is printed [AUTH-25, OPS-07]', async () => {
    let now = noon
    const app = testShop({ db: await open(), now: () => now })
    const first = await setupLink(app)
    const begun = await beginSetup(app, tokenOf(first), account)
    now = new Date(noon.getTime() + 24 * 60 * 60 * 1000 - 1)
    expect(await setupLink(app)).toBe(first)
    expect(await isSetupOpen(app, tokenOf(first))).toBe(true)
    now = new Date(noon.getTime() + 24 * 60 * 60 * 1000)
    expect(await isSetupOpen(app, tokenOf(first))).toBe(false)
    const code = new TOTP({ secret: begun.secret }).generate({ timestamp: now.getTime() })
    const late = finishSetup(app, tokenOf(first), { ticket: begun.ticket, code }, visitor)
    expect((await refusal(late)).status).toBe(404)
    const { text } = await runAdminCommand(app, { command: 'list' })
    const fresh = /http\S+\/admin\/setup\/\S+/.exec(text)?.[0] ?? ''
    expect(fresh).not.toBe(first)
    expect(await setupLink(app)).toBe(fresh)
    expect(await isSetupOpen(app, tokenOf(fresh))).toBe(true)
    expect(await isSetupOpen(app, tokenOf(first))).toBe(false)
  })

  it('is not made with a common password [AUTH-23]', async () => {
    const [shop] = shops(await open())
    const token = tokenOf(await setupLink(shop))
    const refused = await refusal(
      beginSetup(shop, token, { ...account, password: 'Password1234!' }),
    )
    expect(refused.code).toBe('common_password')
  })

  it('cannot be altered on the way between the two steps [OPS-07]', async () => {
    const [shop] = shops(await open())
    const token = tokenOf(await setupLink(shop))
    const { ticket, secret } = await beginSetup(shop, token, account)
    const code = codeOf(secret)
    const otherByte = ticket.startsWith('00') ? '01' : '00'
    for (const altered of ['', 'x', ticket.slice(2), otherByte + ticket.slice(2), `${ticket}00`]) {
      const refused = await refusal(finishSetup(shop, token, { ticket: altered, code }, visitor))
      expect(refused.message).toBe('Please start over with your email and password.')
    }
  })

  it('closes the link also when made by command, and a new one follows the last who goes [OPS-07]', async () => {
    const [shop] = shops(await open())
    const first = await setupLink(shop)
    await firstAdmin(shop)
    expect(await isSetupOpen(shop, tokenOf(first))).toBe(false)
    await firstAdmin(shop, 'bob@example.com')
    const gone = { email: 'ann@example.com', left: true }
    expect(await removeAdmin(shop, { email: 'ANN@example.com', actor })).toEqual(gone)
    expect(await setupLink(shop)).toBeNull()
    expect((await removeAdmin(shop, { email: 'bob@example.com', actor })).left).toBe(false)
    expect(await isSetupOpen(shop, tokenOf(first))).toBe(false)
    expect(await setupLink(shop)).not.toBe(first)
    expect((await refusal(removeAdmin(shop, { email: 'bob@example.com', actor }))).status).toBe(404)
  })
})

onBothDatabases('an admin', (open) => {
  it('who cannot be created is reported in one sentence, and nothing is half made [AUTH-10]', async () => {
    const db = await open()
    const [shop] = shops(db)
    await createAdmin(shop, { ...account, actor })
    const twice = await refusal(createAdmin(shop, { ...account, email: 'Ann@Example.com', actor }))
    expect(twice.message).toMatch(/^Failed to create admin record: there is one with this email/)
    await db.orm.execute(sql`alter table admin_recovery_codes rename to gone`)
    const failed = await refusal(createAdmin(shop, { ...account, email: 'bob@example.com', actor }))
    expect(failed.message).toBe('Failed to create admin record')
    expect(await db.orm.select().from(admins)).toHaveLength(1)
    expect(
      (await refusal(createAdmin({ ...shop, db: unavailableDatabase() }, { ...account, actor })))
        .message,
    ).toBe('Failed to create admin record')
  })

  it('gets a new second factor, and the old one, its codes and every session end [OPS-07]', async () => {
    const db = await open()
    const [shop] = shops(db)
    const admin = await firstAdmin(shop)
    const { cookies } = await signIn(shop, { ...admin, code: codeFor(shop, admin) }, visitor)
    const reset = await resetSecondFactor(shop, { email: 'ANN@example.com', actor })
    const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
    expect(await renewSession(shop, new Headers({ Cookie: cookie }))).toBeNull()
    for (const code of [codeFor(shop, admin, 1), admin.recoveryCodes[0] ?? '']) {
      const old = await refusal(signIn(shop, { ...admin, code }, visitor))
      expect(old.message).toBe('Invalid MFA code')
    }
    const secret = new URL(reset.totpUri).searchParams.get('secret') ?? ''
    await signIn(shop, { ...admin, code: codeOf(secret) }, visitor)
    await signIn(shop, { ...admin, code: reset.recoveryCodes[0] ?? '' }, visitor)
    expect(await auditLabels(shop)).toContain(
      'npm run admin: reset the second factor for ann@example.com',
    )
  })
})
