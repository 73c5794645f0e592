import { journalAccountsSetting } from '#app/.server/settings/journal-accounts.ts'
import {
  codeField,
  maxAccountCode,
  maxAccountName,
  nameField,
} from '#app/contracts/bookkeeping/journal-accounts.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { accountsInOrder, builtInAccounts } from '#app/domain/bookkeeping/journal-accounts.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import { settingAction, settingLoader } from '../settings/setting-route.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { Route } from './+types/accounts.ts'

export const loader = settingLoader(journalAccountsSetting, ({ names, codes, taxRate }) => ({
  taxRate,
  ...Object.fromEntries(
    accountsInOrder.flatMap((account) => [
      [nameField(account), names[account]],
      [codeField(account), codes[account]],
    ]),
  ),
}))

export const action = settingAction(journalAccountsSetting, textsOf)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Accounts for journal entries')

/** What the accountant calls each account [JOURNAL-05]. */
export default function JournalAccounts({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer(actionData)
  return (
    <>
      <BackLink to="/admin/dashboard/accounting">Accounting</BackLink>
      <h1 className="mt-2">Accounts for journal entries</h1>
      <p className="mt-2 max-w-xl text-muted">
        Enter your accountant’s accounts, exactly as they’re called in their program. QuickBooks
        finds an account by its name, and Xero by its code. Xero doesn’t accept journal entries to
        bank accounts, so payouts go to a clearing account.
      </p>
      <SettingsForm stored={loaderData} refused={refused}>
        {accountsInOrder.map((account) => (
          <fieldset key={account} className="grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_9rem]">
            <legend className="mb-1 font-medium">{builtInAccounts.names[account]}</legend>
            <TextField name={nameField(account)} label="Name" maxLength={maxAccountName} />
            <TextField name={codeField(account)} label="Xero code" maxLength={maxAccountCode} />
          </fieldset>
        ))}
        <TextField
          name="taxRate"
          label="Xero tax rate"
          hint="A rate of 0%, as it’s called in Xero. The entries already include the sales tax."
          maxLength={maxAccountName}
        />
      </SettingsForm>
    </>
  )
}
