import type { Ref } from 'react'
import { Link } from 'react-router'
import type { QuotedLine } from '#app/contracts/quote/quote-response.ts'
import { type CartItem, itemSize } from '#app/domain/cart/cart.ts'
import { cartTotal } from '#app/domain/cart/cart-total.ts'
import type { ChosenOption } from '#app/domain/catalog/chosen-options.ts'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { sizeParts } from '#app/domain/catalog/size-words.ts'
import { formatCents, withDollarSign } from '#app/domain/money/cents.ts'
import { parseGrams } from '#app/domain/money/grams.ts'
import { finalBeforeSale } from '#app/domain/returns/final-sale.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { DottedLine } from '#app/ui/text/dotted-line.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { productAddress } from '../product-card.tsx'
import { ChooseOptions } from './choose-options.tsx'
import { QuantityField } from './quantity-field.tsx'
import type { Offered } from './shown-quote.ts'

type CartLineProps = {
  item: CartItem
  /** The line's own element, where somebody must find it. */
  line?: Ref<HTMLLIElement> | undefined
  /** As the shop last quoted it; undefined before the first answer. */
  quoted: QuotedLine | undefined
  /** What is offered in place of choices that no longer are; undefined: nothing has to be chosen. */
  offered: Offered | undefined
  onChoose: (options: readonly ChosenOption[]) => void
  onQuantity: (quantity: number) => void
  onRemove: () => void
  onLeave: () => void
}

export function CartLine({
  item,
  line,
  quoted,
  onQuantity,
  onRemove,
  onLeave,
  ...of
}: CartLineProps) {
  const size = itemSize(item)
  const text = typeof item.engraving === 'string' ? item.engraving : ''
  const chosen = item.options ?? []
  const sized = [item.name, ...(size ? [size] : []), ...chosen.map(optionText)].join(', ')
  // Two lines may differ by it alone.
  const piece = text ? `${sized}, engraved “${text}”` : sized
  // As the shop has it now, or as it was when it was added.
  const weight = parseGrams(`${quoted?.grams ?? item.seen?.grams ?? ''}`)
  const each = formatCents(cartTotal([{ ...item, quantity: 1 }]))
  // What is saved in a browser may be anything.
  const measures = typeof item.measures === 'string' ? item.measures : null
  const isNew = line !== undefined

  return (
    <li
      ref={line}
      className={`grid grid-cols-[min(5.5rem,22vw)_minmax(0,1fr)] gap-4 border-line border-b py-5 last:border-b-0 ${isNew ? '-mx-3 bg-raised px-3 shadow-[inset_3px_0_0_var(--gold)]' : ''}`}
    >
      <Picture src={item.images[0]?.src} alt="" side={88} className="w-full" />
      <div className="flex flex-col">
        {isNew && <p className="text-gold-deep text-sm">Just added</p>}
        <Link
          to={productAddress(item.id)}
          onClick={onLeave}
          className="line-clamp-2 font-display text-[1.375rem] leading-tight wrap-anywhere hover:text-gold-deep"
        >
          {item.name}
        </Link>
        <p className="mt-0.5 text-muted text-sm wrap-anywhere">
          {weight === null ? (
            size
          ) : (
            <DottedLine parts={sizeParts({ size: size ?? '', weight }, measures)} />
          )}
        </p>
        {!of.offered &&
          chosen.map((option) => (
            <p key={option.name} className="text-sm wrap-anywhere">
              {quotedOption(option, quoted)}
            </p>
          ))}
        {of.offered && (
          <ChooseOptions chosen={chosen} offered={of.offered} onChoose={of.onChoose} />
        )}
        {text && (
          <p className="text-sm wrap-anywhere">
            <DottedLine
              parts={[
                `Engraved “${text}”`,
                ...(quoted?.engravingFee
                  ? [
                      <LiveValue key="fee" className="text-muted">
                        {withDollarSign(quoted.engravingFee)}
                      </LiveValue>,
                    ]
                  : []),
              ]}
            />
          </p>
        )}
        {quoted?.finalSale && <p className="text-muted text-sm">{finalBeforeSale}</p>}
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span>
            <LiveValue>{each}</LiveValue>
            {item.quantity > 1 && <span className="text-muted"> each</span>}
          </span>
          {item.quantity > 1 && (
            <span className="font-medium">
              <span className="sr-only">
                <LiveValue>{item.quantity}</LiveValue> cost{' '}
              </span>
              <LiveValue>{formatCents(cartTotal([item]))}</LiveValue>
            </span>
          )}
        </p>
        <div className="mt-auto flex items-center justify-between gap-x-3 pt-3">
          <QuantityField quantity={item.quantity} of={piece} onChange={onQuantity} />
          <button
            type="button"
            onClick={onRemove}
            className="link min-h-9 text-muted text-sm hover:text-ink"
          >
            Remove<span className="sr-only"> {piece}</span>
          </button>
        </div>
      </div>
    </li>
  )
}

/** `Chain length: 20 in (+$25.00, +0.4 g)`, as the shop has it now. */
function quotedOption(option: ChosenOption, quoted: QuotedLine | undefined): string {
  const same = quoted?.options?.find(({ name }) => name === option.name)
  return same?.difference ? `${optionText(option)} (${same.difference})` : optionText(option)
}
