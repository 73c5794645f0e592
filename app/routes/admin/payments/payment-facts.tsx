import { Link } from 'react-router'
import type { AdminPayment } from '#app/.server/payments/queries/admin-payment.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { placeLine } from '#app/domain/orders/city-line.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { whatItWas } from './payment-labels.tsx'

export function PaymentFacts({ payment }: { payment: AdminPayment }) {
  const { address, email, order, provider, isTest, reference, refunded, isErased } = payment
  const missing = isErased ? 'Erased' : 'Unknown'
  const place = address && [address.name, address.line1, address.line2, placeLine(address)]
  return (
    <Facts
      facts={[
        ['Amount', paidSum(payment)],
        [
          'Description',
          order ? (
            <Link key="order" to={`/admin/dashboard/orders/${order.id}`} className="link">
              Matched to order {order.number}
            </Link>
          ) : (
            whatItWas(payment)
          ),
        ],
        [
          'From',
          email ? (
            <a key="from" href={`mailto:${email}`} className="link">
              {email}
            </a>
          ) : (
            missing
          ),
        ],
        ['Ship to', place ? place.filter(Boolean).join(', ') : missing],
        ['Refunded', refunded > 0 && formatCents(refunded)],
        ['Provider', providerName(provider, isTest)],
        ['Reference', reference ?? '—'],
        ['Event', payment.id],
      ]}
    />
  )
}

function providerName(provider: 'test' | 'stripe', isTest: boolean): string {
  if (provider === 'test') return 'Test payments'
  return isTest ? 'Stripe, test mode' : 'Stripe'
}

export function ReportedSince({ events }: { events: AdminPayment['since'] }) {
  if (events.length === 0) return <p className="text-muted text-sm">Nothing.</p>
  return (
    <ul className="text-sm">
      {events.map((event) => (
        <li key={event.id} className="border-line border-t py-2 first:border-t-0 wrap-anywhere">
          <span className="flex justify-between gap-4">
            <span>{event.type}</span>
            <span className="whitespace-nowrap">{paidSum(event)}</span>
          </span>
          <span className="block text-muted">
            <ShopTime at={event.at} />, {event.id}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function Notes({ notes }: { notes: AdminPayment['notes'] }) {
  if (notes.length === 0) return <p className="text-muted text-sm">None yet.</p>
  return (
    <ol className="text-sm" reversed>
      {notes.map((note) => (
        <li key={note.id} className="border-line border-t py-2.5 first:border-t-0 first:pt-0">
          <span className="block wrap-anywhere">{note.text}</span>
          <span className="block text-muted wrap-anywhere">
            {note.by}, <ShopTime at={note.at} />
            {note.settles && ', resolved'}
          </span>
        </li>
      ))}
    </ol>
  )
}
