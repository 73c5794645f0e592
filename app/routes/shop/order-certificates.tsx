import { Link } from 'react-router'
import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { Part } from './order-section.tsx'

const ended = {
  valid: '',
  lost: ', reported lost',
  recast: ', recast',
  revoked: ', revoked',
  returned: ', returned to us',
}

type Props = Pick<OrderPage, 'certificates'> & {
  /** Where its pieces can be traded in; null where the shop offers nothing. */
  tradeInPage: string | null
}

/** The certificate of each piece that was sent [CERT-08], and what its owner can do with it later [TRADE-52]. */
export function OrderCertificates({ certificates, tradeInPage }: Props) {
  if (certificates.length === 0) return null
  return (
    <Part heading={certificates.length === 1 ? 'Certificate' : 'Certificates'}>
      {certificates.map(({ id, name, serial, state }) => (
        <p key={id} className="wrap-anywhere">
          <a href={`/certificate/${id}`} className="link inline-block py-1">
            {name}, {serial}
          </a>
          {ended[state]}
        </p>
      ))}
      {tradeInPage && certificates.some(({ state }) => state === 'valid') && (
        <p>
          Trade-ins:{' '}
          <Link to={tradeInPage} className="link inline-block py-1">
            recast, exchange, or sell back a piece
          </Link>
        </p>
      )}
    </Part>
  )
}
