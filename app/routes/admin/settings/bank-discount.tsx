import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { formatBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { Disclosure, ForServer } from '../components/disclosure.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/bank-discount.ts'
import { settingAction, settingLoader } from './setting-route.ts'
import { SettingsForm } from './settings-form.tsx'

export const loader = settingLoader(bankDiscountSetting, ({ bankDiscount, wireBankDays }) => ({
  bankDiscount: formatBankDiscount(bankDiscount),
  wireBankDays,
}))

export const action = settingAction(bankDiscountSetting, textsOf)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Bank Payment Discount')

export default function BankDiscountTerms({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Bank Payment Discount</h1>
      <p className="mt-2 max-w-xl text-muted">
        You pay a processing fee on every card sale. You can offer a lower price to buyers who pay
        by bank debit (ACH) or wire. The cart shows it next to the card price.
      </p>
      <div className="mt-2 max-w-xl">
        <Disclosure look="text" label="How are bank payments different?">
          <p>
            It costs you less but takes longer. The money arrives days later, and the shop tells you
            when. Don’t make or ship anything before then.
          </p>
        </Disclosure>
      </div>
      <SettingsForm stored={loaderData} refused={refused}>
        <TextField
          name="bankDiscount"
          label="Bank discount (%)"
          hint="Enter a percentage from 0 to 10, such as 2.50. To accept cards only, enter 0. Above 5, you’ll be asked for your authenticator code."
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="wireBankDays"
          label="Business days to wait for a wire"
          hint="Enter 1 to 5, not counting the order date, weekends, or bank holidays. The gold price is locked while you wait, so more days means more risk."
          kind="count"
          inputClass="max-w-40"
        />
      </SettingsForm>
      <ul className="mt-8 grid max-w-xl list-disc gap-1.5 pl-5 text-muted text-sm wrap-anywhere">
        <li>
          Sales tax is calculated on the lower price, based on the address entered at checkout. For
          wires, the order page and emails show the total due, including tax.
        </li>
        <li>
          Existing quotes keep their discount until they expire, 10 minutes after they were made.
        </li>
        <li>
          A bank debit can take up to four business days to settle and can be reversed by the bank
          for up to 60 days afterward. For wires, the price stays locked for the number of business
          days above. You can’t ship until the money arrives.
        </li>
        <li>First, turn on ACH Direct Debit and Bank transfers in your Stripe settings.</li>
      </ul>
      <div className="mt-3 max-w-xl">
        <ForServer>
          <p>
            Add the events <code>payment_intent.requires_action</code> and{' '}
            <code>customer_cash_balance_transaction.created</code> to your Stripe webhook. A
            restricted key must be allowed to write Customers and PaymentIntents.
          </p>
        </ForServer>
      </div>
    </>
  )
}
