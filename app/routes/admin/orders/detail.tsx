import { randomUUID } from 'node:crypto'
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { orderCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import { customerOfOrder } from '#app/.server/customers/queries/customer.ts'
import {
  type DraftOrderSale,
  draftOrderSale,
} from '#app/.server/draft-orders/queries/draft-order.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { waitingEditOf } from '#app/.server/order-edits/queries/waiting-edit.ts'
import { type AdminOrder, adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { buyerOfOrder } from '#app/.server/privacy/queries/buyer-of-order.ts'
import { orderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { orderReturns } from '#app/.server/returns/queries/order-returns.ts'
import { isLabelForm } from '#app/contracts/fulfillment/label.ts'
import { isEmailForm } from '#app/contracts/orders/order.ts'
import { isRefundForm } from '#app/contracts/refunds/refund.ts'
import { may } from '#app/domain/access/rights.ts'
import { isAllHandedOver, isTakenAlong } from '#app/domain/fulfillment/parcel.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { Certificates } from '../certificates/certificates.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Panel } from '../components/panel.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { useAnswer } from '../components/toasts.tsx'
import { useReloadWhenSeen } from '../components/use-reload-when-seen.ts'
import { CustomWorkPanel } from '../draft-orders/custom-work.tsx'
import { DraftOrderPanel } from '../draft-orders/draft-order.tsx'
import { Delay } from '../fulfillment/delay.tsx'
import { Parcels } from '../fulfillment/parcels.tsx'
import { Labels } from '../fulfillment/shipping-labels.tsx'
import { Making } from '../fulfillment/work-status.tsx'
import { BackOnSale } from '../inventory/restock.tsx'
import { WaitingChange } from '../order-edits/waiting-edit.tsx'
import { BuyerData } from '../privacy/buyer-data.tsx'
import { MoneyToRefund } from '../refunds/money-to-refund.tsx'
import { RefundForm } from '../refunds/refund-form.tsx'
import { Returns } from '../returns/order-returns.tsx'
import { EvidenceLinks, PastHolds } from '../risk/holds.tsx'
import type { Route } from './+types/detail.ts'
import { orderActions } from './actions.ts'
import { GiftNote, History, PaymentFacts } from './detail/details.tsx'
import { Documents } from './detail/documents.tsx'
import { Emails, WentElsewhere } from './detail/emails.tsx'
import { CustomerLink, Head } from './detail/head.tsx'
import { GoldAtSale, Lines } from './detail/lines.tsx'
import { Money } from './detail/money.tsx'
import { OrderActions } from './detail/order-actions.tsx'
import { ShipTo } from './detail/ship-to.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const order = await found(adminOrder(app, params.id))
  const { role } = context.get(adminContext)
  const mayDecide = may(role, 'orders.decide')
  const emails = await orderEmails(app, params.id)
  const privacy = may(role, 'privacy') ? { buyer: await buyerOfOrder(app, params.id) } : null
  const money = await orderRefunds(app, params.id)
  const returns = await orderReturns(app, params.id)
  const sale = may(role, 'orders.sell') ? await draftOrderSale(app, params.id) : null
  const customer = may(role, 'customers') ? await customerOfOrder(app, params.id) : null
  const saleKey = randomUUID()
  const certificates = await orderCertificates(app, params.id)
  const waitingEdit = await waitingEditOf(app, params.id)
  return {
    ...order,
    // Their names lead to the products, where the role may go.
    known: may(role, 'products') ? order.known : [],
    certificates,
    waitingEdit,
    now: app.now().getTime(),
    sale,
    saleKey,
    customer,
    returns,
    money,
    mails: emails,
    canSend: app.mail !== null,
    mayDecide,
    mayOverridePickup: may(role, 'pickup.override'),
    privacy,
  }
}

export const action = actionOf(orderActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

/** Beside a refusal the page shows the label that was requested, or the email that could not be sent. */
export function shouldRevalidate({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const field = formData?.get('action')
  const action = typeof field === 'string' ? field : ''
  return defaultShouldRevalidate || isLabelForm({ action }) || isEmailForm({ action })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminTitle(loaderData ? `Order ${loaderData.summary.number}` : 'Order')

export default function Order({ loaderData: order, actionData }: Route.ComponentProps) {
  useReloadWhenSeen()
  const preview = actionData && 'preview' in actionData ? actionData : null
  const declined = actionData && 'declined' in actionData ? actionData.declined : null
  const refused = useAnswer<Record<string, string>>(
    actionData && ('preview' in actionData || 'declined' in actionData) ? undefined : actionData,
  )
  const ofRefund = refused?.typed && isRefundForm(refused.typed) ? refused : undefined
  // What the form of a parcel was asked with stays in it.
  const kept = actionData && 'typed' in actionData ? actionData.typed : undefined
  const input = refused?.typed ?? kept
  const report = actionData && 'report' in actionData ? (actionData.report ?? null) : null
  const newCode = actionData && 'newCode' in actionData ? actionData.newCode : null
  // It is shown next to its form, far below.
  const notErased = order.privacy && refused?.typed?.action === 'erase' ? refused : undefined
  return (
    <article>
      <Head order={order} />
      {!notErased && <ErrorBanner error={refused} />}
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6 lg:order-2">
          {/* The next step comes first on a phone. */}
          <Making order={order} />
          <FormFields refused={{ errors: refused?.errors, typed: input }}>
            {order.waitingEdit && (
              <WaitingChange
                edit={order.waitingEdit}
                revision={order.revision}
                mayDecide={order.mayDecide}
              />
            )}
            <Sale order={order} />
            <Labels order={order} now={order.now} />
            <MoneyToRefund order={order} declined={declined} mayDecide={order.mayDecide} />
            <OrderActions order={order} declined={declined} mayDecide={order.mayDecide} />
            <Panel heading={isTaken(order) ? 'Buyer' : 'Ship to'}>
              <ShipTo order={order} mayDecide={order.mayDecide} />
              <WentElsewhere mails={order.mails} email={order.email} canSend={order.canSend} />
              {order.customer && <CustomerLink {...order.customer} />}
            </Panel>
            {order.giftNote && (
              <Panel heading="Gift note">
                <GiftNote {...order.giftNote} />
              </Panel>
            )}
            <Certificates
              orderId={order.id}
              certificates={order.certificates}
              mayDecide={order.mayDecide}
              formKey={order.saleKey}
              newCode={newCode}
              isHandedOver={isAllHandedOver(order.parcels)}
              returned={(order.returns?.returns ?? [])
                .filter(({ state }) => state === 'refunded')
                .flatMap(({ lines }) => lines)}
            />
            <Parcels order={order} />
            <Delay order={order} mayDecide={order.mayDecide} />
            <Returns order={order} mayDecide={order.mayDecide} />
            <BackOnSale order={order} mayDecide={order.mayDecide} />
          </FormFields>
          <Documents order={order} money={order.money} />
          <PastHolds order={order} />
          <Panel heading="Payment summary" staffOnly>
            <Money order={order} money={order.money} />
            {order.mayDecide && (
              <RefundForm
                order={order}
                money={order.money}
                returns={order.returns?.returns ?? []}
                preview={preview}
                refused={ofRefund}
              />
            )}
          </Panel>
        </div>
        <div className="grid min-w-0 gap-6">
          <Panel heading="Pieces">
            <FormFields refused={refused}>
              <Lines order={order} kept={order.money.lines} mayDecide={order.mayDecide} />
            </FormFields>
            {order.mayDecide && order.state === 'paid' && (
              <p className="mt-3 print:hidden">
                <Link
                  to={`/admin/dashboard/orders/${order.id}/edit`}
                  className="link inline-block py-1"
                >
                  Edit the pieces
                </Link>
              </p>
            )}
          </Panel>
          <Panel heading="Gold price at time of sale">
            <GoldAtSale goldPrice={order.summary.goldPrice} />
          </Panel>
          <Panel heading="Payment" staffOnly>
            <PaymentFacts order={order} mayDecide={order.mayDecide} />
          </Panel>
          <Panel heading="Emails" staffOnly>
            <Emails
              emails={order.mails}
              canSend={order.canSend}
              hasConfirmation={
                order.paidAt !== null && order.email !== null && order.state !== 'refunded'
              }
            />
          </Panel>
          <Panel heading="History" staffOnly>
            <History
              steps={order.history}
              isHandedOver={isAllHandedOver(order.parcels)}
              isPickup={order.pickup !== null}
            />
          </Panel>
          {order.mayDecide && order.paidAt !== null && <EvidenceLinks orderId={order.id} />}
          {order.privacy && (
            <Panel heading="The buyer’s data" staffOnly>
              <BuyerData
                order={order}
                buyer={order.privacy.buyer}
                report={report}
                refused={notErased}
              />
            </Panel>
          )}
        </div>
      </div>
    </article>
  )
}

/** What its buyer took along, or will, is shipped to nobody. */
const isTaken = ({ parcels, state, origin, address, pickup }: AdminOrder) =>
  pickup !== null || isAllHandedOver(parcels) || (wasPaid(state) && isTakenAlong(origin, address))

function Sale({ order }: { order: AdminOrder & { sale: DraftOrderSale | null; saleKey: string } }) {
  const { sale, saleKey } = order
  return (
    <>
      <CustomWorkPanel order={order} sale={sale} />
      {sale && <DraftOrderPanel order={order} sale={sale} saleKey={saleKey} />}
    </>
  )
}
