import { useEffect, useState } from 'react'
import { formatExactRate, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import type { LockedQuote } from './use-locked-quote.ts'

/** Which gold price the total is based on, how long the shop holds it, and what that promises [QUOTE-05, QUOTE-09]. */
export function PriceLocked({
  held,
  unavailable,
  refused,
}: Pick<LockedQuote, 'held' | 'unavailable' | 'refused'>) {
  return (
    <p className="mt-1 min-h-11 text-muted text-sm">
      {held && <LockedLine {...held} />}
      {!held && !unavailable && 'Getting today’s price…'}
      {unavailable &&
        !refused &&
        'We can’t confirm today’s price right now. These are the last prices we had; you’ll confirm the total before you pay.'}
    </p>
  )
}

function LockedLine({ answer, until }: NonNullable<LockedQuote['held']>) {
  const { pricePerGram, state } = answer.goldPrice
  const perGram = parsePerGram(pricePerGram)
  return (
    <>
      <span className="flex justify-between gap-4">
        <span>
          Price held for <Countdown until={until} />
        </span>
        {perGram && (
          <span>
            <LiveValue>{formatExactRate(perGram)}</LiveValue> per gram
          </span>
        )}
      </span>
      <span className="mt-1 block">
        If gold drops before you check out, you pay less. If it rises, your price stays the same.
      </span>
      {state === 'indicative' && <span className="block text-notice">indicative price</span>}
    </>
  )
}

function Countdown({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - Date.now())
  useEffect(() => {
    const tick = () => setLeft(until - Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span role="timer" aria-live="off" className="text-ink">
      <LiveValue>{minutesAndSeconds(left)}</LiveValue>
    </span>
  )
}

/** 581200 → `9:42`: a second counts until it is over. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
