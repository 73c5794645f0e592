import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { useHydrated } from '#app/ui/layout/use-hydrated.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import type { Opened } from './use-product-form.ts'

const ProductForm = lazy(() => import('./product-form.tsx'))

type Props = {
  title: string
  opened: Opened
  categories: readonly string[]
  /** Where payment links may lead. */
  linkHosts: readonly string[]
}

/** Header and form of a product [FORM-01, FORM-02, FORM-03, FORM-09]. */
export function ProductScreen({ title, ...form }: Props) {
  const inBrowser = useHydrated()
  const loading = (
    <p className="py-12">
      <Spinner label="Loading the form" />
    </p>
  )
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pt-6">
        <div className="min-w-0">
          <h1>{title}</h1>
          <GoldNow />
          {form.opened.id && (
            <Link
              to={`/admin/dashboard/gold-price/shown?product=${encodeURIComponent(form.opened.id)}`}
              className="link mt-1 inline-block py-1"
            >
              View past prices
            </Link>
          )}
        </div>
        <Link to="/admin/dashboard/products" className="button button-line">
          Back to Dashboard
        </Link>
      </header>
      <noscript>
        <p className="py-6">The product form requires JavaScript.</p>
      </noscript>
      {inBrowser ? (
        <Suspense fallback={loading}>
          <ProductForm key={form.opened.id ?? 'new'} {...form} />
        </Suspense>
      ) : (
        loading
      )}
    </>
  )
}

function GoldNow() {
  const { price, pricePerGram } = useGoldPrice()
  return (
    <p className="mt-2 text-muted">
      Gold <LiveValue>{formatRate(price)}</LiveValue> per troy ounce,{' '}
      <LiveValue>{formatRate(pricePerGram)}</LiveValue> per gram
    </p>
  )
}
