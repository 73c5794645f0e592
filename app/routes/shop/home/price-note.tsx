import { startingSize } from '#app/domain/catalog/gold-size.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams, type Milligrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { type PageGoldPrice, useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import type { CardProduct } from '#app/ui/product-card.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { brand } from '#brand'
import { Scene } from './scene.tsx'

type Props = {
  words: {
    heading: string
    body: string
    formula: string
    picture: { src: string; alt: string }
  }
  product: CardProduct | null
}

/** How a price is made, worked out at the present gold price for a product of the shop [HOME-10]. */
export function PriceNote({ words: { heading, body, formula, picture }, product }: Props) {
  const gold = useGoldPrice()
  const size = product && startingSize(product.attributes)
  return (
    <Scene picture={picture} isOnPhones={false}>
      <h2>{heading}</h2>
      <p className={`mt-4 text-lg ${size ? 'max-md:hidden' : ''}`}>{formula}</p>
      <p className="mt-3 text-muted">{body}</p>
      {product && size && (
        <Example
          name={`${product.name}, ${size.size}`}
          weight={size.weight}
          fee={size.fee}
          gold={gold}
        />
      )}
    </Scene>
  )
}

type ExampleProps = { name: string; weight: Milligrams; fee: Cents; gold: PageGoldPrice }

function Example({ name, weight, fee, gold }: ExampleProps) {
  const price = priceItem(weight, fee, gold.pricePerGram)
  return (
    <div className="assay relative mt-6 border border-line bg-ground px-6 py-6 after:pointer-events-none after:absolute after:inset-[5px] after:border after:border-gold sm:max-md:px-12 md:mt-8 lg:p-10">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="min-w-0 text-2xl break-words">{name}</h3>
        <span className="hallmark shrink-0">{brand.mark}</span>
      </div>
      <dl className="mt-6">
        <Row label="Weight" value={formatGrams(weight)} />
        <Row label="Gold, per gram" sign="×" value={formatExactRate(gold.pricePerGram)} />
        <Row label="Gold in the piece" sign="=" value={formatCents(price.metalValue)} ruled />
        <Row label="Flat fee" sign="+" value={formatCents(price.fee)} />
        <Row label="Price" sign="=" value={formatCents(price.unitPrice)} ruled total />
      </dl>
    </div>
  )
}

type RowProps = { label: string; value: string; sign?: string; ruled?: boolean; total?: boolean }

function Row({ label, value, sign, ruled = false, total = false }: RowProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-4 py-1.5 ${ruled ? 'border-t border-line' : ''} ${total ? 'text-[min(1.5rem,12vw)]' : ''}`}
    >
      <dt className={total ? '' : 'text-muted'}>{label}</dt>
      <dd className="ml-auto">
        {sign && <span className="mr-2 text-muted">{sign}</span>}
        <LiveValue>{value}</LiveValue>
      </dd>
    </div>
  )
}
