import { useState } from 'react'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { countryLine, placeLine } from '#app/domain/orders/city-line.ts'
import { copyText } from '#app/ui/copy-text.ts'

/**
 * The lines of a label, for the page of a carrier. Without JavaScript the user selects the address.
 */
export function CopyAddress({ address }: { address: NonNullable<AdminOrder['address']> }) {
  const [answer, setAnswer] = useState('')
  const text = [
    address.name,
    address.line1,
    address.line2,
    placeLine(address),
    countryLine(address),
  ]
    .filter((line) => line !== '')
    .join('\n')
  const copy = async () =>
    setAnswer((await copyText(text)) ? 'Copied' : 'Not copied. Please select the address yourself.')
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm print:hidden">
      <button type="button" onClick={() => void copy()} className="link py-1">
        Copy address
      </button>
      <span role="status" className="text-muted">
        {answer}
      </span>
    </p>
  )
}
