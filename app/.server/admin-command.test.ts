import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { runAdminCommand } from './admin-command.ts'

const password = 'a long sentence of gold'

onBothDatabases('a command of the staff', (open) => {
  it('checks the audit log, and fails with the first entry that does not fit [CHAIN-03]', async () => {
    const app = testShop({ db: await open() })
    const check = () => runAdminCommand(app, { command: 'audit-check' })
    expect(await check()).toMatchObject({
      ok: true,
      text: 'The audit log is intact: 0 entries.',
    })
    await runAdminCommand(app, { command: 'create', email: 'ann@example.com', password })
    const { ok, text } = await check()
    expect(ok).toBe(true)
    expect(text).toMatch(/: 1 entry\. The last hash is [0-9a-f]{64}\.$/)
    await app.db.orm.execute(sql`alter table audit_log disable trigger user`)
    await app.db.orm.execute(sql`update audit_log set target_id = 'eve@example.com'`)
    expect(await check()).toMatchObject({
      ok: false,
      text: 'THE AUDIT LOG WAS CHANGED. First entry that doesn’t match: entry 1 was changed.',
      json: { links: 1, problem: { rowKey: '1', what: 'was changed' } },
    })
  })

  it('that cannot be done is answered with one sentence, and fails [AUTH-10, AUTH-23, OPS-07]', async () => {
    const app = testShop({ db: await open() })
    const create = (email: string, input = password) =>
      runAdminCommand(app, { command: 'create', email, password: input })
    expect((await create(' ann@example.com ')).ok).toBe(true)
    for (const [asked, sentence] of [
      [
        create('ANN@example.com'),
        'Failed to create admin record: there is one with this email address already.',
      ],
      [create('ann'), 'email: Please enter an email address, like name@example.com.'],
      [create('bob@example.com', 'too short'), 'password: Please use at least 12 characters.'],
      [
        create('bob@example.com', 'qwertyuiop123'),
        'This password is too easy to guess. Please choose another. A few random words are hard to guess.',
      ],
      [
        create('bob@example.com', '🥇'.repeat(100_000)),
        'password: This is too long. Use 1000 characters or fewer.',
      ],
      [
        runAdminCommand(app, { command: 'remove', email: 'bob@example.com' }),
        'There’s no admin with the email address bob@example.com.',
      ],
      [
        runAdminCommand(app, { command: 'reset-2fa', email: 'bob@example.com' }),
        'There’s no admin with the email address bob@example.com.',
      ],
    ] as const) {
      const { ok, text, json } = await asked
      expect(ok).toBe(false)
      expect(text).toBe(sentence)
      expect(json).toMatchObject({ error: { message: sentence } })
    }
    await app.db.close()
    expect(await runAdminCommand(app, { command: 'list' })).toMatchObject({
      ok: false,
      text: 'The database couldn’t do it.',
    })
  })

  it('is written down with the command as the one who did it [OPS-07]', async () => {
    const db = await open()
    const app = testShop({ db })
    await runAdminCommand(app, { command: 'create', email: 'ann@example.com', password })
    await runAdminCommand(app, { command: 'reset-2fa', email: 'ann@example.com' })
    await runAdminCommand(app, { command: 'remove', email: 'ann@example.com' })
    expect(await auditLabels(app)).toEqual([
      'npm run admin: added admin ann@example.com (none → owner)',
      'npm run admin: reset the second factor for ann@example.com',
      'npm run admin: removed admin ann@example.com (owner → none)',
    ])
  })
})

it('says that there is no database where there is none [OPS-07]', async () => {
  expect(await runAdminCommand(testShop({ db: null }), { command: 'list' })).toMatchObject({
    ok: false,
    text: 'This shop runs without a database (DATABASE_URL=none); it has no admins.',
  })
})
