import type { KeyboardEvent } from 'react'
import {
  type HandOverItem,
  isWeighedField,
  scaleField,
  serialField,
} from '#app/contracts/draft-orders/hand-over.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { TextField } from '#app/ui/forms/fields.tsx'

/** Each piece on the scale before the buyer takes it along, as before any other is sent [SALE-27, WEIGH-01]. */
export function HandedOver({
  items,
  isAddressKnown,
}: {
  items: readonly HandOverItem[]
  isAddressKnown: boolean
}) {
  return (
    <fieldset className="mt-5 min-w-0" onKeyDown={toNextField}>
      <legend className="font-display text-2xl">Customer is taking it now</legend>
      <p className="mt-1 text-muted text-sm">
        Weigh each piece to complete the order. Certificates are issued right away, and nothing
        ships
        {isAddressKnown
          ? ': the address is only saved. To ship, choose “Ship or hold for pickup later.”'
          : ', even if you enter an address now.'}
      </p>
      <ul className="mt-3 grid gap-4">
        {items.map((item) => (
          <li key={`${item.line}-${item.item}-${item.name}`} className="min-w-0">
            <p className="wrap-anywhere">
              {item.name}{' '}
              <span className="text-muted text-sm">
                Weight used for the price: {formatScale(item.sold)}
              </span>
            </p>
            <div className="mt-1 grid grid-cols-2 items-start gap-3">
              <TextField
                name={scaleField(item)}
                label="Weight in grams"
                kind="decimal"
                enterKeyHint="next"
                aria-label={`Weight in grams of ${item.name}`}
              />
              <TextField
                name={serialField(item)}
                label="Serial number"
                kind="code"
                maxLength={24}
                aria-label={`Serial number of ${item.name}`}
                defaultValue={item.suggested}
              />
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/**
 * Weights and serial numbers that were typed, and that the pieces were read back as handed over, until the
 * price is shown again [SALE-30, SALE-32].
 */
export function WeighedBefore({ typed }: { typed: Readonly<Record<string, string>> }) {
  return Object.entries(typed)
    .filter(([name]) => isWeighedField(name) || name === 'statedHandOver')
    .map(([name, text]) => <input key={name} type="hidden" name={name} value={text} />)
}

/** A scale that types like a keyboard ends with Enter: the next weight is where it types on, or the button. */
function toNextField(event: KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const weights = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[name^="scale-"]')]
  const next = weights[weights.indexOf(event.target) + 1]
  const button = event.currentTarget.form?.querySelector<HTMLElement>('button[value="make"]')
  const target = weights.includes(event.target) ? (next ?? button) : button
  target?.focus()
}
