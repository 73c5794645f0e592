import { data, Form } from 'react-router'
import { textDetail } from '#app/.server/content/queries/text-detail.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { BackLink } from '../components/back-link.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { performAction } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/detail.ts'
import { textActions } from './actions.ts'
import { LeaveWarning } from './leave-warning.tsx'
import { Reading } from './review-panel.tsx'
import { TextFields } from './text-fields.tsx'
import { TextVersions } from './versions.tsx'
import { Writing } from './writing-help.tsx'

export const middleware = [bodyLimit(1024, 30)]

export async function loader({ context, params }: Route.LoaderArgs) {
  const text = await textDetail(context.get(appContext), params.key)
  if (!text) throw data(null, { status: 404 })
  return text
}

export async function action(args: Route.ActionArgs) {
  return performAction(textActions, args, args.params.key)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'This was not done.')
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Text'}, admin` },
]

/** One text: its fields, its draft, and the versions it had [TEXTS-02]. */
export default function TextScreen({ loaderData: text, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { key, name, about, path, version, draft } = text
  // Other values once it was published, kept or taken back; what was typed stays over a refusal.
  const form = `${key} ${version} ${draft?.revision ?? 0}`
  return (
    <article>
      <BackLink to="/admin/dashboard/texts">All texts</BackLink>
      <h1 className="mt-2 wrap-anywhere">{name}</h1>
      <p className="mt-2 max-w-2xl text-muted">{about}</p>
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm">
        {path && (
          <a href={path} target="_blank" rel="noreferrer" className="link inline-block py-1">
            See the page (in a new tab)
          </a>
        )}
        {draft && (
          <a
            href={`/admin/dashboard/texts/${key}/preview`}
            target="_blank"
            rel="noreferrer"
            className="link inline-block py-1"
          >
            Preview the draft (in a new tab)
          </a>
        )}
      </p>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[2fr_1fr]">
        <div className="grid min-w-0 gap-6">
          {draft && (
            <p className="border-notice border-l-2 pl-3 text-sm wrap-anywhere">
              This is a draft of {draft.by}, <ShopTime at={draft.at} />. The shop shows it once it
              is published.
            </p>
          )}
          <FormFields refused={refused}>
            <Form key={form} method="post" preventScrollReset noValidate className="grid gap-5">
              <input type="hidden" name="seen" value={version} />
              <input type="hidden" name="draft" value={draft?.revision ?? 0} />
              <TextFields fields={text.fields} values={refused?.typed ?? text.values} />
              <LeaveWarning />
              <div className="flex flex-wrap gap-3">
                <SubmitButton gold name="action" value="publish">
                  Publish
                </SubmitButton>
                <SubmitButton name="action" value="draft">
                  Keep as a draft
                </SubmitButton>
                {draft && (
                  <SubmitButton name="action" value="discard">
                    Discard the draft
                  </SubmitButton>
                )}
              </div>
            </Form>
          </FormFields>
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
