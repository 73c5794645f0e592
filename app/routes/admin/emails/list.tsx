import { Link } from 'react-router'
import { listEmailTexts } from '#app/.server/emails/queries/email-texts-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '../components/admin-title.ts'
import { TableHead } from '../components/table.tsx'
import { TextStateWords } from '../content/text-state-words.tsx'
import type { Route } from './+types/list.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { mails: await listEmailTexts(context.get(appContext)) }
}

export const meta: Route.MetaFunction = () => adminTitle('Emails')

const columns = ['Email', ['Text', 'max-sm:hidden']] as const

export default function Emails({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Emails</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Edit the emails your shop sends to buyers and to you. Emails already sent don’t change.
      </p>
      <table className="admin-table mt-6">
        <caption className="sr-only">Editable emails</caption>
        <TableHead columns={columns} />
        <tbody>
          {loaderData.mails.map(({ kind, name, when, ...state }) => (
            <tr key={kind}>
              <td>
                <Link
                  to={`/admin/dashboard/mails/${kind}`}
                  prefetch="intent"
                  className="link inline-block py-1 font-medium"
                >
                  {name}
                </Link>
                <span className="block text-muted text-sm">{when}</span>
                <span className="block text-sm sm:hidden">
                  <TextStateWords state={state} />
                </span>
              </td>
              <td className="text-sm max-sm:hidden">
                <TextStateWords state={state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
