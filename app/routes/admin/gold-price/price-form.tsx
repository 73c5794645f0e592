import { type ChangeEvent, useEffect, useState } from 'react'
import { Form } from 'react-router'
import type { AdminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { inSync, perGramToSave, type TypedGoldPrice } from '#app/contracts/gold-price-form.ts'
import { isFarFromMarket } from '#app/domain/gold-price/acceptance.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { Field } from '../components/field.tsx'
import type { Answer } from './actions.ts'
import { FarFromMarket } from './far-from-market.tsx'
import { Preview } from './preview.tsx'

const nothing: TypedGoldPrice = { perGram: '', perOunce: '' }

type Props = { desk: AdminGoldPricePage; busy: boolean; answer: Answer | undefined }

/** An exact price by hand, with what it would do shown below before it is saved. */
export function PriceForm({ desk, busy, answer }: Props) {
  const [typed, setTyped] = useState(answer?.typed ?? nothing)
  // A number input hands on nothing of what is no number; what is there is told by its validity.
  const [unreadable, setUnreadable] = useState(false)
  // Counted, so that the checkbox is empty again after each save.
  const [saved, setSaved] = useState(0)
  useEffect(() => {
    if (!answer?.ok || answer.intent !== 'save') return
    setTyped(nothing)
    setUnreadable(false)
    setSaved((times) => times + 1)
  }, [answer])
  const type =
    (input: keyof TypedGoldPrice) =>
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(inSync(input, target.value))
      setUnreadable(target.validity.badInput)
    }
  const isEmpty = typed.perGram === '' && typed.perOunce === '' && !unreadable
  const next = isEmpty ? null : perGramToSave(typed, desk.perGram)
  // The server decides; it may know of another market price than this page.
  const isAsked = answer?.asksAgain === true && answer.typed?.perGram === typed.perGram
  const isFar = next !== null && (isAsked || isFarFromMarket(desk.market, next))
  const held = desk.held[0]
  const inputs = [
    ['perGram', 'Price per gram (USD)'],
    ['perOunce', 'Price per troy ounce (USD)'],
  ] as const
  return (
    <>
      <section aria-labelledby="by-hand" className="admin-panel">
        <h2 id="by-hand">Set an exact price</h2>
        <p className="mt-2 max-w-2xl text-muted text-sm">
          It holds for two hours. Then the next automatic refresh replaces it.
        </p>
        <Form
          method="post"
          noValidate
          preventScrollReset
          className="mt-4 grid gap-4 sm:grid-cols-2"
        >
          {inputs.map(([name, label]) => (
            <Field key={name} label={label}>
              {(described) => (
                <input
                  {...described}
                  type="number"
                  step="0.01"
                  min="0.01"
                  inputMode="decimal"
                  name={name}
                  value={typed[name]}
                  onChange={type(name)}
                  autoComplete="off"
                  className="admin-input"
                />
              )}
            </Field>
          ))}
          <VoidsEarlier key={`saved ${saved}`} />
          {isFar && <FarFromMarket desk={desk} next={next} />}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-2">
            <button
              type="submit"
              name="intent"
              value="save"
              disabled={busy || isEmpty}
              className="button button-gold"
            >
              Update Gold Price
            </button>
            {unreadable && (
              <p className="text-notice text-sm">
                This is no number. Saving keeps the current {formatExactRate(desk.perGram)} per gram
                and protects it.
              </p>
            )}
            {!isEmpty && next === null && (
              <p className="text-alert text-sm">A price must be above 0.</p>
            )}
          </div>
        </Form>
      </section>
      <Preview
        products={desk.products}
        current={desk.perGram}
        next={isEmpty ? (held?.perGram ?? null) : next}
        isHeld={isEmpty && held !== undefined}
      />
    </>
  )
}

/** For a mistake: nobody buys at the earlier price any more [QUOTE-07, QUOTE-08]. */
function VoidsEarlier() {
  return (
    <label className="flex min-h-11 items-start gap-3 sm:col-span-2">
      <input
        type="checkbox"
        name="voidsEarlier"
        value="yes"
        className="mt-0.5 size-5 shrink-0 accent-gold-deep"
      />
      <span>
        Cancel quotes and unpaid payment pages made at earlier prices
        <span className="block text-muted text-sm">
          For correcting a mistake. Shoppers see the new total and confirm it; what is paid stays
          paid.
        </span>
      </span>
    </label>
  )
}
