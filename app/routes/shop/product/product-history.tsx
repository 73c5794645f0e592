import { lazy, Suspense, useState } from 'react'
import type { KeyedSize } from '#app/domain/catalog/gold-size.ts'

const ProductChart = lazy(() => import('./product-chart.tsx'))

type Props = { product: { id: string; name: string; sizes: readonly KeyedSize[] }; size: KeyedSize }

/** Price history: fetched with its drawing only when opened; without JavaScript, the link. */
export function ProductHistory({ product, size }: Props) {
  const [opened, setOpened] = useState(false)
  const query = new URLSearchParams({ range: 'month', piece: product.id })
  if (size.key !== product.sizes[0]?.key) query.set('size', size.key)
  return (
    <details
      // It may have been opened before the browser took over.
      ref={(element) => {
        if (element?.open) setOpened(true)
      }}
      className="unfold mt-6 border-line border-y py-3"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="min-h-6 font-medium">Price history</summary>
      {opened && (
        <Suspense>
          <ProductChart name={product.name} size={size} />
        </Suspense>
      )}
      <p className="mt-3">
        <a href={`/gold-price?${query}`} className="link">
          Compare with the gold price
        </a>
      </p>
    </details>
  )
}
