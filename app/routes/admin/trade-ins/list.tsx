import { Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { listedTradeIns } from '#app/.server/trade-ins/queries/listed-trade-ins.ts'
import { may } from '#app/domain/access/rights.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List } from '../components/list.tsx'
import { liveAndTest, modeOf, readList } from '../components/list-definition.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { kindNames, stateNames } from './trade-in-names.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readList(tradeInsList, new URL(request.url).searchParams)
  const { role } = context.get(adminContext)
  const { show: filter, page } = asked
  return {
    asked,
    mayBegin: may(role, 'orders.decide'),
    mayDecideTerms: may(role, 'returns.terms'),
    maySeeCosts: may(role, 'products'),
    ...(await listedTradeIns(context.get(appContext), { filter, mode: modeOf(asked.mode), page })),
  }
}

const filters = [
  ['waiting', 'Needs action'],
  ['open', 'All open'],
  ['closed', 'Closed'],
] as const

const tradeInsList = {
  choices: { show: { label: 'Filter', choices: filters }, mode: liveAndTest },
}

export const meta: Route.MetaFunction = () => adminTitle('Trade-ins')

/** Pieces that come back, those due first at the top [TRADE-55]. */
export default function TradeIns({ loaderData }: Route.ComponentProps) {
  const { asked, tradeIns, total, waiting, mayBegin, mayDecideTerms, maySeeCosts } = loaderData
  const links = [
    mayBegin && ['new', 'New trade-in'],
    maySeeCosts && ['costs', 'Production costs'],
    mayDecideTerms && ['terms', 'Trade-in terms'],
  ].filter((link) => link !== false)
  return (
    <>
      <BackLink to="/admin/dashboard/orders">All orders</BackLink>
      <h1 className="mt-2">Trade-ins</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Pieces sent back for a recast, an exchange, or a sell-back.
      </p>
      {links.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-6 text-sm">
          {links.map(([to = '', label]) => (
            <Link key={to} to={to} className="link inline-block py-1">
              {label}
            </Link>
          ))}
        </p>
      )}
      <List
        list={tradeInsList}
        asked={asked}
        found={loaderData}
        count={formatCount(total, 'trade-in')}
        counts={{ show: { waiting: waiting > 0 ? `${waiting}` : undefined } }}
        empty={
          <EmptyList next={[mayBegin && ['new', 'New trade-in']]}>
            {asked.show === 'waiting'
              ? 'No trade-ins need action. Customers request one on their certificate’s page.'
              : 'No trade-ins match this filter.'}
          </EmptyList>
        }
      >
        <TradeInsTable tradeIns={tradeIns} />
      </List>
    </>
  )
}

const columns = [
  'Number',
  'Piece',
  ['Customer', 'max-md:hidden'],
  ['Status', 'max-sm:hidden'],
  ['Requested', 'max-md:hidden'],
  'Due',
] as const

type Listed = Route.ComponentProps['loaderData']['tradeIns']

function TradeInsTable({ tradeIns }: { tradeIns: Listed }) {
  return (
    <Table caption="Trade-ins" columns={columns}>
      <tbody>
        {tradeIns.map(({ id, number, kind, state, isTest, ...each }) => (
          <tr key={id}>
            <td>
              <Link to={id} prefetch="intent" className="link inline-block min-w-6 py-1">
                {number}
              </Link>
              {isTest && <span className="block text-notice text-sm">Test</span>}
            </td>
            <td className="wrap-anywhere">
              {kindNames[kind]}: {[each.name, each.size].filter(Boolean).join(', ')}
              <span className="block text-muted text-sm md:hidden">{each.ownerName}</span>
              <span className="block text-sm sm:hidden">{stateNames[state]}</span>
            </td>
            <td className="wrap-anywhere max-md:hidden">{each.ownerName || '—'}</td>
            <td className="max-sm:hidden">{stateNames[state]}</td>
            <td className="text-sm max-md:hidden">
              <ShopTime at={each.askedAt} />
            </td>
            <td className={`text-sm ${each.isLate ? 'text-alert' : ''}`}>
              {each.dueOn ? formatDay(each.dueOn) : '—'}
              {each.isLate && <span className="block">Late</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
