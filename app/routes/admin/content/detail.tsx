import { textDetail } from '#app/.server/content/queries/text-detail.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/detail.ts'
import { textActions } from './actions.ts'
import { Reading } from './review-panel.tsx'
import { TextForm } from './text-form.tsx'
import { TextVersions } from './text-versions.tsx'
import { Writing } from './writing-help.tsx'

export const middleware = [bodyLimit(1024, 30)]

export async function loader({ context, params }: Route.LoaderArgs) {
  return found(textDetail(context.get(appContext), params.key))
}

export const action = actionOf(textActions, 'key')

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const meta: Route.MetaFunction = ({ loaderData }) => adminTitle(loaderData?.name ?? 'Text')

/** One text: its fields, its draft, and the versions it had [TEXTS-02]. */
export default function TextScreen({ loaderData: text, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { key, name, about, path, draft } = text
  return (
    <article>
      <BackLink to="/admin/dashboard/texts">All content</BackLink>
      <h1 className="mt-2 wrap-anywhere">{name}</h1>
      <p className="mt-2 max-w-2xl text-muted">{about}</p>
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm">
        {path && <NewTab href={path}>View page</NewTab>}
        {draft && <NewTab href={`/admin/dashboard/texts/${key}/preview`}>Preview draft</NewTab>}
      </p>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[2fr_1fr]">
        <div className="grid min-w-0 gap-6">
          <TextForm text={text} refused={refused} typed={refused?.typed} />
        </div>
        <div className="grid min-w-0 gap-6">
          {text.toCheck.length > 0 && <Reading text={text} />}
          <TextVersions text={text} />
          <Writing text={text} />
        </div>
      </div>
    </article>
  )
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link inline-block py-1">
      {children} (opens in a new tab)
    </a>
  )
}
