import type { OrderCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { RatesForm } from '#app/routes/admin/fulfillment/offered-rates.tsx'
import { PickupForms } from '#app/routes/admin/fulfillment/pickup.tsx'
import { SendParcel } from '#app/routes/admin/fulfillment/send-parcel.tsx'
import type { DeclinedRefund } from '#app/routes/admin/refunds/actions.ts'
import { RefundOrDecline } from '#app/routes/admin/refunds/money-to-refund.tsx'
import {
  canCloseOrder,
  emailedWhenClosed,
  Holds,
  isClosedByBank,
  isOpen,
} from '#app/routes/admin/risk/holds.tsx'
import { WeighItems } from '#app/routes/admin/weighing/weigh-items.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { OrderAgain } from '../order-again.tsx'
import { ActionForm, Panel, Reason } from './action-form.tsx'
import { Cancel } from './cancel-order.tsx'

type Props = {
  order: AdminOrder & {
    certificates: OrderCertificates
    money: OrderRefunds
    mayOverridePickup: boolean
  }
}
type Deciding = { mayDecide: boolean; declined: DeclinedRefund | null }

/** What the workshop is shown instead: whose decision it is. */
const decidedByOthers = 'An owner or manager decides this.'

/** What can be done with this order now, by the table of its states; nothing where nothing can. */
export function OrderActions({ mayDecide, declined, ...props }: Props & Deciding) {
  const { order } = props
  const holds = <Holds mayDecide={mayDecide} {...props} />
  if (!mayDecide && (order.holdReason !== null || order.priceToDecide)) {
    return (
      <Panel heading="Needs review" border="border-alert">
        {order.holdReason && <p className="mt-3 wrap-anywhere">{order.holdReason}</p>}
        {order.priceToDecide && <p className="mt-3">{pricedByWithdrawn}</p>}
        <p className="mt-3">{decidedByOthers}</p>
      </Panel>
    )
  }
  if (order.holdReason !== null || order.priceToDecide) {
    return (
      <>
        {order.holdReason !== null ? (
          <Held declined={declined} {...props} />
        ) : (
          <WithdrawnPrice {...props} />
        )}
        {holds}
      </>
    )
  }
  if (order.state === 'paid') {
    const open = order.holds.filter(isOpen)
    // The hold of a lost dispute has the way to close the order itself.
    if (canCloseOrder(order) && open.every(({ kind }) => kind !== 'dispute')) {
      return (
        <>
          <Reversed order={order} mayDecide={mayDecide} />
          {holds}
          {order.payment.dispute === 'lost' && open.length === 0 && (
            <Fulfill mayDecide={mayDecide} {...props} />
          )}
        </>
      )
    }
    return open.length > 0 ? holds : <Fulfill mayDecide={mayDecide} {...props} />
  }
  return (
    <>
      {holds}
      {order.state === 'pending' && mayDecide && <Cancel {...props} />}
      {isClosedByBank(order) && mayDecide && (
        <Panel heading="Closed: the bank took the money back">
          <div className="mt-3">
            <OrderAgain orderId={order.id} isClosed />
          </div>
        </Panel>
      )}
    </>
  )
}

/**
 * Money that does not fit: a person says what it was, and decides [ORDER-06]. While the shop holds money of the
 * buyer, it is refunded, or a second step records why it is not [TODAY-12].
 */
function Held({ order, declined }: Props & Pick<Deciding, 'declined'>) {
  const payment = order.payment.events.find(
    ({ type, outcome }) => type === 'paid' && outcome === 'on hold',
  )
  const acceptable = canTransition(order.state, 'paid') && payment
  const isPending = order.state === 'pending'
  return (
    <Panel heading="Needs review" border="border-alert">
      <p className="mt-3 wrap-anywhere">{order.holdReason}</p>
      {order.state === 'paid' && !canCloseOrder(order) && <NotShippedYet order={order} />}
      {order.toRefund > 0 && <RefundOrDecline order={order} declined={declined} />}
      {canCloseOrder(order) ? (
        <CloseReversed order={order} />
      ) : (
        (isPending || order.toRefund === 0) && (
          <Review order={order} payment={payment} isAcceptable={Boolean(acceptable)} />
        )
      )}
    </Panel>
  )
}

/** Where the form that ships the order is, and what brings it back [TODAY-17]. */
function NotShippedYet({ order: { toRefund, balance, money } }: Pick<Props, 'order'>) {
  const refunded = cents(Math.max(0, balance.refunded - balance.credited))
  const isSettled = toRefund === 0 && refunded > 0
  return (
    <p className="mt-3">
      {isSettled &&
        `${formatCents(refunded)} ${money.outstanding > 0 ? 'is being refunded' : 'was refunded'}, and nothing more is owed. `}
      You can ship this order once you{' '}
      {toRefund > 0 ? 'settle the refund and mark it as reviewed.' : 'mark it as reviewed.'}
    </p>
  )
}

/**
 * The bank took the money back, and somebody reviewed that. What was lost in a dispute can still ship, if staff
 * decide so; what was reversed is unpaid and cannot [DISPUTE-11].
 */
function Reversed({ order, mayDecide }: Pick<Props, 'order'> & { mayDecide: boolean }) {
  return (
    <Panel heading="Unpaid: the bank took the money back" border="border-alert">
      {mayDecide ? <CloseReversed order={order} /> : <p className="mt-3">{decidedByOthers}</p>}
    </Panel>
  )
}

function CloseReversed({ order }: Pick<Props, 'order'>) {
  return (
    <ActionForm order={order}>
      <p className="text-sm">
        The buyer has the money back. Close the order so that nothing ships.
        {emailedWhenClosed(order)}
      </p>
      <OrderAgain orderId={order.id} />
      <Reason label="Note" of={['close-reversed']} />
      <SubmitButton action="close-reversed" gold>
        Close the order
      </SubmitButton>
    </ActionForm>
  )
}

type Reviewing = Props & {
  payment: AdminOrder['payment']['events'][number] | undefined
  isAcceptable: boolean
}

function Review({ order, payment, isAcceptable }: Reviewing) {
  const isPending = order.state === 'pending'
  return (
    <ActionForm order={order}>
      <Reason label="Note" of={['close', 'accept']} />
      {isPending && order.toRefund > 0 && (
        <p className="text-alert text-sm">
          Canceling won’t refund the {formatCents(order.toRefund)} you received. The order stays in
          review until you refund it.
        </p>
      )}
      {isPending && order.email !== null && (
        <p className="text-sm">We’ll email the buyer that the order was canceled.</p>
      )}
      <SubmitButton action="close" gold={!isAcceptable && order.toRefund === 0}>
        {isPending ? 'Cancel the order' : 'Mark as reviewed'}
      </SubmitButton>
      {isAcceptable && payment && (
        <div className="border-line border-t pt-4">
          <p className="mb-3 text-sm">
            Or accept {payment.amount === null ? 'the unknown amount' : formatCents(payment.amount)}
            {otherCurrency(payment.currency)} as full payment of the{' '}
            {formatCents(order.summary.total)} due and mark the order as paid.
          </p>
          <SubmitButton action="accept">Accept this payment</SubmitButton>
        </div>
      )}
    </ActionForm>
  )
}

/** Our own is not named after an amount in dollars. */
const otherCurrency = (currency: string | null) =>
  currency === null || currency.toLowerCase() === 'usd' ? '' : ` ${currency.toUpperCase()}`

const pricedByWithdrawn = 'Sold at a gold price that was withdrawn.'

/** It was paid at a price that staff called wrong: a person keeps the sale, or gives the money back [WITHDRAW-04]. */
function WithdrawnPrice({ order }: Props) {
  return (
    <Panel heading="Needs a decision" border="border-alert">
      <p className="mt-3">{pricedByWithdrawn}</p>
      <p className="mt-3 text-sm">
        {order.state === 'paid'
          ? 'You can’t mark it as shipped until you decide.'
          : 'It has already shipped.'}{' '}
        Honor the price or refund the money. A full refund closes this.
      </p>
      <ActionForm order={order}>
        <Reason label="Why you’re honoring the price" of={['honor']} />
        <SubmitButton action="honor" gold>
          Honor the price
        </SubmitButton>
      </ActionForm>
      {/* To the refund form with the whole sum; it shows what is refunded and asks again. */}
      <ActionForm order={order}>
        <input type="hidden" name="of" value="whole" />
        <input type="hidden" name="reason" value={pricedByWithdrawn} />
        <SubmitButton action="preview">Refund the full amount…</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function Fulfill({ order, mayDecide }: Props & { mayDecide: boolean }) {
  const { balance, notToBeSent } = order
  if (notToBeSent) {
    return (
      <Panel heading="On hold: don’t ship" border="border-alert">
        <p className="mt-3 text-alert">{notToBeSent}</p>
      </Panel>
    )
  }
  return (
    <Panel heading={order.pickup ? 'Pickup' : 'Prepare shipment'} border="border-gold" id="send">
      <RefundedBefore {...balance} />
      <WeighItems order={order} mayDecide={mayDecide} />
      {order.pickup ? (
        <PickupForms order={order} mayOverride={order.mayOverridePickup} />
      ) : (
        <>
          <RatesForm labels={order.labels} />
          <SendParcel order={order} />
        </>
      )}
    </Panel>
  )
}

/** A refund of what was overpaid is no refund of the order [TODAY-13]. */
function RefundedBefore({ refunded, credited }: AdminOrder['balance']) {
  const beyond = cents(Math.max(0, refunded - credited))
  return (
    <>
      {credited > 0 && <p className="mt-3">{formatCents(credited)} of the order was refunded.</p>}
      {beyond > 0 && (
        <p className="mt-3">
          The {formatCents(beyond)} overpayment was refunded.
          {credited === 0 && ' The order itself is paid in full.'}
        </p>
      )}
    </>
  )
}
