import { Link } from 'react-router'
import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { Part } from './order-section.tsx'
import { returnMessage } from './return-message.ts'

type Props = { returns: NonNullable<OrderPage['returns']>; isOver: boolean }

/** What comes back of an order, and the way to ask for it, where something can be returned [RETURN-05, RETURN-15]. */
export function OrderReturns({ returns: { list, until, whyNone, page }, isOver }: Props) {
  if (isOver && list.length === 0) return null
  return (
    <Part heading="Returns">
      {list.map((each) => (
        <div key={each.id} className="wrap-anywhere">
          <p>{each.pieces.join('; ')}</p>
          <p className="text-muted text-sm">{returnMessage(each)}</p>
        </div>
      ))}
      {until && <p>You can return pieces from this order through {formatDay(until)}.</p>}
      {whyNone && !isOver && list.length === 0 && <p className="wrap-anywhere">{whyNone}</p>}
      {!isOver && (list.length > 0 || !whyNone) && (
        <p>
          <Link to={page} className="link inline-block py-1">
            {list.length > 0 ? 'Your returns' : 'Return a piece'}
          </Link>
        </p>
      )}
    </Part>
  )
}
