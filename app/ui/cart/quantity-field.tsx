import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { maxQuantity } from '#app/domain/cart/cart.ts'
import { parseQuantity } from '#app/domain/cart/cart-total.ts'
import { SteppedInput } from '../forms/stepped-input.tsx'

type QuantityFieldProps = {
  quantity: number
  /** What is counted, for the names of the controls: `Sound Wave, Small`. */
  of: string
  onChange: (quantity: number) => void
}

/** How many of a piece. What is entered counts at once if it can; a 0, which removes, on leaving the field. */
export function QuantityField({ quantity, of, onChange }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)

  const type = (text: string) => {
    setTyped(text)
    const count = parseQuantity(text)
    if (count !== null && count >= 1 && count <= maxQuantity) onChange(count)
  }
  const settle = () => {
    const count = typed === null ? null : parseQuantity(typed)
    setTyped(null)
    if (count !== null && count !== quantity) onChange(count)
  }

  return (
    <div className="inline-flex border border-line">
      <button
        type="button"
        onClick={() => onChange(quantity - 1)}
        aria-label={`Decrease quantity of ${of}`}
        className="grid size-9 place-items-center hover:text-gold-deep"
      >
        <Minus aria-hidden="true" size={14} strokeWidth={1.5} />
      </button>
      <SteppedInput
        by="1"
        max={maxQuantity}
        value={typed ?? quantity}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
        }}
        aria-label={`Quantity of ${of}`}
        className="w-10 border-line border-x bg-transparent text-center"
      />
      <button
        type="button"
        disabled={quantity >= maxQuantity}
        onClick={() => onChange(quantity + 1)}
        aria-label={`Increase quantity of ${of}`}
        className="grid size-9 place-items-center enabled:hover:text-gold-deep disabled:opacity-40"
      >
        <Plus aria-hidden="true" size={14} strokeWidth={1.5} />
      </button>
    </div>
  )
}
