import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { maxInstructions } from '#app/contracts/returns/return.ts'
import { identityRuleField, tradeInTermsLabels } from '#app/contracts/trade-ins/trade-in-terms.ts'
import { identityFields, identityNames } from '#app/domain/trade-ins/identity.ts'
import { tradeInRateToDecimal } from '#app/domain/trade-ins/offer.ts'
import { tradeInKinds } from '#app/domain/trade-ins/trade-in.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import { settingAction, settingLoader } from '../settings/setting-route.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { Route } from './+types/terms.ts'
import { kindNames } from './trade-in-names.ts'

export const loader = settingLoader(tradeInTermsSetting, ({ identityRules, ...terms }) => ({
  ...terms,
  exchangeRate: tradeInRateToDecimal(terms.exchangeRate),
  sellBackRate: tradeInRateToDecimal(terms.sellBackRate),
  taxStates: terms.taxStates.join(', '),
  ...Object.fromEntries(
    identityFields.map((field) => {
      const states = identityRules[field] ?? []
      return [identityRuleField(field), states === 'all' ? 'all' : states.join(', ')]
    }),
  ),
}))

export const action = settingAction(tradeInTermsSetting, (form) => ({
  ...textsOf(form),
  kinds: form.getAll('kinds').map(String),
}))

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Trade-in terms')

/** What the shop offers for pieces that come back, by an owner [TRADE-60]. */
export default function TradeInTerms({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<{ kinds: string[] }>(actionData)
  const chosen: readonly string[] = refused?.typed?.kinds ?? loaderData.kinds
  return (
    <>
      <BackLink to="/admin/dashboard/trade-ins">Trade-ins</BackLink>
      <h1 className="mt-2">Trade-in terms</h1>
      <p className="mt-2 max-w-xl text-muted">
        Shown to customers on their certificate’s page. Offers you’ve already made keep their rate.
      </p>
      <SettingsForm stored={loaderData} refused={refused}>
        <fieldset>
          <legend className="field-label">{tradeInTermsLabels.kinds}</legend>
          {tradeInKinds.map((kind) => (
            <Checkbox key={kind} name="kinds" value={kind} defaultChecked={chosen.includes(kind)}>
              {kindNames[kind]}
            </Checkbox>
          ))}
          <p className="text-muted text-sm">
            The recast guarantee already promises recasts. Before you buy gold from the public, ask
            your lawyer about state licenses and the rules for dealers.
          </p>
        </fieldset>
        <TextField
          name="exchangeRate"
          label={tradeInTermsLabels.exchangeRate}
          hint="Counted toward another piece."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="sellBackRate"
          label={tradeInTermsLabels.sellBackRate}
          hint="Paid by check or bank transfer. Can’t be higher than the exchange rate."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="offerDays"
          label={tradeInTermsLabels.offerDays}
          hint="After that, you make a new one at the current price."
          kind="count"
          inputClass="max-w-28"
        />
        <TextField
          name="creditDays"
          label={tradeInTermsLabels.creditDays}
          hint="Counted from when the customer accepts. You can extend each credit."
          kind="count"
          inputClass="max-w-28"
        />
        <TextArea
          name="instructions"
          label={tradeInTermsLabels.instructions}
          hint="You can edit this when you approve a trade-in, and we’ll email it to the customer."
          rows={5}
          maxLength={maxInstructions}
        />
        <TextField
          name="taxStates"
          label={tradeInTermsLabels.taxStates}
          hint="Ask an accountant first. Leave blank to tax the full price everywhere. Enter codes, such as CA, NY."
        />
        <fieldset className="grid gap-4">
          <legend className="mb-1 font-display text-xl">Seller’s identity</legend>
          <p className="text-muted text-sm">
            What you record before you pay for gold. State laws differ: ask your lawyer. Enter “all”
            or state codes such as CA, NY. Leave blank if no state requires it.
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            {identityFields.map((field) => (
              <TextField
                key={field}
                name={identityRuleField(field)}
                label={identityNames[field]}
                maxLength={300}
              />
            ))}
          </div>
          <TextField
            name="retentionDays"
            label={tradeInTermsLabels.retentionDays}
            hint="Counted from the end of the trade-in."
            kind="count"
            inputClass="max-w-28"
          />
        </fieldset>
      </SettingsForm>
    </>
  )
}
