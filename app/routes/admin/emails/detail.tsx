import type { ShouldRevalidateFunction } from 'react-router'
import { emailTextPage } from '#app/.server/emails/queries/email-texts-page.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { TextForm } from '../content/text-form.tsx'
import { TextVersions } from '../content/text-versions.tsx'
import { Writing } from '../content/writing-help.tsx'
import type { Route } from './+types/detail.ts'
import { emailTextActions } from './actions.ts'
import { Preview } from './preview.tsx'

/** The longest text of an email in an alphabet that addresses write at nine characters for one. */
export const middleware = [bodyLimit(128, 30)]

export async function loader({ context, params }: Route.LoaderArgs) {
  return found(emailTextPage(context.get(appContext), params.key))
}

export const action = actionOf(emailTextActions, 'key')

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

/** A preview and a test store nothing: what the form began with stays, so that a colleague's words are not replaced. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formData,
  defaultShouldRevalidate,
}) =>
  ['preview', 'test'].includes(String(formData?.get('action'))) ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => adminTitle(loaderData?.name ?? 'Email')

/** The text of an email: its fields, its draft, the versions it had, and how it looks [MAILTEXT-01]. */
export default function EmailText({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, ...text } = loaderData
  const answered = actionData && 'shown' in actionData ? actionData : undefined
  const refused = useAnswer<Record<string, string>>(
    actionData && 'shown' in actionData ? undefined : actionData,
  )
  const input = refused?.typed ?? answered?.typed
  return (
    <article>
      <BackLink to="/admin/dashboard/mails">All emails</BackLink>
      <h1 className="mt-2">{text.name}</h1>
      <p className="mt-2 max-w-2xl text-muted">{text.about}</p>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <TextForm
            text={text}
            refused={refused}
            typed={input}
            moreFields={
              <TextField
                name="order"
                label="Order number for the preview"
                optional="optional"
                hint="Leave blank to use the most recent order that got this email."
                defaultValue={input?.order ?? ''}
                data-unsaved="no"
              />
            }
            moreButtons={
              <>
                <SubmitButton action="preview">Preview</SubmitButton>
                <SubmitButton action="test">Send me a test</SubmitButton>
              </>
            }
          />
          <Writing text={text} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Preview preview={answered ? answered.shown : preview} />
          <TextVersions text={text} />
        </div>
      </div>
    </article>
  )
}
