import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type Email,
  type EmailGateway,
  EmailRefused,
} from '#app/.server/emails/gateway/email-gateway.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { admins, alerts, invitations } from '#app/.server/platform/db/auth-schema.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { purge } from '#app/.server/privacy/jobs/purge.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { firstAdmin, type TestAdmin } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { adminByEmail } from '../queries/admins.ts'
import { invitationByToken } from '../queries/invitations.ts'
import { staffPage } from '../queries/staff-page.ts'
import { invitationEnrollment } from './accept-invitation.ts'
import { renewSession } from './admin-session.ts'
import { changeRole } from './change-role.ts'
import { createAdmin } from './create-admin.ts'
import { beginEnrollment, type EnrollmentStep, finishEnrollment } from './enroll.ts'
import { invite, resendInvitation, revokeInvitation } from './invite.ts'
import { removeAdmin } from './remove-admin.ts'

const noon = new Date('2026-03-11T12:00:15Z')
const hour = 60 * 60 * 1000
const address = '192.0.2.1'
const visitor = { headers: new Headers(), address }
const password = 'a long sentence of gold'
const actor = { type: 'command', id: 'a test' } as const
const ben = 'ben@example.com'

async function ownedShop(db: Database, email: EmailGateway | null = null) {
  let now = noon
  const shop = testShop({ db, mail: email, now: () => now })
  const owner = await firstAdmin(shop)
  return { shop, owner, pass: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

const invited = (shop: AppContext, by: TestAdmin, email = ben, role: Role = 'bench') =>
  invite(shop, { email, role, by, address })
const tokenOf = ({ link }: { link: string }) => link.split('/').at(-1) ?? ''

/** As each form of the link's screen asks for it again. */
async function open(shop: AppContext, token: string) {
  return invitationEnrollment(shop, await invitationByToken(shop, token), address)
}
async function begin(shop: AppContext, token: string) {
  const { email } = await invitationByToken(shop, token)
  return beginEnrollment(shop, await open(shop, token), { email, password })
}
async function finish(shop: AppContext, token: string, { ticket, secret }: EnrollmentStep) {
  const code = new TOTP({ secret }).generate({ timestamp: shop.now().getTime() })
  return finishEnrollment(shop, await open(shop, token), { ticket, code }, visitor)
}

onBothDatabases('an invitation', (openDatabase) => {
  it('makes one admin of its address and role, signed in, and is in the log [INVITE-01, INVITE-03, INVITE-07]', async () => {
    const { shop, owner } = await ownedShop(await openDatabase())
    const token = tokenOf(await invited(shop, owner))
    expect((await staffPage(shop)).invitations).toMatchObject([
      { email: ben, role: 'bench', invitedBy: owner.email, mail: 'waiting' },
    ])
    const begun = await begin(shop, token)
    expect(await shop.db.orm.select().from(admins)).toHaveLength(1)
    const finished = await finish(shop, token, begun)
    const cookie = finished?.cookies.map((text) => text.split(';')[0]).join('; ') ?? ''
    const session = await renewSession(shop, new Headers({ Cookie: cookie }))
    expect(session?.admin).toMatchObject({ email: ben, role: 'bench' })
    const { people, invitations: left } = await staffPage(shop)
    expect(people.map(({ email, role }) => [email, role])).toEqual([
      [owner.email, 'owner'],
      [ben, 'bench'],
    ])
    expect(people[1]?.signedInAt).toEqual(noon)
    expect(left).toEqual([])
    expect(await auditLabels(shop)).toEqual([
      'a test: added admin ann@example.com (none → owner)',
      'ann@example.com: invited ben@example.com (Role: workshop, IP address 192.0.2.1)',
      'ben@example.com: accepted the invitation from ann@example.com (Role: workshop, IP address 192.0.2.1)',
      'ann@example.com: added admin ben@example.com (none → workshop)',
    ])
    const told = await shop.db.orm.select().from(alerts).where(eq(alerts.kind, 'staff-added'))
    expect(told.map(({ facts }) => facts)).toContainEqual({
      by: owner.email,
      email: ben,
      role: 'bench',
    })
  })

  it('is listed with the domain of its address in its letters, as who accepted it is [PLACE-09, INVITE-01]', async () => {
    const sent: Email[] = []
    const db = await openDatabase()
    const { shop, owner } = await ownedShop(db, { send: async (email) => void sent.push(email) })
    const shown = 'ben@bücher.example'
    const token = tokenOf(await invited(shop, owner, 'ben@xn--bcher-kva.example', 'owner'))
    expect((await staffPage(shop)).invitations).toMatchObject([{ email: shown }])
    await finish(shop, token, await begin(shop, token))
    expect((await staffPage(shop)).people.map(({ email }) => email)).toEqual([owner.email, shown])
    const by = await adminByEmail(db.orm, shown)
    if (!by) throw new Error('not found by its letters')
    await invite(shop, { email: 'eve@example.com', role: 'bench', by, address })
    expect((await staffPage(shop)).invitations).toMatchObject([{ invitedBy: shown }])
    await sendEmail(shop)
    expect(sent.find(({ to }) => to === 'eve@example.com')?.text).toContain(`${shown} invited you`)
  })

  it('is mailed, and nothing that is stored opens it [INVITE-02]', async () => {
    const sent: Email[] = []
    const db = await openDatabase()
    const { shop, owner } = await ownedShop(db, { send: async (email) => void sent.push(email) })
    const { link, id } = await invited(shop, owner)
    expect(link).toMatch(/^http:\/\/localhost:3000\/admin\/invitation\/[\w-]{65}$/)
    await sendEmail(shop)
    const [email] = sent.filter(({ to }) => to === ben)
    expect(email?.text).toContain(link)
    expect(email?.html).toContain(link)
    expect(email?.text).toContain('ann@example.com invited you')
    expect(email?.text).toContain('expires on March 14, 2026, at 5:00 AM PDT')
    const proof = tokenOf({ link }).slice(id.length)
    for (const table of ['invitations', 'mail_outbox', 'audit_log', 'alerts']) {
      const all = await rows(db.orm, sql`select * from ${sql.identifier(table)}`)
      expect(JSON.stringify(all), table).not.toContain(proof)
    }
    const [kept] = await db.orm.select().from(emailOutbox).where(eq(emailOutbox.invitationId, id))
    expect(kept).toMatchObject({ state: 'sent', recipient: ben })
    expect(kept?.text).toContain('(Link removed from this saved copy.)')
  })

  it('is opened by its whole link of this shop alone [INVITE-02]', async () => {
    const { shop, owner } = await ownedShop(await openDatabase())
    const token = tokenOf(await invited(shop, owner))
    const other = { ...shop, secret: 'y'.repeat(40) }
    expect((await refusal(invitationByToken(other, token))).status).toBe(404)
    // After a rotation of the secret it goes on working [SECRET-03].
    const rotated = { ...other, olderSecrets: [shop.secret] }
    expect((await invitationByToken(rotated, token)).email).toBe(ben)
    for (const wrong of ['', 'x', token.slice(0, 22), token.slice(0, -1), `${token}x`]) {
      expect(await refusal(invitationByToken(shop, wrong))).toMatchObject({
        code: 'invitation_unknown',
        status: 404,
      })
    }
  })

  it('works once, for 72 hours, until it is revoked, and for nobody who is an admin [INVITE-04]', async () => {
    const { shop, owner, pass } = await ownedShop(await openDatabase())
    const why = async (token: string) => {
      const { code, status } = await refusal(invitationByToken(shop, token))
      return [code, status]
    }
    const used = tokenOf(await invited(shop, owner))
    await finish(shop, used, await begin(shop, used))
    expect(await why(used)).toEqual(['invitation_used', 410])

    const taken = tokenOf(await invited(shop, owner, 'cy@example.com'))
    const half = await begin(shop, taken)
    await createAdmin(shop, { email: 'CY@example.com', password, actor, role: 'manager' })
    expect(await why(taken)).toEqual(['invitation_taken', 409])
    expect((await refusal(finish(shop, taken, half))).status).toBe(409)
    expect((await refusal(invited(shop, owner, 'Cy@Example.com'))).code).toBe('email_taken')

    const invitation = await invited(shop, owner, 'dee@example.com')
    const revoked = await begin(shop, tokenOf(invitation))
    await revokeInvitation(shop, { id: invitation.id, by: owner, address })
    expect(await why(tokenOf(invitation))).toEqual(['invitation_revoked', 410])
    expect((await refusal(finish(shop, tokenOf(invitation), revoked))).status).toBe(410)
    const again = revokeInvitation(shop, { id: invitation.id, by: owner, address })
    expect((await refusal(again)).code).toBe('invitation_ended')
    // Its email was not sent yet, and no longer will be.
    const emails = await shop.db.orm.select().from(emailOutbox)
    expect(emails.map(({ invitationId }) => invitationId)).not.toContain(invitation.id)

    const first = tokenOf(await invited(shop, owner, 'eve@example.com'))
    const late = tokenOf(await invited(shop, owner, 'EVE@example.com', 'manager'))
    expect(await why(first)).toEqual(['invitation_revoked', 410])
    pass(72 * hour - 1)
    const begun = await begin(shop, late)
    pass(1)
    expect(await why(late)).toEqual(['invitation_expired', 410])
    expect((await refusal(finish(shop, late, begun))).status).toBe(410)
    expect((await staffPage(shop)).invitations).toEqual([])
    expect(await shop.db.orm.$count(admins)).toBe(3)
  })

  it('makes one admin, however many accept it at once [INVITE-05]', async () => {
    const { shop, owner } = await ownedShop(await openDatabase())
    const token = tokenOf(await invited(shop, owner))
    const begun = await Promise.all([1, 2, 3].map(() => begin(shop, token)))
    const link = await open(shop, token)
    const finished = await Promise.allSettled(
      begun.map(({ ticket, secret }) => {
        const code = new TOTP({ secret }).generate({ timestamp: noon.getTime() })
        return finishEnrollment(shop, link, { ticket, code }, visitor)
      }),
    )
    expect(finished.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of finished) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'invitation_used' })
    }
    expect(await shop.db.orm.$count(admins)).toBe(2)
  })

  it('ends with the owner who sent it: removed, or an owner no more [INVITE-06]', async () => {
    const { shop, owner } = await ownedShop(await openDatabase())
    const oda = await firstAdmin(shop, 'oda@example.com')
    const demoted = tokenOf(await invited(shop, oda))
    await changeRole(shop, { email: oda.email, role: 'manager', actor })
    expect((await refusal(invitationByToken(shop, demoted))).code).toBe('invitation_revoked')
    await changeRole(shop, { email: oda.email, role: 'owner', actor })
    const removed = tokenOf(await invited(shop, oda))
    await removeAdmin(shop, { email: oda.email, actor })
    expect(await refusal(invitationByToken(shop, removed))).toMatchObject({
      status: 410,
      message: 'This invitation has ended. An owner can send a new one.',
    })
    expect(await shop.db.orm.select().from(invitations)).toEqual([])
    const emails = await shop.db.orm.select().from(emailOutbox)
    expect(emails.filter(({ kind }) => kind === 'invitation')).toEqual([])
    expect((await auditLabels(shop)).slice(-2)).toEqual([
      'a test: canceled the invitation for ben@example.com (Role: workshop)',
      'a test: removed admin oda@example.com (owner → none)',
    ])
    expect(owner.email).toBe('ann@example.com')
  })

  it('whose mail was not taken is sent again with the same link [INVITE-09]', async () => {
    let takes = false
    const sent: Email[] = []
    const send = async (email: Email) => {
      if (!takes) throw new EmailRefused('550 No mailbox here', { permanent: true, code: '550' })
      sent.push(email)
    }
    const { shop, owner, pass } = await ownedShop(await openDatabase(), { send })
    const { id, link } = await invited(shop, owner)
    await sendEmail(shop)
    expect((await staffPage(shop)).invitations).toMatchObject([{ mail: 'failed' }])
    takes = true
    const again = (app = shop) => resendInvitation(app, { id, by: owner, address })
    expect((await refusal(again({ ...shop, mail: null }))).code).toBe('no_mail_server')
    expect(await again()).toEqual({ email: ben })
    await sendEmail(shop)
    const [email] = sent.filter(({ to }) => to === ben)
    expect(email?.text).toContain(link)
    expect((await staffPage(shop)).invitations).toMatchObject([{ mail: 'sent' }])
    // One that was taken is not sent twice, nor is it in the log twice.
    await again()
    await sendEmail(shop)
    expect(sent.filter(({ to }) => to === ben)).toHaveLength(1)
    const label =
      'ann@example.com: sent another invitation to ben@example.com (IP address 192.0.2.1)'
    expect((await auditLabels(shop)).filter((each) => each === label)).toHaveLength(1)
    pass(72 * hour)
    expect((await refusal(again())).code).toBe('invitation_ended')
  })

  it('that ended is deleted after 90 days, its mail as well, however it ended [INVITE-10]', async () => {
    const { shop, owner, pass } = await ownedShop(await openDatabase())
    const accepted = tokenOf(await invited(shop, owner))
    const { id } = await invited(shop, owner, 'cy@example.com')
    await sendEmail(shop)
    await finish(shop, accepted, await begin(shop, accepted))
    await revokeInvitation(shop, { id, by: owner, address })
    await invited(shop, owner, 'dee@example.com')
    await sendEmail(shop)
    const oda = await firstAdmin(shop, 'oda@example.com')
    await invited(shop, oda, 'eve@example.com')
    await sendEmail(shop)
    await removeAdmin(shop, { email: oda.email, actor })
    const left = async () => [
      (await shop.db.orm.select().from(invitations)).map(({ email }) => email).sort(),
      (await shop.db.orm.select().from(emailOutbox))
        .filter(({ kind }) => kind === 'invitation')
        .map(({ recipient }) => recipient)
        .sort(),
    ]
    pass(90 * 24 * hour)
    await purge(shop)
    const all = [ben, 'cy@example.com', 'dee@example.com']
    expect(await left()).toEqual([all, [...all, 'eve@example.com']])
    pass(1)
    expect(await purge(shop)).toMatchObject({ invitations: 2 })
    // The one that nobody accepted ended three days later.
    expect(await left()).toEqual([['dee@example.com'], ['dee@example.com']])
    pass(72 * hour)
    await purge(shop)
    expect(await left()).toEqual([[], []])
    expect((await auditLabels(shop)).join()).toContain('invited dee@example.com')
  })

  it('is not needed by the last admin, who cannot take themselves away [ROLE-05]', async () => {
    const { shop, owner } = await ownedShop(await openDatabase())
    const self = { type: 'admin', id: owner.email } as const
    const refused = await refusal(removeAdmin(shop, { email: owner.email, actor: self }))
    expect(refused).toMatchObject({ code: 'last_owner', status: 409 })
    expect(await shop.db.orm.$count(admins)).toBe(1)
  })
})
