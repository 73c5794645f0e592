import { type ChangeEvent, useState } from 'react'
import { Form } from 'react-router'
import type { AdminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import {
  commaInPrice,
  type GoldPriceInput,
  inSync,
  isPrice,
  perGramToSave,
} from '#app/contracts/gold-price/gold-price-form.ts'
import { isFarFromMarket } from '#app/domain/gold-price/acceptance.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { commaProblem } from '#app/domain/money/typed-number.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { SteppedField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { FarFromMarket } from './far-from-market.tsx'
import { Preview } from './preview.tsx'

const nothing: GoldPriceInput = { perGram: '', perOunce: '' }

type Props = {
  data: AdminGoldPricePage
  refused: Failure<GoldPriceInput> | undefined
  /** The answer to the last save; another one empties the form. */
  saved: object | null
}

/** An exact manual price, with what it would do shown below before it is saved. */
export function PriceForm({ data, refused, saved }: Props) {
  const [typed, setTyped] = useState(refused?.typed ?? nothing)
  const [form, setForm] = useState({ saved, key: 0 })
  if (form.saved !== saved) {
    setForm({ saved, key: form.key + 1 })
    if (saved) setTyped(nothing)
  }
  const type =
    (input: keyof GoldPriceInput) =>
    ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped(inSync(input, target.value))
  const isEmpty = typed.perGram === '' && typed.perOunce === ''
  const hasComma = commaInPrice(typed) !== null
  const unreadable = !isEmpty && !hasComma && !isPrice(typed)
  const next = isEmpty ? null : perGramToSave(typed, data.perGram)
  // The server decides; it may know of another market price than this page.
  const isAsked =
    refused?.code === 'gold_price_not_typed_twice' && refused.typed?.perGram === typed.perGram
  const isFar = next !== null && (isAsked || isFarFromMarket(data.market, next))
  const held = data.held[0]
  const inputs = [
    ['perGram', 'Price per gram (USD)'],
    ['perOunce', 'Price per troy ounce (USD)'],
  ] as const
  return (
    <>
      <section aria-labelledby="by-hand" className="admin-panel">
        <h2 id="by-hand">Set an exact price</h2>
        <p className="mt-2 max-w-2xl text-muted text-sm">
          Automatic updates won’t replace this price for two hours.
        </p>
        <Form
          method="post"
          noValidate
          preventScrollReset
          className="mt-4 grid gap-4 sm:grid-cols-2"
        >
          {inputs.map(([name, label]) => (
            <SteppedField
              key={name}
              name={name}
              label={label}
              error={commaProblem(typed[name])}
              value={typed[name]}
              onChange={type(name)}
            />
          ))}
          {/* Another one after each save, so that it is empty again. */}
          <Checkbox key={form.key} name="voidsEarlier" className="sm:col-span-2">
            Cancel quotes and unfinished checkouts at earlier prices
            <span className="block text-muted text-sm">
              Use this to fix a pricing mistake. Shoppers will be asked to confirm the new total.
              Paid orders don’t change.
            </span>
          </Checkbox>
          {isFar && (
            <FormFields refused={isAsked ? refused : undefined}>
              <FarFromMarket data={data} next={next} />
            </FormFields>
          )}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-2">
            <SubmitButton gold action="save" disabled={isEmpty}>
              Update Gold Price
            </SubmitButton>
            {unreadable && (
              <p className="text-notice text-sm">
                This isn’t a number. Saving keeps the current {formatExactRate(data.perGram)} per
                gram and protects it.
              </p>
            )}
            {!isEmpty && !hasComma && next === null && (
              <p className="text-alert text-sm">The price must be above 0.</p>
            )}
          </div>
        </Form>
      </section>
      <Preview
        products={data.products}
        current={data.perGram}
        next={isEmpty ? (held?.perGram ?? null) : next}
        isHeld={isEmpty && held !== undefined}
      />
    </>
  )
}
