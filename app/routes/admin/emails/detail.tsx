import { data, Form } from 'react-router'
import { mailPreview } from '#app/.server/emails/queries/mail-preview.ts'
import { editableMail, mailTextPage } from '#app/.server/emails/queries/mail-texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { maxSubject } from '#app/domain/emails/mail-template.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { BackLink } from '../components/back-link.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { performAction } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { Versions } from '../components/versions.tsx'
import type { Route } from './+types/detail.ts'
import { mailTextActions } from './actions.ts'
import { Preview } from './preview.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const kind = editableMail(params.kind)
  if (!kind) throw data(null, { status: 404 })
  const page = await mailTextPage(app, kind)
  return { ...page, preview: await mailPreview(app, kind, { text: page.text }) }
}

export async function action(args: Route.ActionArgs) {
  return performAction(mailTextActions, args, args.params.kind)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'This was not done.')
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Mail'}, admin` },
]

export default function MailText({ loaderData, actionData }: Route.ComponentProps) {
  const { name, when, fields, text, isBuiltIn, version, versions } = loaderData
  const answered = actionData && 'shown' in actionData ? actionData : undefined
  const refused = useAnswer<Record<string, string>>(
    actionData && 'shown' in actionData ? undefined : actionData,
  )
  const typed = refused?.typed ?? answered?.typed
  // Another text once it was saved or taken back; typing stays over a preview.
  const form = `${loaderData.kind} ${version}`
  return (
    <article>
      <BackLink to="/admin/dashboard/mails">All mails</BackLink>
      <h1 className="mt-2">{name}</h1>
      <p className="mt-2 max-w-2xl text-muted">{when}</p>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <FormFields refused={refused}>
            <Form key={form} method="post" preventScrollReset noValidate className="grid gap-5">
              <input type="hidden" name="seen" value={version} />
              <Field label="Subject">
                <input
                  name="subject"
                  autoComplete="off"
                  maxLength={maxSubject}
                  defaultValue={typed?.subject ?? text.subject}
                  className="input"
                />
              </Field>
              <Field
                label="Text"
                hint="An empty line begins a paragraph, “# ” before a line makes it a heading. Words in braces are filled in when the mail is written."
              >
                <textarea
                  name="body"
                  rows={18}
                  spellCheck
                  defaultValue={typed?.body ?? text.body}
                  className="input font-mono text-sm"
                />
              </Field>
              <Field
                label="Preview with order"
                optional="a number"
                hint="Without a number: the latest that such a mail was about."
              >
                <input
                  name="order"
                  autoComplete="off"
                  defaultValue={typed?.order ?? ''}
                  className="input"
                />
              </Field>
              <div className="flex flex-wrap gap-3">
                <SubmitButton gold name="action" value="save">
                  Save the text
                </SubmitButton>
                <SubmitButton name="action" value="preview">
                  Preview
                </SubmitButton>
                <SubmitButton name="action" value="test">
                  Send me a test
                </SubmitButton>
              </div>
            </Form>
          </FormFields>
          <Fields fields={fields} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Preview preview={answered ? answered.shown : loaderData.preview} />
          <Versions
            inUse={isBuiltIn ? 'The built-in text is in use.' : `Version ${version} is in use.`}
            version={version}
            versions={versions.map(({ subject, ...each }) => ({
              ...each,
              about: subject ?? 'the built-in text',
            }))}
            builtIn={isBuiltIn ? null : 'built-in'}
            seen={{ seen: version }}
          />
        </div>
      </div>
    </article>
  )
}

function Fields({ fields }: { fields: Route.ComponentProps['loaderData']['fields'] }) {
  return (
    <section className="admin-panel min-w-0">
      <h2>Fields of this mail</h2>
      <dl className="mt-3 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
        {fields.map(({ name, says, isBlock, isNeeded }) => (
          <div key={name} className="contents">
            <dt className="font-mono">{`{${name}}`}</dt>
            <dd className="text-muted max-sm:mb-2">
              {says}.{isBlock && ' A paragraph of its own.'}
              {isNeeded && ' Must stay in.'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
