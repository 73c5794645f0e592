import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { SteppedField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Claim = AdminOrder['claims'][number]

const keyOf = ({ productId, size }: Claim) => `${productId} ${size}`

/** Counted pieces that the shop has again: whether they go back on sale, which a person decides [STOCK-08, STOCK-14]. */
export function BackOnSale({ order, mayDecide }: { order: AdminOrder; mayDecide: boolean }) {
  const asked = order.claims.filter(({ state, back, here }) => state === 'sold' && back < here)
  if (!mayDecide || asked.length === 0) return null
  return (
    <section className="admin-panel print:hidden">
      <h2>Back on sale?</h2>
      {asked.map((claim) =>
        claim.kept ? (
          <Disclosure
            label={`${claim.name}: stays sold. Change…`}
            key={keyOf(claim)}
            className="mt-3 wrap-anywhere"
          >
            <Question order={order} claim={claim} />
          </Disclosure>
        ) : (
          <Question key={keyOf(claim)} order={order} claim={claim} />
        ),
      )}
    </section>
  )
}

function Question({
  order,
  claim: { productId, size, name, here, back, kept },
}: {
  order: AdminOrder
  claim: Claim
}) {
  const left = here - back
  const sent = useSent()
  return (
    <Form method="post" className="mt-3 grid gap-4">
      <input type="hidden" name="revision" value={order.revision} />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="size" value={size} />
      <p className="wrap-anywhere">
        {name}, {left} sold. {left === 1 ? 'Is it' : 'Are they'} with you again, and for sale?
      </p>
      {left === 1 ? (
        <input type="hidden" name="count" value="1" />
      ) : (
        <OwnFields isSent={sent.product === productId && sent.size === size}>
          <SteppedField
            name="count"
            label="How many"
            by="1"
            min={1}
            max={left}
            defaultValue={left}
            inputClass="max-w-24"
          />
        </OwnFields>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton action="put-back">Put back on sale</SubmitButton>
        {!kept && <SubmitButton action="keep-out">No, stays sold</SubmitButton>}
      </div>
    </Form>
  )
}
