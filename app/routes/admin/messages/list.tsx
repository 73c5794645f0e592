import { Link } from 'react-router'
import { type ListedMessage, messagesPage } from '#app/.server/messages/queries/messages.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { MessageState } from '#app/contracts/messages/message.ts'
import { Paging } from '#app/ui/paging.tsx'
import { EmptyList } from '../components/empty-list.tsx'
import { formatCount } from '../components/format-count.ts'
import { ListChoices, SearchForm } from '../components/list-controls.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { TableBox, TableHead } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { kindNames, stateNames } from './labels.ts'

const states: readonly (readonly [MessageState | 'all', string])[] = [
  ['new', stateNames.new],
  ['answered', stateNames.answered],
  ['archived', stateNames.archived],
  ['all', 'All'],
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const state = states.find(([known]) => known === search.get('state'))?.[0] ?? 'new'
  const q = search.get('q') ?? ''
  const page = Number(search.get('page') ?? 1) || 1
  return { q, state, ...(await messagesPage(context.get(appContext), { q, state, page })) }
}

export const meta: Route.MetaFunction = () => [{ title: 'Messages, admin' }]

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { messages, total, page, pages, q, state, unsent } = loaderData
  return (
    <>
      <h1>Messages</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        What visitors sent from the contact page and the page for custom work. Each was mailed to
        you as well; messages sent by a mail program are in your mailbox alone.
      </p>
      <SearchForm label="Search messages" placeholder="Name, email or subject" keep={['state']} />
      <ListChoices label="State" param="state" choices={states} current={state} />
      {unsent > 0 && (
        <p className="mb-4 border border-alert px-4 py-3 text-alert">
          {formatCount(unsent, 'answer')} could not be sent. Open the message to send it again.
        </p>
      )}
      {messages.length > 0 ? (
        <MessagesTable messages={messages} />
      ) : (
        <EmptyList next={[['?state=all', 'Show all messages']]}>
          {q === '' ? 'There is no such message.' : 'No message of this state fits the search.'}
        </EmptyList>
      )}
      <Paging page={page} pages={pages} count={formatCount(total, 'message')} />
    </>
  )
}

const columns = ['Message', ['From', 'max-sm:hidden'], ['Received', 'max-sm:hidden']] as const

function MessagesTable({ messages }: { messages: readonly ListedMessage[] }) {
  return (
    <TableBox>
      <table className="admin-table">
        <caption className="sr-only">Messages, newest first</caption>
        <TableHead columns={columns} />
        <tbody>
          {messages.map(({ id, kind, subject, name, email, state, receivedAt }) => (
            <tr key={id}>
              <td>
                <Link
                  to={`/admin/dashboard/messages/${id}`}
                  prefetch="intent"
                  className="link inline-block py-1 font-medium wrap-anywhere"
                >
                  {subject}
                </Link>
                <span className="block text-muted text-sm">
                  {kindNames[kind]}, {stateNames[state].toLowerCase()}
                </span>
                <span className="block text-sm wrap-anywhere sm:hidden">
                  {name || email}, <ShopTime at={receivedAt} />
                </span>
              </td>
              <td className="wrap-anywhere max-sm:hidden">{name || email}</td>
              <td className="max-sm:hidden">
                <ShopTime at={receivedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}
