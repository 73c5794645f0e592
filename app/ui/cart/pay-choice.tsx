import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { withDollarSign } from '#app/domain/money/cents.ts'
import { wireRules } from '#app/domain/payments/wire-rules.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'

type Props = {
  total: string
  bank: NonNullable<QuoteResponse['bank']>
  payBy: PayBy
  onChoose: (payBy: PayBy) => void
  disabled: boolean
}

const how: Record<PayBy, { name: string; lines: (wireBy?: string) => string }> = {
  card: { name: 'Pay by card', lines: () => 'Charged immediately.' },
  debit: {
    name: 'Pay by bank debit (ACH)',
    lines: () =>
      'You’ll sign in to your bank on the payment page. The payment settles in up to four business days at this price, and your order ships after that.',
  },
  wire: {
    name: 'Pay by bank wire',
    lines: (wireBy) =>
      `The payment page shows which account to send it to. ${wireRules(wireBy)} Your order ships once the full amount has arrived.`,
  },
}

/** The card price is the posted price; beside it the lower one by bank [BANK-04]. */
export function PayChoice({ total, bank, payBy, onChoose, disabled }: Props) {
  return (
    <fieldset disabled={disabled} className="mx-5 my-6 border border-line sm:mx-7">
      <legend className="sr-only">How do you want to pay?</legend>
      {(['card', 'debit', 'wire'] as const).map((way) => (
        <label
          key={way}
          className="flex cursor-pointer items-start gap-3 border-line border-b px-4 py-3 last:border-b-0 has-checked:bg-raised"
        >
          <input
            type="radio"
            name="pay-by"
            value={way}
            checked={payBy === way}
            onChange={({ currentTarget }) => {
              onChoose(way)
              requestAnimationFrame(() => showsWhole(currentTarget))
            }}
            className="mt-1 size-4 shrink-0 accent-gold"
            aria-describedby={`pay-by-${way}`}
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{how[way].name}</span>
              <span>
                <LiveValue>{withDollarSign(way === 'card' ? total : bank.total)}</LiveValue>
                {way !== 'card' && (
                  <span className="text-gold-deep">
                    , save <LiveValue>{withDollarSign(bank.saving)}</LiveValue>
                  </span>
                )}
              </span>
            </span>
            <span
              id={`pay-by-${way}`}
              className={`mt-0.5 block text-muted text-sm ${payBy === way ? '' : 'max-sm:hidden'}`}
            >
              {how[way].lines(bank.wireBy)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What the chosen way says is shown only now on a phone, and the foot of the cart may cover it [BANK-27]. */
function showsWhole(chosen: HTMLInputElement) {
  const foot = chosen.closest('fieldset')?.nextElementSibling
  const label = chosen.closest('label')
  if (!label || !(foot instanceof HTMLElement)) return
  label.style.scrollMarginBottom = `${foot.offsetHeight}px`
  label.scrollIntoView({ block: 'nearest' })
}
