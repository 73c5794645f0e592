import { useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import {
  type GoldPricePage,
  goldPricePage,
} from '#app/.server/gold-price/queries/gold-price-page.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { sizeAddress } from '#app/domain/catalog/size-key.ts'
import { type HistoryRange, historyRanges } from '#app/domain/gold-price/history.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { rangeLabels } from '#app/ui/gold-price/format-history.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { GoldPriceSeries } from '#app/ui/gold-price/gold-price-series.tsx'
import { GoldWidget } from '#app/ui/gold-price/gold-widget.tsx'
import { ProductPriceSeries } from '#app/ui/gold-price/product-price-series.tsx'
import { productAddress } from '#app/ui/product-card.tsx'
import { contentMeta } from '#app/ui/seo.ts'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { goldPrice } from '#content/pages/gold-price.ts'
import type { Route } from './+types/gold-price.ts'

const path = '/gold-price'
const { title, lead, states } = goldPrice

export function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams
  const app = context.get(appContext)
  // The chart ends at the present; a minute does not show in it.
  trueUntil(context, new Date(app.now().getTime() + 60_000))
  return goldPricePage(app, {
    range: asked.get('range'),
    piece: asked.get('piece'),
    size: asked.get('size'),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => contentMeta(goldPrice, path, matches)

export default function GoldPrice({ loaderData: page }: Route.ComponentProps) {
  useNewPrices()
  const { prices, range, until } = page
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="frame grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="series-heading" className="min-w-0">
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
            <h2 id="series-heading" className="text-3xl">
              Price history
            </h2>
            <Ranges page={page} />
          </div>
          {prices ? (
            <GoldPriceSeries prices={prices} range={range} until={until} />
          ) : (
            <p className="text-notice">The history can’t be loaded right now.</p>
          )}
        </section>
        <section aria-labelledby="now-heading" className="order-first lg:order-none">
          <h2 id="now-heading" className="mb-5 text-3xl">
            Now
          </h2>
          <GoldWidget linked={false} />
          <p className="mt-5">
            <Link to="/gold-price/proof" className="link inline-block py-1">
              Verify our prices
            </Link>
          </p>
        </section>
        {page.product && prices && (
          <ProductCost page={page} product={page.product} prices={prices} />
        )}
      </div>
      <section aria-labelledby="states-heading" className="frame mt-20">
        <h2 id="states-heading" className="mb-6 text-3xl">
          What the labels mean
        </h2>
        <dl className="border-line border-b">
          {states.map(({ word, meaning }) => (
            <div
              key={word}
              className="grid gap-x-8 gap-y-1 border-line border-t py-4 md:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <dt className="font-medium">{word}</dt>
              <dd className="max-w-2xl text-muted">
                <Unbroken>{meaning}</Unbroken>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

type ProductProps = {
  page: GoldPricePage
  product: NonNullable<GoldPricePage['product']>
  prices: NonNullable<GoldPricePage['prices']>
}

function ProductCost({ page, product, prices }: ProductProps) {
  const { range, until } = page
  return (
    <section id="piece" aria-labelledby="piece-heading" className="min-w-0 scroll-mt-24">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <h2 id="piece-heading" className="text-3xl wrap-anywhere">
          <Link to={sizeAddress(productAddress(product.id), product.size.key)} className="link">
            {product.name}
          </Link>{' '}
          price history
        </h2>
        <Choice label="Size">
          {product.sizes.map((size) => (
            <ChoiceLink
              key={size.key}
              to={addressOf(page, { size: size.key })}
              chosen={size.key === product.size.key}
            >
              {size.size}, {formatGrams(size.weight)}
            </ChoiceLink>
          ))}
        </Choice>
      </div>
      <ProductPriceSeries
        name={product.name}
        size={product.size}
        prices={prices}
        range={range}
        until={until}
      />
    </section>
  )
}

function Ranges({ page }: { page: GoldPricePage }) {
  return (
    <Choice label="Range">
      {(Object.keys(historyRanges) as HistoryRange[]).map((range) => (
        <ChoiceLink key={range} to={addressOf(page, { range })} chosen={range === page.range}>
          {rangeLabels[range].label}
        </ChoiceLink>
      ))}
    </Choice>
  )
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-6">{children}</ul>
    </nav>
  )
}

/** A link, so that it works before and without JavaScript, and can be sent to somebody. */
function ChoiceLink({
  to,
  chosen,
  children,
}: {
  to: string
  chosen: boolean
  children: React.ReactNode
}) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? 'true' : undefined}
        className="inline-block min-h-8 border-transparent border-b-2 py-1 text-muted hover:text-ink aria-[current]:border-gold aria-[current]:text-ink wrap-anywhere"
      >
        {children}
      </Link>
    </li>
  )
}

function addressOf(
  { range, product }: GoldPricePage,
  changes: { range?: HistoryRange; size?: string },
): string {
  const query = new URLSearchParams({ range: changes.range ?? range })
  const size = changes.size ?? product?.size.key
  if (product) query.set('piece', product.id)
  // Without one, it is the first: so each view has one address.
  if (size !== undefined && size !== product?.sizes[0]?.key) query.set('size', size)
  return `${path}?${query}`
}

/** The chart is read again whenever a new price reaches the page, so that it never lags behind it. */
function useNewPrices(): void {
  const { pricePerGram, takenAt } = useGoldPrice()
  const { revalidate } = useRevalidator()
  const shown = useRef({ pricePerGram, takenAt })
  useEffect(() => {
    const last = shown.current
    if (last.pricePerGram === pricePerGram && last.takenAt === takenAt) return
    shown.current = { pricePerGram, takenAt }
    revalidate()
  }, [pricePerGram, takenAt, revalidate])
}
