import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { adminActor } from '#app/.server/audit-log/record-event.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { admins, alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { renewSession } from './admin-session.ts'
import { changeRole } from './change-role.ts'
import { createAdmin } from './create-admin.ts'
import { removeAdmin } from './remove-admin.ts'

const actor = { type: 'command', id: 'a test' } as const
const [ann, ben] = ['ann@example.com', 'ben@example.com']

onBothDatabases('roles', (open) => {
  it('hold from the next request on, and an admin who is removed is out at once [ROLE-04]', async () => {
    const shop = testShop({ db: await open() })
    await firstAdmin(shop, ann)
    const headers = new Headers({ Cookie: await signedInCookie(shop, await firstAdmin(shop, ben)) })
    expect((await renewSession(shop, headers))?.admin.role).toBe('owner')
    await changeRole(shop, { email: 'BEN@example.com', role: 'bench', actor })
    expect((await renewSession(shop, headers))?.admin.role).toBe('bench')
    await removeAdmin(shop, { email: ben, actor })
    expect(await renewSession(shop, headers)).toBeNull()
    expect(await auditLabels(shop)).toContain(
      'a test: changed the role of ben@example.com (owner → workshop)',
    )
    const kinds = (await shop.db.orm.select().from(alerts)).map(({ kind }) => kind)
    expect(kinds).toContain('staff-role-changed')
  })

  it('keep the last owner, who is neither demoted nor removed beside others [ROLE-05]', async () => {
    const shop = testShop({ db: await open() })
    await firstAdmin(shop, ann)
    await firstAdmin(shop, ben)
    await changeRole(shop, { email: ben, role: 'manager', actor })
    for (const work of [
      () => changeRole(shop, { email: ann, role: 'bench', actor }),
      () => removeAdmin(shop, { email: ann, actor }),
    ]) {
      expect(await refusal(work())).toMatchObject({ code: 'last_owner', status: 409 })
    }
    await removeAdmin(shop, { email: ben, actor })
    // The last admin of all may go: the setup link makes the next owner.
    expect(await removeAdmin(shop, { email: ann, actor })).toMatchObject({ left: false })
  })
})

onBothDatabases('another role, and a removal', (open) => {
  it('are told to every owner, the actor and the one concerned as well, with network and browser [ALERT-05, ALERT-08, INVITE-07]', async () => {
    const shop = testShop({ db: await open() })
    await firstAdmin(shop, ann)
    await firstAdmin(shop, ben)
    await createAdmin(shop, {
      email: 'cy@example.com',
      password: 'a third sentence of gold',
      actor,
      role: 'manager',
    })
    const by = adminActor(ann)
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    const from = { address: '192.0.2.7', userAgent }
    const told = async (kind: string) =>
      (
        await shop.db.orm
          .select({ to: emailOutbox.recipient, facts: alerts.facts, address: alerts.address })
          .from(emailOutbox)
          .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
          .where(eq(alerts.kind, kind))
      ).sort((one, other) => (one.to ?? '').localeCompare(other.to ?? ''))
    await removeAdmin(shop, { email: 'cy@example.com', actor: by, from })
    const facts = { by: ann, email: 'cy@example.com', role: 'manager' }
    const address = '192.0.2.7'
    expect(await told('staff-removed')).toEqual([
      { to: ann, facts, address },
      { to: ben, facts, address },
    ])
    await changeRole(shop, { email: ben, role: 'bench', actor: by, from })
    const change = { by: ann, email: ben, before: 'owner', after: 'bench' }
    expect(await told('staff-role-changed')).toEqual([
      { to: ann, facts: change, address },
      { to: ben, facts: change, address },
    ])
    await changeRole(shop, { email: ben, role: 'owner', actor })
    await shop.db.orm.delete(alerts)
    await removeAdmin(shop, { email: ben, actor: by, from })
    expect((await told('staff-removed')).map(({ to }) => to)).toEqual([ann, ben])
    expect((await auditLabels(shop)).slice(-4)).toEqual([
      'ann@example.com: removed admin cy@example.com (manager → none, IP address 192.0.2.7)',
      'ann@example.com: changed the role of ben@example.com (owner → workshop, IP address 192.0.2.7)',
      'a test: changed the role of ben@example.com (workshop → owner)',
      'ann@example.com: removed admin ben@example.com (owner → none, IP address 192.0.2.7)',
    ])
    await sendEmail(shop)
    const [email] = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.recipient, ben))
    expect(email?.subject).toBe('ben@example.com was removed from the staff')
    expect(email?.text).toContain('ann@example.com removed ben@example.com, who had the role owner')
    expect(email?.text).toContain('IP address 192.0.2.7, Firefox on Windows')
  })

  it('is not told where it is refused [ALERT-05]', async () => {
    const shop = testShop({ db: await open() })
    await firstAdmin(shop, ann)
    await shop.db.orm.delete(alerts)
    await refusal(removeAdmin(shop, { email: ann, actor: adminActor(ann) }))
    expect(await shop.db.orm.$count(alerts)).toBe(0)
  })
})

onPostgres('two owners', (open) => {
  it('who demote each other at once leave one of them an owner [ROLE-05]', async () => {
    const shop = testShop({ db: await open() })
    await firstAdmin(shop, ann)
    await firstAdmin(shop, ben)
    for (let round = 0; round < 10; round += 1) {
      await shop.db.orm.update(admins).set({ role: 'owner' })
      const done = await Promise.allSettled([
        changeRole(shop, { email: ann, role: 'bench', actor }),
        changeRole(shop, { email: ben, role: 'bench', actor }),
      ])
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})
