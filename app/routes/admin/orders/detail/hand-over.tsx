import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OrderCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { NotPrinted } from '../../certificates/certificates.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'

type Props = {
  order: Pick<AdminOrder, 'revision'> & { certificates: OrderCertificates }
  /** The form of a parcel, folded away. */
  sending: ReactNode
  /** It was sent and refused, or has rates to choose from: it is open. */
  isSent: boolean
}

/** For an order without a shipping address: its buyer takes it along [SALE-19]. */
export function HandOver({ order, sending, isSent }: Props) {
  return (
    <>
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <p className="text-sm">This order has no shipping address.</p>
        <NotPrinted certificates={order.certificates} />
        <SubmitButton action="hand-over" gold>
          {handedOver.tracking}
        </SubmitButton>
      </Form>
      <Disclosure label="Ship it instead…" isSmall className="mt-4" opens={isSent}>
        {sending}
      </Disclosure>
    </>
  )
}
