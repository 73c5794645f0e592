import { Link } from 'react-router'
import type { AdminProductRow } from '#app/.server/catalog/queries/admin-products.ts'
import { goldSizes, lightest, startingSize } from '#app/domain/catalog/gold-size.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import { stockForStaff, stockOfSizesForStaff } from '#app/domain/inventory/stock.ts'
import { formatCents, withDollarSign } from '#app/domain/money/cents.ts'
import { ShopTime } from '#app/routes/admin/components/shop-time.tsx'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { bulkForm } from './bulk-bar.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { DuplicateProduct } from './duplicate-product.tsx'
import { Switches } from './switches.tsx'

/** Name, price, pictures, state and categories of one product [ADM-02]. */
export function ProductRow({ product, once }: { product: AdminProductRow; once: string }) {
  const { pricePerGram } = useGoldPrice()
  const { id, name, price, active, featured, images, categories } = product
  const { shownFrom, shownUntil, stock, sold } = product
  const stocks = product.attributes.flatMap((size) => size.stock ?? [])
  const left = stock ? stockForStaff(stock) : stockOfSizesForStaff(stocks)
  const isGone = (stock ? [stock] : stocks).every(({ pieces }) => pieces === 0)
  const stored = withDollarSign(price)
  const starting = startingPrice(product, pricePerGram)
  const now = starting && formatCents(starting.amount)
  // The stored price is the lightest size's, which may be sold [FORM-17, LIST-22].
  const isOfStored =
    startingSize(product.attributes)?.size === lightest(goldSizes(product.attributes))?.size
  const edit = `/admin/products/edit/${encodeURIComponent(id)}`
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] @max-[12rem]:grid-cols-[4rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1 border-line border-b py-3 lg:grid-cols-[6.5rem_minmax(0,1fr)_13rem_7.5rem_15rem] xl:grid-cols-[6.5rem_minmax(0,1fr)_14rem_8rem_20rem] lg:items-center">
      <div className="row-span-3 grid justify-items-start gap-1 @max-[12rem]:row-span-1 lg:row-span-1 lg:flex lg:items-center lg:gap-4">
        <Picture src={images.first ?? undefined} alt="" side={64} className="size-16" />
        <label className="grid size-6 place-items-center lg:-order-1">
          <input
            type="checkbox"
            name="id"
            value={id}
            form={bulkForm}
            className="size-5 accent-gold-deep"
          />
          <span className="sr-only">Select {name}</span>
        </label>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <Link to={edit} className="font-medium hover:underline" prefetch="intent">
          {name}
        </Link>
        <p className="text-muted text-sm wrap-anywhere">{categories.join(', ') || 'No category'}</p>
      </div>
      <p className="text-right @max-[12rem]:col-span-full @max-[12rem]:text-left lg:col-start-4 lg:row-start-1">
        <LiveValue>{now ?? stored}</LiveValue>
        {now && isOfStored && now !== stored && (
          <span className="block text-muted text-sm">was {stored}</span>
        )}
      </p>
      <div className="col-span-2 col-start-2 text-muted @max-[12rem]:col-start-1 text-sm lg:col-span-1 lg:col-start-3 lg:row-start-1">
        <Switches {...{ id, name, active, featured }} />
        <p>
          {images.count} {images.count === 1 ? 'image' : 'images'}
        </p>
        {(left !== null || sold > 0) && (
          <p className={left !== null && isGone ? 'text-notice' : 'text-ink'}>
            {[left, sold > 0 && `${sold} sold`].filter(Boolean).join(', ')}
          </p>
        )}
        {shownFrom && (
          <p>
            Shown from <ShopTime at={shownFrom} />
          </p>
        )}
        {shownUntil && (
          <p>
            Hidden from <ShopTime at={shownUntil} />
          </p>
        )}
      </div>
      <div className="col-span-2 col-start-2 flex @max-[12rem]:col-start-1 flex-wrap items-center gap-x-5 text-[0.9375rem] lg:col-span-1 lg:col-start-5 lg:justify-end">
        <Link to={edit} aria-label={`Edit ${name}`} className="link py-2">
          Edit
        </Link>
        <a
          href={
            active
              ? `/product/${encodeURIComponent(id)}`
              : `/admin/products/preview/${encodeURIComponent(id)}`
          }
          className="link py-2"
        >
          {active ? 'View in shop' : 'Preview'}
          <span className="sr-only"> {name}</span>
        </a>
        <DuplicateProduct {...{ id, name, once }} />
        <DeleteProduct id={id} name={name} />
      </div>
    </li>
  )
}
