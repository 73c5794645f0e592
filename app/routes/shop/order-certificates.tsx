import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { Part } from './order-section.tsx'

const ended = {
  valid: '',
  lost: ', reported lost',
  recast: ', recast',
  revoked: ', revoked',
  returned: ', returned to us',
}

/** The certificate of each piece that was sent [CERT-08]. */
export function OrderCertificates({ certificates }: Pick<OrderPage, 'certificates'>) {
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
    </Part>
  )
}
