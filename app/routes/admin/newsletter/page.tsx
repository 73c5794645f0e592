import { Form } from 'react-router'
import { newsletterPage } from '#app/.server/newsletter/queries/subscribers.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { newsletterLabels } from '#app/contracts/newsletter/newsletter.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { NoEmailNotice } from '../settings/no-email-notice.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { Route } from './+types/page.ts'
import { newsletterActions } from './actions.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return newsletterPage(context.get(appContext))
}

export const action = actionOf(newsletterActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Newsletter')

/** Who signed up, as a file for the service that sends the newsletter [NEWS-04, NEWS-05]. */
export default function NewsletterAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, subscribers, canSend } = loaderData
  const refused = useAnswer<Record<string, string>>(actionData)
  const isRemoval = refused?.typed?.action === 'remove'
  return (
    <>
      <h1>Newsletter</h1>
      <p className="mt-2 max-w-xl text-muted">
        Collect email addresses for a newsletter that you send with another service. The form is on
        the story and contact pages, and the footer links to it. Addresses are stored only after
        their owners confirm by email.
      </p>
      {!canSend && <NoEmailNotice what="The form" />}
      <SettingsForm stored={settings} refused={isRemoval ? undefined : refused}>
        <input type="hidden" name="action" value="save" />
        <Checkbox name="enabled">{newsletterLabels.enabled}</Checkbox>
        <TextArea
          name="sentence"
          label={newsletterLabels.sentence}
          hint="Shown beside a checkbox. People who signed up before you change it keep the sentence they agreed to."
          rows={3}
        />
      </SettingsForm>
      <h2 className="mt-12">Subscribers</h2>
      <p className="mt-2 max-w-xl text-muted">
        {subscribers === 0 ? 'No one has signed up yet.' : formatCount(subscribers, 'subscriber')}
      </p>
      {subscribers > 0 && (
        <>
          <div className="mt-3">
            <DownloadButton
              action="/admin/dashboard/newsletter/newsletter.csv"
              className="button button-line"
            >
              Export subscribers (CSV)
            </DownloadButton>
          </div>
          <p className="mt-3 max-w-xl text-muted text-sm">
            Export the list before each newsletter and replace the list in your email service, so
            that people who unsubscribed here don’t get it. Put each person’s unsubscribe link from
            the file in your newsletter.
          </p>
          {isRemoval && <ErrorBanner error={refused} />}
          <FormFields refused={isRemoval ? refused : undefined}>
            <Form key={subscribers} method="post" className="mt-8 grid max-w-xl gap-4">
              <TextField
                name="email"
                type="email"
                label="Remove an address"
                hint="For someone who asked you, or unsubscribed in your email service."
                autoComplete="off"
              />
              <div>
                <SubmitButton action="remove">Remove</SubmitButton>
              </div>
            </Form>
          </FormFields>
        </>
      )}
    </>
  )
}
