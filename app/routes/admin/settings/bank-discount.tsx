import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { formatBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { keepScreen } from '../components/client-action.ts'
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

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Bank Price' }]

export default function BankDiscountTerms({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Bank Price</h1>
      <p className="mt-2 max-w-xl text-muted">
        A card costs the shop a fee of every sale. You can pass a part of that on to buyers who pay
        by bank: the cart then shows this lower price beside the card price, by bank debit (ACH) and
        by wire.
      </p>
      <div className="mt-2 max-w-xl">
        <Disclosure look="text" label="How does a payment by bank differ?">
          <p>
            It costs you less and takes longer: the money is there days later, and the shop says
            when. Make and send nothing before.
          </p>
        </Disclosure>
      </div>
      <SettingsForm stored={loaderData} refused={refused}>
        <TextField
          name="bankDiscount"
          label="Bank discount in percent"
          hint="From 0 to 10, like 2.50. 0 turns it off: cards alone are taken. Above 5 asks for your code."
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="wireBankDays"
          label="Bank days a wire may take"
          hint="From 1 to 5, not counting the day of the order, weekends and bank holidays. The price of gold is locked until then, so more days are more risk."
          kind="count"
          inputClass="max-w-40"
        />
      </SettingsForm>
      <ul className="mt-8 grid max-w-xl list-disc gap-1.5 pl-5 text-muted text-sm wrap-anywhere">
        <li>
          Sales tax is computed on the lower price, by the address entered on the payment page. A
          wire is due with its tax; the order page and the emails name that sum.
        </li>
        <li>Quotes already given keep the discount they were made with, for their ten minutes.</li>
        <li>
          A debit settles in up to four business days and can be taken back by the bank for 60 days;
          a wire may take the bank days above at the locked price. Nothing can be sent before the
          money is there.
        </li>
        <li>With Stripe, turn on ACH Direct Debit and Bank transfers in its settings first.</li>
      </ul>
      <div className="mt-3 max-w-xl">
        <ForServer>
          <p>
            Add the events <code>payment_intent.requires_action</code> and{' '}
            <code>customer_cash_balance_transaction.created</code> to the webhook at Stripe. A
            restricted key must be allowed to write Customers and PaymentIntents.
          </p>
        </ForServer>
      </div>
    </>
  )
}
