import { desc } from 'drizzle-orm'
import { journalAccountVersions } from '#app/.server/platform/db/bookkeeping-schema.ts'
import { journalAccountsForm } from '#app/contracts/bookkeeping/journal-accounts.ts'
import {
  type AccountTerms,
  accountsInOrder,
  builtInAccounts,
} from '#app/domain/bookkeeping/journal-accounts.ts'
import { changedFields, declareSetting } from './setting.ts'

/** What the accountant calls the accounts of the monthly journal entries [JOURNAL-05]. */
export const journalAccountsSetting = declareSetting<AccountTerms>({
  form: journalAccountsForm,
  defaults: builtInAccounts,
  async read(orm) {
    const [row] = await orm
      .select()
      .from(journalAccountVersions)
      .orderBy(desc(journalAccountVersions.id))
      .limit(1)
    if (!row) return undefined
    const { names, codes, taxRate } = row
    // An account that came with a later version has no name yet.
    return {
      names: { ...builtInAccounts.names, ...names },
      codes: { ...builtInAccounts.codes, ...codes },
      taxRate,
    }
  },
  write: (tx, terms, saved) => tx.insert(journalAccountVersions).values({ ...terms, ...saved }),
  entry(terms, before = builtInAccounts) {
    const facts = ({ names, codes, taxRate }: AccountTerms) => ({
      accounts: accountsInOrder.map((account) => `${codes[account]} ${names[account]}`),
      taxRate,
    })
    return {
      action: 'settings.journal_accounts_updated',
      facts: { ...facts(terms), changes: changedFields(facts(before), facts(terms)) },
    }
  },
})
