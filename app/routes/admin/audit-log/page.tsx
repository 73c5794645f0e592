import { Link, useSearchParams } from 'react-router'
import { auditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { readLogQuestion } from '#app/contracts/audit-log/audit-log.ts'
import { adminTitle } from '../components/admin-title.ts'
import type { Route } from './+types/page.ts'
import { Entries } from './entries.tsx'
import { Filters } from './filters.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const question = readLogQuestion(new URL(request.url).searchParams)
  return { question, ...(await auditLogPage(context.get(appContext), question)) }
}

export const meta: Route.MetaFunction = () => adminTitle('Log')

/** Who did what, and what it changed; for owners and managers [PEOPLE-04, PEOPLE-05]. */
export default function Log({ loaderData: log }: Route.ComponentProps) {
  const { question, entries, people } = log
  const { before: _, after: __, ...filter } = question
  const isFiltered = Object.values(filter).some((asked) => asked !== undefined)
  return (
    <>
      <h1>Log</h1>
      <p className="mt-2 max-w-2xl text-muted">
        A record of every change in the admin area. Entries can’t be edited or deleted.
      </p>
      <Filters question={question} people={people} isFiltered={isFiltered} />
      {entries.length > 0 ? (
        <Entries entries={entries} />
      ) : (
        <p className="mt-6 border-line border-y py-10 text-muted">
          {isFiltered ? 'No entries match your filters.' : 'No entries yet.'}
        </p>
      )}
      <Pages older={log.older} newer={log.newer} />
    </>
  )
}

/** By the entries at the ends, so that a page stays the same while others work. */
function Pages({ older, newer }: { older: number | null; newer: number | null }) {
  const [search] = useSearchParams()
  const address = (name: 'before' | 'after', id: number | null) => {
    const next = new URLSearchParams(search)
    next.delete('before')
    next.delete('after')
    if (id !== null) next.set(name, String(id))
    return `?${next}`
  }
  if (older === null && newer === null) return null
  return (
    <nav aria-label="Log pages" className="mt-4 flex flex-wrap justify-between gap-4">
      {newer === null ? (
        <span />
      ) : (
        <span className="flex flex-wrap gap-5">
          <Link to={address('after', newer)} rel="prev" className="link py-2">
            Newer
          </Link>
          <Link to={address('before', null)} className="link py-2">
            Newest
          </Link>
        </span>
      )}
      {older !== null && (
        <Link to={address('before', older)} rel="next" className="link py-2">
          Older
        </Link>
      )}
    </nav>
  )
}
