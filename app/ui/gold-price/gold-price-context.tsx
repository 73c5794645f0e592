import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { beforeFirstResponse, type ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import { spokenPrice } from './format-gold-price.ts'

/** `fresh` is false only until the first answer, where the server had no record to give [GOLD-06]. */
export type PageGoldPrice = ShownGoldPrice & { fresh: boolean }

const GoldPriceContext = createContext<PageGoldPrice | null>(null)

type Props = {
  /** What the server's page carries, or null. */
  initial: ShownGoldPrice | null
  children: ReactNode
}

/** One gold price for all of a page. It follows the market automatically, and says so politely. */
export function GoldPriceProvider({ initial, children }: Props) {
  const [gold, setGold] = useState<PageGoldPrice>(() => ({
    ...(initial ?? beforeFirstResponse),
    fresh: initial !== null,
  }))
  const first = useRef(gold)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    let last: ShownGoldPrice = first.current
    const show = (shown: ShownGoldPrice) => {
      if (shown.pricePerGram !== last.pricePerGram || shown.error !== last.error) {
        setAnnouncement(spokenPrice(shown))
      }
      last = shown
      setGold((before) =>
        before.fresh && isSame(before, shown) ? before : { ...shown, fresh: true },
      )
    }
    return followLater(last, show)
  }, [])

  return (
    <GoldPriceContext value={gold}>
      {children}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </GoldPriceContext>
  )
}

/** The page answers first; then comes what follows the price. Returns how to stop. */
function followLater(first: ShownGoldPrice, show: (price: ShownGoldPrice) => void): () => void {
  let stop = () => {}
  let stopped = false
  import('./follow-gold-price.ts')
    .then(({ browser, followGoldPrice }) => {
      if (!stopped) stop = followGoldPrice(browser(), first, show)
    })
    // Without a network the page stays as it was sent: with its price, and the time of it.
    .catch(() => {})
  return () => {
    stopped = true
    stop()
  }
}

/** The same in all that is shown: a page has no reason to be rendered again. */
function isSame(one: ShownGoldPrice, other: ShownGoldPrice): boolean {
  const names = Object.keys(other) as (keyof ShownGoldPrice)[]
  return names.every((name) => one[name] === other[name])
}

export function useGoldPrice(): PageGoldPrice {
  const gold = useContext(GoldPriceContext)
  if (!gold) throw new Error('useGoldPrice must be used inside a GoldPriceProvider')
  return gold
}
