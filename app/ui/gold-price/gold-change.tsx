import { ArrowDown, ArrowUp } from 'lucide-react'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { formatChange } from './format-gold-price.ts'

const colors = { up: 'text-up', down: 'text-down', none: 'text-muted' } as const

/** Since the previous close, per ounce. Shown by sign and arrow first, by color second. */
export function GoldChange({ change, changePercent }: { change: number; changePercent: number }) {
  const { direction, text } = formatChange(change, changePercent)
  return (
    <span className={`inline-flex items-baseline gap-1 ${colors[direction]}`}>
      {direction === 'up' && <ArrowUp aria-hidden="true" className="size-[1em] self-center" />}
      {direction === 'down' && <ArrowDown aria-hidden="true" className="size-[1em] self-center" />}
      <LiveValue>{text}</LiveValue>
    </span>
  )
}
