import { Link } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type SetupPage, setupPage } from '#app/.server/setup/queries/setup-page.ts'
import { formTexts } from '#app/contracts/form-data.ts'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/page.ts'
import { performSetupAction } from './actions.ts'
import { BackupForm, GoldForm, LabelForm, MailSettings, PaymentForm } from './forms.tsx'
import { TopicSection } from './topic.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return setupPage(context.get(appContext))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  return performSetupAction(context.get(appContext), {
    typed: await formTexts(request),
    by: email,
    requireFresh: () => requireFreshFactor(context),
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'This was not done.')
}

export const meta: Route.MetaFunction = () => [{ title: 'Set up, admin' }]

/** What is still open before the shop sells, each with the place where it is done [SETUP-01]. */
export default function SetUp({ loaderData: setup, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Set up</h1>
      <p className="mt-2 max-w-2xl text-muted">
        {setup.openCount === 0
          ? 'Nothing is open: the shop is ready to sell.'
          : `${formatCount(setup.openCount, 'thing')} ${setup.openCount === 1 ? 'is' : 'are'} open before the shop takes real money. “npm run launch-check” prints the same list.`}
      </p>
      <ErrorBanner error={refused} />
      <ol className="mt-6 grid max-w-3xl gap-6">
        {setup.topics.map(({ topic, title, open }) => (
          <TopicSection key={topic} topic={topic} title={title} open={open}>
            <Place topic={topic} setup={setup} refused={refused} />
          </TopicSection>
        ))}
      </ol>
    </>
  )
}

type PlaceProps = {
  topic: SetupPage['topics'][number]['topic']
  setup: SetupPage
  refused: ReturnType<typeof useAnswer<Record<string, string>>>
}

/** Where it is done: a form, another screen, or a file. */
function Place({ topic, setup, refused }: PlaceProps) {
  const { given } = setup
  switch (topic) {
    case 'brand':
      return (
        <p>
          Name, address and links of the shop are under{' '}
          <Link to="/admin/dashboard/texts/brand" className="link">
            Texts
          </Link>
          .
        </p>
      )
    case 'texts':
      return (
        <p>
          Have each read by somebody who knows, correct it under{' '}
          <Link to="/admin/dashboard/texts" className="link">
            Texts
          </Link>
          , and note there that it was read. The words of mails are under{' '}
          <Link to="/admin/dashboard/mails" className="link">
            Mails
          </Link>
          .
        </p>
      )
    case 'payments':
      return <PaymentForm setup={setup} refused={refused} />
    case 'labels':
      return <LabelForm setup={setup} refused={refused} />
    case 'mail':
      return <MailSettings setup={setup} refused={refused} />
    case 'gold':
      return <GoldForm setup={setup} refused={refused} />
    case 'tax':
      return (
        <p>
          <Link to="/admin/dashboard/sales-tax" className="link inline-block py-1">
            Sales tax
          </Link>
        </p>
      )
    case 'backup':
      return <BackupForm setup={setup} refused={refused} />
    case 'address':
      return (
        <p>
          Set where the shop is started, in its environment or the file <code>.env</code>, and start
          it again. Now: <code>PUBLIC_URL={given.publicUrl ?? ''}</code>,{' '}
          <code>TRUST_PROXY={given.trustProxy}</code>.
        </p>
      )
    case 'machine':
      return (
        <p>
          Database, data folder and <code>SESSION_SECRET</code> are set where the shop is started as
          well. Now: database {given.database}, data in <code>{given.dataDir}</code>.
        </p>
      )
  }
}
