import { useEffect, useRef, useState } from 'react'
import { usePageRestored } from '#app/ui/page/use-page-restored.ts'
import { whenIdle } from '#app/ui/when-idle.ts'
import { brand } from '#brand'
import { BuyBar } from './buy-bar.tsx'
import type { Purchase } from './buy-now.ts'
import { purchaseFailed } from './purchase-failed.ts'

type BuyButtonsProps = {
  purchase: Purchase
  /** The chosen size and its price, in words; null: nothing is chosen. */
  chosen: { size: string; price: string } | null
  /** The chosen size is sold by its own payment link. */
  fixedPrice: boolean
  onAdd: () => void
  /** Whether what was typed can be bought; where it cannot, it is shown why. */
  isReady: () => boolean
  /** Why nothing can be bought; null: it can. */
  notSelling: string | null
}

/** What asks for a quote and a payment page is not needed before the button is. */
const loadBuyNow = () => import('./buy-now.ts')

export function BuyButtons({
  purchase,
  chosen,
  fixedPrice,
  onAdd,
  isReady,
  notSelling,
}: BuyButtonsProps) {
  const [leaving, setLeaving] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)

  // Back from the payment page, the browser may show this page as it was left: waiting.
  usePageRestored(() => setLeaving(false))
  useEffect(() => whenIdle(() => void loadBuyNow().catch(() => {})), [])

  const buy = async () => {
    if (!isReady()) return
    setLeaving(true)
    const loaded = await loadBuyNow().catch(() => null)
    if (loaded) {
      const left = await loaded.buyNowHere(purchase)
      if (!left) setLeaving(false)
    } else {
      // The connection was lost, or the shop was renewed since this page was opened.
      window.alert(purchaseFailed)
      window.location.reload()
    }
  }

  if (notSelling !== null) {
    return <p className="mt-6 border border-line bg-raised px-4 py-3 wrap-anywhere">{notSelling}</p>
  }
  return (
    <div className="mt-3 md:mt-6">
      <div ref={buttons} className="needs-script grid gap-3 min-[26rem]:grid-cols-2">
        <button
          type="button"
          disabled={!chosen || leaving}
          onClick={buy}
          className="button button-gold"
        >
          {leaving ? 'Processing...' : 'Buy Now'}
        </button>
        <button type="button" disabled={!chosen} onClick={onAdd} className="button button-line">
          Add to Cart
        </button>
      </div>
      {chosen && <BuyBar buttons={buttons} {...chosen} onAdd={onAdd} />}
      {fixedPrice && (
        <p className="mt-3 text-muted text-sm">
          Buy Now opens a payment page with a fixed price that doesn’t follow the gold price. The
          payment page shows the final price.
        </p>
      )}
      <p className="hidden noscript:block">
        To buy here, please turn on JavaScript, or write to{' '}
        <a href={`mailto:${brand.email}`} className="link">
          {brand.email}
        </a>
        .
      </p>
    </div>
  )
}
