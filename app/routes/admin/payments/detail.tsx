import { adminPayment } from '#app/.server/payments/queries/admin-payment.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Panel } from '../components/panel.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/detail.ts'
import { paymentActions } from './actions.ts'
import { Notes, PaymentFacts, ReportedSince } from './payment-facts.tsx'
import { PaymentActions } from './payment-forms.tsx'
import { PaymentMark } from './payment-labels.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const payment = await found(adminPayment(context.get(appContext), params.id))
  return { ...payment, refundKey: crypto.randomUUID() }
}

export const action = actionOf(paymentActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const meta: Route.MetaFunction = () => adminTitle('Payment')

export default function Payment({ loaderData: payment, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <article>
      <header>
        <BackLink to="/admin/dashboard/payments">All payments</BackLink>
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1>Payment of {paidSum(payment)}</h1>
          <PaymentMark payment={payment} />
        </div>
        <p className="mt-2 py-1 text-muted text-sm">
          Received <ShopTime at={payment.receivedAt} />
          {payment.isTest && (
            <span className="text-notice"> · Test payment: no card was charged</span>
          )}
        </p>
      </header>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6 lg:order-2">
          <FormFields refused={refused}>
            <PaymentActions payment={payment} refundKey={payment.refundKey} />
          </FormFields>
        </div>
        <div className="grid min-w-0 gap-6">
          <Panel heading="Payment details">
            <PaymentFacts payment={payment} />
          </Panel>
          <Panel heading="Later activity">
            <ReportedSince events={payment.since} />
          </Panel>
          <Panel heading="Notes">
            <Notes notes={payment.notes} />
          </Panel>
        </div>
      </div>
    </article>
  )
}
