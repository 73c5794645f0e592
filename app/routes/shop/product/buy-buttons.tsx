import { useState } from 'react'
import { readSaved } from '#app/ui/browser-storage.ts'
import { buyNowMarkKey, inTurn, saveMark } from '#app/ui/cart/checkout.ts'
import { usePageRestored } from '#app/ui/use-page-restored.ts'
import { brand } from '#brand'
import { buyNow, type Purchase } from './buy-now.ts'

type BuyButtonsProps = {
  purchase: Purchase
  /** The chosen size is sold by a payment link of its own. */
  fixedPrice: boolean
  onAdd: () => void
  /** Why nothing can be bought; null: it can. */
  notSelling: string | null
}

export function BuyButtons({ purchase, fixedPrice, onAdd, notSelling }: BuyButtonsProps) {
  const [leaving, setLeaving] = useState(false)
  const nothingChosen = purchase.selected === null

  // Back from the payment page, the browser may show this page as it was left: waiting.
  usePageRestored(() => setLeaving(false))

  const buy = async () => {
    setLeaving(true)
    const markKey = buyNowMarkKey(purchase.productId)
    const left = await buyNow(purchase, {
      fetch,
      alert: (message) => window.alert(message),
      confirm: (question) => window.confirm(question),
      goTo: (url) => window.location.assign(url),
      lastMark: () => readSaved(markKey),
      saveMark: (quoteToken) => saveMark(markKey, quoteToken),
      inTurn: (work) => inTurn(markKey, work),
      here: window.location.href,
    })
    if (!left) setLeaving(false)
  }

  if (notSelling !== null) {
    return <p className="mt-6 border border-line bg-raised px-4 py-3 wrap-anywhere">{notSelling}</p>
  }
  return (
    <div className="mt-6">
      <div className="needs-script grid gap-3 min-[26rem]:grid-cols-2">
        <button
          type="button"
          disabled={nothingChosen || leaving}
          onClick={buy}
          className="button button-gold"
        >
          {leaving ? 'Processing...' : 'Buy Now'}
        </button>
        <button
          type="button"
          disabled={nothingChosen}
          onClick={onAdd}
          className="button button-line"
        >
          Add to Cart
        </button>
      </div>
      {fixedPrice && (
        <p className="mt-3 text-muted text-sm">
          Buy Now leads to a payment page with a fixed price, which does not follow the gold price.
          The payment page states the final price.
        </p>
      )}
      <p className="hidden noscript:block">
        To buy here, please switch JavaScript on, or write to{' '}
        <a href={`mailto:${brand.email}`} className="link">
          {brand.email}
        </a>
        .
      </p>
    </div>
  )
}
