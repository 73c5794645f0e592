import { expect, it } from 'vitest'
import { admins, alerts } from '#app/.server/platform/db/auth-schema.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { renewSession } from './admin-session.ts'
import { changeRole } from './change-role.ts'
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
      'a test: changed the role of: ben@example.com (owner → bench)',
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
