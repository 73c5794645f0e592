import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { BackupKey } from '#app/.server/backup/encryption.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  type SetupPage,
  type SetupTopic,
  setupPage,
} from '#app/.server/setup/queries/setup-page.ts'
import { plainMessage } from '#app/contracts/setup/setting-names.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { ForServer } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { runCommand } from '../components/run-command.ts'
import { requestedAction } from '../components/staff-actions.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/page.ts'
import { setupActions, withoutSecrets } from './actions.ts'
import { BackupForm } from './backup-form.tsx'
import { EmailSettings, GoldForm, LabelForm, PaymentForm } from './forms.tsx'
import { leftToDo } from './left-to-do.ts'
import { OpenTheShop } from './opening.tsx'
import { TopicSection } from './topic.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return setupPage(context.get(appContext))
}

export async function action(args: Route.ActionArgs) {
  const { typed, requested, perform } = await requestedAction(setupActions, args)
  return runCommand(requested.app, perform, withoutSecrets(typed))
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const meta: Route.MetaFunction = () => adminTitle('Setup')

/** What is still open before the shop sells, each with the place where it is done [SETUP-01]. */
export default function SetUp({ loaderData: setup, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const shown = useMemo(
    () => refused && { ...refused, message: plainMessage(refused.message) },
    [refused],
  )
  // Stays until the screen is left, whatever is refused in between: it is shown once.
  const [backupKey, setBackupKey] = useState<BackupKey>()
  const made = actionData && 'backupKey' in actionData ? actionData.backupKey : undefined
  if (made && made !== backupKey) setBackupKey(made)
  const left = leftToDo(setup)
  return (
    <>
      <h1>Setup</h1>
      <Progress {...setup} />
      <p className="mt-2 max-w-2xl text-muted">
        {left === null
          ? 'Nothing left to do.'
          : `${left} Start at the top. Tasks you can do on this page are listed first.`}
      </p>
      <ErrorBanner error={shown} />
      <OpenTheShop {...setup} />
      <ol className="mt-6 grid max-w-3xl gap-6">
        {setup.topics.map((part) => (
          <TopicSection
            key={part.topic}
            part={part}
            given={givenOf(part.topic, setup)}
            note={serverNote(part.topic, setup)}
          >
            <Place topic={part.topic} setup={setup} refused={refused} backupKey={backupKey} />
          </TopicSection>
        ))}
      </ol>
      <div className="mt-6">
        <ForServer>
          <p>
            <code>npm run launch-check</code> prints the same list.
          </p>
        </ForServer>
      </div>
    </>
  )
}

/** Of the parts below: what waits for the opening need not be done yet [SETUP-12]. */
function Progress({ topics }: Pick<SetupPage, 'topics'>) {
  const done = topics.filter(({ open }) => open.every(({ when }) => when === 'later')).length
  return (
    <div className="mt-3 flex max-w-3xl items-center gap-4">
      <progress max={topics.length} value={done} aria-label="Setup" className="h-1.5 w-full" />
      <p className="shrink-0 font-medium">{`${done} of ${topics.length} done`}</p>
    </div>
  )
}

/** Names of the settings of one part that only the environment changes. */
function givenOf(topic: SetupTopic['topic'], { forms }: SetupPage): string[] {
  const form = Object.values(forms).find(({ group }) => group === topic)
  return form ? form.settings.filter(({ isGiven }) => isGiven).map(({ name }) => name) : []
}

type PlaceProps = {
  topic: SetupTopic['topic']
  setup: SetupPage
  refused: ReturnType<typeof useAnswer<Record<string, string>>>
  backupKey: BackupKey | undefined
}

/** Where it is done: a form, another screen, or the server. */
function Place({ topic, setup, refused, backupKey }: PlaceProps) {
  switch (topic) {
    case 'brand':
      return (
        <p>
          Edit your shop’s name, address, and links under{' '}
          <Link to="/admin/dashboard/texts/brand" className="link">
            Content
          </Link>
          . Edit chains and cords in each of your{' '}
          <Link to="/admin/dashboard/products" className="link">
            products
          </Link>
          .
        </p>
      )
    case 'texts':
      return (
        <p>
          Have an expert review each one, edit it under{' '}
          <Link to="/admin/dashboard/texts" className="link">
            Content
          </Link>
          , and mark it as reviewed there. Edit the wording of emails under{' '}
          <Link to="/admin/dashboard/mails" className="link">
            Emails
          </Link>
          .
        </p>
      )
    case 'payments':
      return <PaymentForm setup={setup} refused={refused} />
    case 'labels':
      return <LabelForm setup={setup} refused={refused} />
    case 'mail':
      return <EmailSettings setup={setup} refused={refused} />
    case 'gold':
      return <GoldForm setup={setup} refused={refused} />
    case 'tax':
      return (
        <p>
          <Link to="/admin/dashboard/sales-tax" className="link inline-block py-1">
            Set up sales tax
          </Link>
        </p>
      )
    case 'backup':
      return <BackupForm setup={setup} refused={refused} made={backupKey} />
    case 'address':
      return (
        <p>
          Managed by your server admin.{' '}
          {setup.given.publicUrl
            ? `Current address: ${setup.given.publicUrl}`
            : 'No address is set, so the shop can be reached only from its own server.'}
        </p>
      )
    case 'machine':
      return <p>Managed by your server admin.</p>
  }
}

/** Files and settings of a part, which a jeweler need not read. */
function serverNote(topic: SetupTopic['topic'], { given }: SetupPage): ReactNode {
  switch (topic) {
    case 'address':
      return (
        <p>
          Set in the environment or the file <code>.env</code>; start the shop again after a change.
          The address is <code>PUBLIC_URL={given.publicUrl ?? ''}</code>, and the number of servers
          that pass pages on to visitors is <code>TRUST_PROXY={given.trustProxy}</code>.
        </p>
      )
    case 'machine':
      return (
        <p>
          Set in the environment. The database is <code>DATABASE_URL</code>, now {given.database}.
          The folder for data is <code>DATA_DIR</code>, now <code>{given.dataDir}</code>. The secret
          that signs links and sessions is <code>SESSION_SECRET</code>.
        </p>
      )
    default:
      return null
  }
}
