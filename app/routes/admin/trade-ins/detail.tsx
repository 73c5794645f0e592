import { randomUUID } from 'node:crypto'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { photosForStaff } from '#app/.server/trade-ins/photos.ts'
import { tradeInLabels } from '#app/.server/trade-ins/queries/trade-in-label.ts'
import { tradeInPage } from '#app/.server/trade-ins/queries/trade-in-page.ts'
import { may, type Right, type Role } from '#app/domain/access/rights.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { alsoAfterConflict, keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Panel } from '../components/panel.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { useAnswer } from '../components/toasts.tsx'
import { useReloadWhenSeen } from '../components/use-reload-when-seen.ts'
import type { Route } from './+types/detail.ts'
import { tradeInActions } from './actions.ts'
import { Bench } from './detail/bench.tsx'
import { AboutPiece, History, Packages } from './detail/facts.tsx'
import { IdentityPanel } from './detail/identity.tsx'
import { hasOwnLabel, PrepaidLabel } from './detail/label.tsx'
import { Money } from './detail/money.tsx'
import { Photos } from './detail/photos.tsx'
import { Steps } from './detail/steps.tsx'
import { tradeInLabelActions } from './label-actions.ts'
import { photoActions } from './photo-actions.ts'
import { kindNames, stateNames } from './trade-in-names.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { role } = context.get(adminContext)
  const app = context.get(appContext)
  const page = await found(tradeInPage(app, params.id))
  const labels = await tradeInLabels(app, params.id)
  const actions = page.actions.filter((name) => mayDo(role, tradeInActions[`trade-in-${name}`]))
  const mayReadIdentity = mayDo(role, tradeInActions['trade-in-read-identity'])
  const photos = await photosForStaff(app, params.id)
  const now = app.now().getTime()
  return { ...page, actions, mayReadIdentity, labels, photos, now, formKey: randomUUID() as string }
}

const mayDo = (role: Role, { right }: { right: Right | null }) => !right || may(role, right)

const actions = { ...tradeInActions, ...tradeInLabelActions, ...photoActions }

export const action = actionOf(actions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const shouldRevalidate = alsoAfterConflict

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminTitle(loaderData ? `Trade-in ${loaderData.tradeIn.number}` : 'Trade-in')

/** One piece that comes back, on a phone at the bench as well [TRADE-57]. */
export default function TradeIn({ loaderData: page, actionData }: Route.ComponentProps) {
  useReloadWhenSeen()
  const refused = useAnswer<Record<string, string>>(
    actionData && 'identity' in actionData ? undefined : actionData,
  )
  const identity = actionData && 'identity' in actionData ? actionData.identity : null
  const { number, kind, state, livemode, name, size } = page.tradeIn
  return (
    <article>
      <BackLink to="/admin/dashboard/trade-ins">All trade-ins</BackLink>
      <h1 className="mt-2">
        {kindNames[kind]} {number}
      </h1>
      <p className="mt-1 wrap-anywhere">
        <span className="font-medium">{stateNames[state]}</span>
        {' · '}
        {[name, size].filter(Boolean).join(', ')}
        {!livemode && <span className="text-notice"> · Test</span>}
      </p>
      <ErrorBanner error={refused} />
      <FormFields refused={refused}>
        <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {/* The next step comes first on a phone. */}
          <div className="grid min-w-0 gap-6 lg:order-2">
            <Bench page={page} />
            {page.tradeIn.receivedAt && <Photos page={page} photos={page.photos} />}
            <Steps page={page} hasLabel={hasOwnLabel(page.labels)} />
            <PrepaidLabel page={page} labels={page.labels} now={page.now} />
            <IdentityPanel page={page} identity={identity} />
            <Money page={page} />
          </div>
          <div className="grid min-w-0 gap-6">
            <Panel heading="Piece and customer">
              <AboutPiece page={page} />
            </Panel>
            <Panel heading="Packages">
              <Packages page={page} />
            </Panel>
            <History page={page} />
          </div>
        </div>
      </FormFields>
    </article>
  )
}
