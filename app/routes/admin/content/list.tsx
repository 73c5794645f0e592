import { Form, Link, redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { beginPost } from '#app/.server/content/commands/begin-post.ts'
import { textList } from '#app/.server/content/queries/text-list.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { runCommand } from '../components/run-command.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { TableHead } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { TextStateWords } from './text-state-words.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return textList(context.get(appContext))
}

/** Begins a post, and opens it. */
export async function action({ context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { email } = context.get(adminContext)
  return runCommand(app, async () => {
    const key = await beginPost(app, email)
    throw redirect(`/admin/dashboard/texts/${key}`, 303)
  })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('No post was started.')

export const meta: Route.MetaFunction = () => adminTitle('Content')

const columns = ['Text', ['Status', 'w-2/5 max-sm:hidden']] as const

/** Every text of the shop that staff may change [TEXTS-01]. */
export default function Texts({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, isJournalElsewhere } = loaderData
  return (
    <>
      <h1>Content</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Edit the text on your site. Save drafts, preview them on the page, then publish. You can
        restore any earlier version.
      </p>
      <p className="mt-2">
        <Link to="/admin/dashboard/redirects" prefetch="intent" className="link inline-block py-1">
          Redirects
        </Link>
      </p>
      <ErrorBanner error={actionData?.refused} />
      {groups.map(({ group, name, texts }) => (
        <section key={group} aria-labelledby={group} className="mt-8">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id={group}>{name}</h2>
            {group === 'post' && !isJournalElsewhere && (
              <Form method="post">
                <SubmitButton>Write a post</SubmitButton>
              </Form>
            )}
          </div>
          {group === 'post' && isJournalElsewhere ? (
            <p className="mt-3 max-w-2xl text-muted">
              Your journal comes from WordPress. Write posts there.
            </p>
          ) : (
            <table className="admin-table mt-3">
              <caption className="sr-only">{name}</caption>
              <TableHead columns={columns} />
              <tbody>
                {texts.map((text) => (
                  <tr key={text.key}>
                    <td className="wrap-anywhere">
                      <Link
                        to={`/admin/dashboard/texts/${text.key}`}
                        prefetch="intent"
                        className="link inline-block py-1 font-medium"
                      >
                        {text.name}
                      </Link>
                      {text.note && <span className="block text-muted text-sm">{text.note}</span>}
                      <span className="block text-sm sm:hidden">
                        <TextStateWords state={text} />
                      </span>
                    </td>
                    <td className="text-sm max-sm:hidden">
                      <TextStateWords state={text} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      ))}
    </>
  )
}
