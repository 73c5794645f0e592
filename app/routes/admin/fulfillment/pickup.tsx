import { Form } from 'react-router'
import type { OrderCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { useSent } from '#app/ui/forms/form-fields.tsx'
import { NotPrinted } from '../certificates/certificates.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { Reason } from '../orders/detail/action-form.tsx'

type Props = {
  order: AdminOrder & { certificates: OrderCertificates }
  mayOverride: boolean
}

/** The buyer picks it up: first it is ready, then the buyer shows the code [PICKUP-01, PICKUP-03]. */
export function PickupForms({ order, mayOverride }: Props) {
  const { revision, pickup } = order
  const { action } = useSent()
  if (!pickup?.readyAt) {
    return (
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="revision" value={revision} />
        <p className="text-sm">
          The buyer picks up this order. Once every piece is weighed, mark it as ready: we email the
          buyer a pickup code.
        </p>
        <NotPrinted certificates={order.certificates} />
        <SubmitButton action="ready-for-pickup" gold>
          Ready for pickup
        </SubmitButton>
      </Form>
    )
  }
  return (
    <>
      <p className="mt-3 text-sm">
        Ready for pickup since <ShopTime at={pickup.readyAt} />. Ask the buyer for the pickup code.
      </p>
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="revision" value={revision} />
        <TextField name="code" label="Pickup code" hint="6 digits" kind="code" required />
        <NotPrinted certificates={order.certificates} />
        <SubmitButton action="hand-over-pickup" gold>
          Hand over
        </SubmitButton>
      </Form>
      {mayOverride && (
        <Disclosure
          label="Hand over without a code…"
          isSmall
          className="mt-4"
          opens={action === 'hand-over-without-code'}
        >
          <Form method="post" className="mt-3 grid gap-4">
            <input type="hidden" name="revision" value={revision} />
            <Reason label="How you know it’s the buyer" of={['hand-over-without-code']} />
            <SubmitButton action="hand-over-without-code">Hand over without a code</SubmitButton>
          </Form>
        </Disclosure>
      )}
    </>
  )
}
