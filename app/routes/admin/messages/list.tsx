import { Link } from 'react-router'
import { type ListedMessage, messagesPage } from '#app/.server/messages/queries/messages.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '../components/admin-title.ts'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List } from '../components/list.tsx'
import { readList } from '../components/list-definition.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { kindNames, stateNames } from './state-names.ts'

const messagesList = {
  search: { label: 'Search messages', placeholder: 'Name, email, or subject' },
  choices: {
    state: {
      label: 'Status',
      choices: [
        ['new', stateNames.new],
        ['answered', stateNames.answered],
        ['archived', stateNames.archived],
        ['all', 'All'],
      ],
    },
  },
} as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readList(messagesList, new URL(request.url).searchParams)
  return { asked, ...(await messagesPage(context.get(appContext), asked)) }
}

export const meta: Route.MetaFunction = () => adminTitle('Messages')

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { asked, messages, total, unsent } = loaderData
  return (
    <>
      <h1>Messages</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Messages visitors sent from the contact and custom work pages. Each was also emailed to you.
        Messages sent from an email app are only in your inbox.
      </p>
      <List
        list={messagesList}
        asked={asked}
        found={loaderData}
        count={formatCount(total, 'message')}
        aboveRows={
          unsent > 0 && (
            <p className="mb-4 border border-alert px-4 py-3 text-alert">
              {formatCount(unsent, 'reply', 'replies')} couldn’t be sent. Open the message to resend
              it.
            </p>
          )
        }
        empty={
          <EmptyList next={[['?state=all', 'Show all messages']]}>
            {asked.q === '' ? 'No messages here.' : 'No messages match your search.'}
          </EmptyList>
        }
      >
        <MessagesTable messages={messages} />
      </List>
    </>
  )
}

const columns = ['Message', ['From', 'max-sm:hidden'], ['Received', 'max-sm:hidden']] as const

function MessagesTable({ messages }: { messages: readonly ListedMessage[] }) {
  return (
    <Table caption="Messages, newest first" columns={columns}>
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
    </Table>
  )
}
