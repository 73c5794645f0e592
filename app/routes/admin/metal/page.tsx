import { metalPage } from '#app/.server/metal/queries/metal-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { FormFields, OwnFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/page.ts'
import { metalActions } from './actions.ts'
import { BeginForm } from './begin-form.tsx'
import { Entries } from './entries.tsx'
import { MoveForm, PurchaseForm } from './entry-forms.tsx'
import { Limits } from './limits.tsx'
import { Heading, PositionTable } from './position.tsx'
import { SentOrders } from './sent-orders.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return { ...(await metalPage(context.get(appContext), page)), formKey: crypto.randomUUID() }
}

export const action = actionOf(metalActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t saved.')

export const meta: Route.MetaFunction = () => adminTitle('Metal')

/** The maker's own gold: what is sold and not bought yet, what is here, and what it cost [METAL-02]. */
export default function Metal({ loaderData: metal, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const input = refused?.typed ?? {}
  const errors = refused?.errors ?? {}
  return (
    <>
      <h1>Metal</h1>
      {metal.isTest && (
        <p className="mt-2 text-notice text-sm">
          This ledger shows test orders and test entries only. Live orders have a separate ledger.
        </p>
      )}
      <Heading metal={metal} />
      <ErrorBanner error={refused} />
      <FormFields refused={refused}>
        {metal.began === null ? (
          <OwnFields isSent={input.action === 'begin'}>
            <BeginForm formKey={metal.formKey} />
          </OwnFields>
        ) : (
          <>
            <PositionTable metal={metal} began={metal.began} />
            {/* Empty again once it was entered. */}
            <div
              key={metal.list.total}
              className="mt-8 grid items-start gap-x-8 gap-y-6 lg:grid-cols-2"
            >
              <OwnFields isSent={input.action === 'purchase'}>
                <PurchaseForm
                  formKey={metal.formKey}
                  today={metal.today}
                  isUnsure={'sure' in errors}
                />
              </OwnFields>
              <OwnFields isSent={input.action === 'move'}>
                <MoveForm formKey={metal.formKey} today={metal.today} />
              </OwnFields>
            </div>
            <OwnFields isSent={input.action === 'take-back'}>
              <Entries list={metal.list} years={metal.years} />
            </OwnFields>
            <SentOrders orders={metal.orders} years={metal.years} />
          </>
        )}
        <OwnFields isSent={input.action === 'limits'}>
          <Limits limits={metal.limits} />
        </OwnFields>
      </FormFields>
    </>
  )
}
