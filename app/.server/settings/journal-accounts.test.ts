import { expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { codeField, nameField } from '#app/contracts/bookkeeping/journal-accounts.ts'
import { accountsInOrder, builtInAccounts } from '#app/domain/bookkeeping/journal-accounts.ts'
import * as log from '#app/routes/admin/audit-log/page.tsx'
import * as screen from '#app/routes/admin/bookkeeping/accounts.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { journalAccountsSetting } from './journal-accounts.ts'

/** The form as its page sends it. */
const typed = (more: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    accountsInOrder.flatMap((account) => [
      [nameField(account), builtInAccounts.names[account]],
      [codeField(account), builtInAccounts.codes[account]],
    ]),
  ),
  taxRate: builtInAccounts.taxRate,
  ...more,
})

onBothDatabases('the accounts of journal entries', (open) => {
  it('are built in until an owner names them, and are in the audit log then [JOURNAL-05]', async () => {
    const app = testShop({ db: await open() })
    expect(await journalAccountsSetting.current(app)).toEqual(builtInAccounts)
    const form = typed({ 'name-sales': ' Revenue:Jewelry ', 'code-sales': '090' })
    await renderAdminPage(app, screen, { form })
    const { names, codes, taxRate } = await journalAccountsSetting.current(app)
    expect([names.sales, codes.sales, taxRate]).toEqual([
      ...['Revenue:Jewelry', '090', 'Tax Exempt (0%)'],
    ])
    expect(names.fees).toBe('Stripe Fees')
    const [entry] = await app.db.orm.select().from(auditLog)
    expect(entry?.action).toBe('settings.journal_accounts_updated')
    const { words } = await renderAdminPage(app, log)
    expect(words).toContain('changed the accounts of journal entries')
    expect(words).toContain('090 Revenue:Jewelry')
  })

  it.each([
    ['name-sales', '', 'Please enter a name.'],
    ['name-sales', 'x'.repeat(101), 'Please enter at most 100 characters.'],
    ['name-sales', 'a\tb', 'Please enter one line of text.'],
    ['code-fees', '', 'Please enter a code, such as 4000.'],
    ['code-fees', '=1+1', 'Please use letters, digits, points, and hyphens only.'],
    ['code-fees', '12345678901', 'Please enter at most 10 characters.'],
    ['taxRate', ' ', 'Please enter a name.'],
  ])('refuse %s as %j, and lose nothing typed [JOURNAL-05]', async (field, text, why) => {
    const app = testShop({ db: await open() })
    const form = typed({ 'name-refunds': 'Returns', [field]: text })
    const { words, html } = await renderAdminPage(app, screen, { form })
    expect(words).toContain(why)
    expect(html).toContain('value="Returns"')
    expect(await journalAccountsSetting.current(app)).toEqual(builtInAccounts)
  })
})
