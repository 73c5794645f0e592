import { Link, useParams } from 'react-router'
import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { howItGoesBack } from '#app/domain/payments/offline-payment.ts'
import { appliedLabel } from '#app/domain/refunds/plan-refund.ts'
import { Part } from './order-section.tsx'
import { DateTime } from './order-summary.tsx'

/** Each refund of an order with its credit note, and how the money is refunded. */
export function Refunds({ refunds }: Pick<OrderPage, 'refunds'>) {
  const { token = '' } = useParams()
  return (
    <Part heading="Refunds">
      {refunds.map(({ amount, applied, at, note, creditNote, pieces }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: those of several payments are made at one time, and none moves.
        <div key={`${at.getTime()} ${nth}`}>
          <p>
            {amount > 0 ? formatCents(amount) : 'Exchanged'}, <DateTime at={at} />
          </p>
          {applied > 0 && (
            <p>
              {appliedLabel}: {formatCents(applied)}
            </p>
          )}
          {pieces.map((piece) => (
            <p key={piece} className="wrap-anywhere">
              {piece}
            </p>
          ))}
          {note && <p className="wrap-anywhere">{note}</p>}
          {creditNote && (
            <Link
              to={`/order/${token}/credit-note/${creditNote}`}
              className="link inline-block py-1"
            >
              Credit note {creditNote}
            </Link>
          )}
        </div>
      ))}
      {[
        ...new Set(
          refunds.filter(({ amount }) => amount > 0).map(({ isByHand }) => howItGoesBack(isByHand)),
        ),
      ].map((way) => (
        <p key={way} className="text-muted text-sm">
          {way}
        </p>
      ))}
    </Part>
  )
}
