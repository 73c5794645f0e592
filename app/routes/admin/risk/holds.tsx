import { Form } from 'react-router'
import type { AdminOrder, OrderHold } from '#app/.server/orders/queries/order-detail-page.ts'
import { canCloseReversed, checksOf, type HoldKind, isTakenBack } from '#app/domain/risk/hold.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { OrderAgain } from '../orders/order-again.tsx'

export const isOpen = ({ releasedAt }: OrderHold) => releasedAt === null

const names = {
  dispute: 'Payment disputed',
  'fraud warning': 'Fraud warning',
  review: 'Payment under review',
  'high value': 'Needs review',
  'sales tax': 'Sales tax needs review',
  'refund failed': 'Refund failed',
  'debit failed': 'Bank debit refused',
} as const satisfies Record<HoldKind, string>

type Props = {
  order: AdminOrder
  mayDecide: boolean
}

/** What keeps an order from being sent, each with its reason and the way to release it [HOLD-01]. */
export function Holds({ order, mayDecide }: Props) {
  const open = order.holds.filter(isOpen)
  if (open.length === 0) return null
  const sent = order.state !== 'paid'
  return (
    <section className="admin-panel border-alert print:hidden">
      <h2>{sent ? 'Needs review' : 'On hold: don’t ship'}</h2>
      <ul className="mt-3 grid gap-5">
        {open.map((hold) => (
          <li key={hold.id} className="border-line border-t pt-4 first:border-t-0 first:pt-0">
            <h3>{names[hold.kind]}</h3>
            <p className="mt-1 wrap-anywhere">{hold.reason}</p>
            <p className="mt-1 text-muted text-sm">
              Since <ShopTime at={hold.openedAt} />
            </p>
            {mayDecide ? (
              <ReleaseForm order={order} hold={hold} />
            ) : (
              <p className="mt-3">An owner or manager decides this.</p>
            )}
          </li>
        ))}
      </ul>
      {open.some(({ kind }) => kind !== 'debit failed') && (
        <div className="mt-4">
          <Disclosure look="text" label="What is a hold?">
            <p>
              A reason not to ship until someone reviews the order: a disputed payment, a fraud
              warning, a high total, or sales tax that wasn’t charged. A hold cancels nothing.
              Complete the checks, then release it.
            </p>
          </Disclosure>
        </div>
      )}
    </section>
  )
}

function ReleaseForm({ order, hold }: Pick<Props, 'order'> & { hold: OrderHold }) {
  const isSent = useSent().hold === String(hold.id)
  const checks = checksOf(hold.kind)
  const sent = order.state !== 'paid'
  const isLost = hold.kind === 'dispute' && canCloseOrder(order)
  return (
    <Form method="post" className="mt-3 grid gap-3">
      <input type="hidden" name="revision" value={order.revision} />
      <input type="hidden" name="hold" value={hold.id} />
      <OwnFields isSent={isSent}>
        {checks.length > 0 && (
          <fieldset>
            <legend className="text-sm">What you checked</legend>
            {checks.map(({ name, label }) => (
              <Checkbox key={name} name={name} required>
                {label}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <ReasonField
          label={sent || isLost ? 'What you decided' : 'Why it can ship'}
          hint="Saved to the order with your name."
          rows={3}
        />
      </OwnFields>
      {isLost && (
        <>
          <p className="text-sm">
            The buyer has the money back. Close the order so that nothing ships. Release it only if
            it should still ship unpaid.
            {emailedWhenClosed(order)}
          </p>
          <OrderAgain orderId={order.id} />
        </>
      )}
      <p className="flex flex-wrap gap-3">
        {isLost && (
          <SubmitButton action="close-reversed" gold>
            Close the order
          </SubmitButton>
        )}
        <SubmitButton action="release" gold={!isLost}>
          {sent ? 'Mark as reviewed' : isLost ? 'Release to ship' : 'Release'}
        </SubmitButton>
      </p>
    </Form>
  )
}

/** The bank took its money back, so that it can be closed and nothing ships [DISPUTE-11]. */
export const canCloseOrder = ({ state, payment, balance }: AdminOrder): boolean =>
  canCloseReversed({ order: { state, dispute: payment.dispute }, money: balance })

/** Nothing ships, as the bank took the money back. */
export const isClosedByBank = ({ state, balance }: AdminOrder): boolean =>
  state === 'refunded' && balance.lost + balance.returned > 0 && isTakenBack(balance)

/** What closing an order does beside [MAIL-23]. */
export const emailedWhenClosed = ({ email }: AdminOrder) =>
  email === null ? '' : ' We’ll email the buyer that it’s closed.'

/** What kept it back before: it was released, or the order was closed or refunded; by whom, when and why [HOLD-02]. */
export function PastHolds({ order }: { order: AdminOrder }) {
  const past = order.holds.filter((hold) => !isOpen(hold))
  if (past.length === 0) return null
  return (
    <section className="admin-panel print:hidden">
      <h2>Past holds</h2>
      <ul className="mt-3 grid gap-4 text-sm">
        {past.map((hold) => (
          <li key={hold.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            <h3>{names[hold.kind]}</h3>
            <p className="text-muted wrap-anywhere">{hold.reason}</p>
            <p className="mt-1 wrap-anywhere">{hold.releaseReason}</p>
            {checksOf(hold.kind)
              .filter(({ name }) => hold.checks.includes(name))
              .map(({ name, label }) => (
                <p key={name}>✓ {label}</p>
              ))}
            <p className="text-muted wrap-anywhere">
              {hold.releasedBy}, {hold.releasedAt && <ShopTime at={hold.releasedAt} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All that proves the order, for the answer to a dispute [DISPUTE-06]. */
export function EvidenceLinks({ orderId }: { orderId: string }) {
  const at = (format: 'pdf' | 'json') =>
    `/admin/dashboard/orders/${encodeURIComponent(orderId)}/evidence.${format}`
  return (
    <section className="admin-panel print:hidden">
      <h2>Evidence</h2>
      <p className="mt-3 text-sm">
        Everything you need to respond to a dispute, in one file: order, price, emails, address,
        tracking, and payment. Downloads are logged.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <a href={at('pdf')} download className="button button-line">
          Download evidence
        </a>
        <a href={at('json')} download className="link py-1 text-sm">
          Download raw data
        </a>
      </p>
    </section>
  )
}
