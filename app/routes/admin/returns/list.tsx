import { Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  type ListedReturn,
  listedReturns,
  type ReturnsFilter,
} from '#app/.server/returns/queries/listed-returns.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { may } from '#app/domain/access/rights.ts'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List } from '../components/list.tsx'
import { liveAndTest, modeOf, readList } from '../components/list-definition.ts'
import { OrderLink } from '../components/order-link.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { returnNames } from './return-names.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readList(returnsList, new URL(request.url).searchParams)
  const { show: filter, page } = asked
  const app = context.get(appContext)
  const { days } = await returnTermsSetting.current(app)
  return {
    asked,
    days,
    mayDecideTerms: may(context.get(adminContext).role, 'returns.terms'),
    ...(await listedReturns(app, { filter, mode: modeOf(asked.mode), page })),
  }
}

const filters = Object.entries({
  waiting: 'Needs action',
  open: 'All open',
  closed: 'Closed',
} satisfies Record<ReturnsFilter, string>) as [ReturnsFilter, string][]

const returnsList = {
  choices: { show: { label: 'Filter', choices: filters }, mode: liveAndTest },
}

export const meta: Route.MetaFunction = () => adminTitle('Returns')

/** Returns of all orders; each is dealt with on the page of its order [RETURN-09]. */
export default function Returns({ loaderData }: Route.ComponentProps) {
  const { asked, returns, total, waiting, days, mayDecideTerms } = loaderData
  return (
    <>
      <BackLink to="/admin/dashboard/orders">All orders</BackLink>
      <h1 className="mt-2">Returns</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Pieces can be returned within {formatCount(days, 'day')} of delivery.{' '}
        {mayDecideTerms && (
          <Link to="/admin/dashboard/orders/returns/terms" className="link inline-block py-1">
            Return policy
          </Link>
        )}
      </p>
      <List
        list={returnsList}
        asked={asked}
        found={loaderData}
        count={formatCount(total, 'return')}
        counts={{ show: { waiting: waiting > 0 ? `${waiting}` : undefined } }}
        empty={
          <EmptyList next={[['/admin/dashboard/orders', 'Orders']]}>
            {asked.show === 'waiting'
              ? 'No returns need action. When a buyer asks for one, open it in their order.'
              : 'No returns match this filter.'}
          </EmptyList>
        }
      >
        <ReturnsTable returns={returns} />
      </List>
    </>
  )
}

const columns = [
  'Order',
  ['Customer', 'max-md:hidden'],
  'Pieces',
  ['Status', 'max-sm:hidden'],
  ['Requested', 'max-md:hidden'],
] as const

function ReturnsTable({ returns }: { returns: readonly ListedReturn[] }) {
  return (
    <Table caption="Returns" columns={columns}>
      <tbody>
        {returns.map(({ id, order, number, name, isTest, pieces, state, askedAt }) => (
          <tr key={id}>
            <td>
              <OrderLink id={order} number={number} part="#returns" />
              {isTest && <span className="block text-notice text-sm">Test</span>}
              <span className="block text-sm sm:hidden">{returnNames[state]}</span>
            </td>
            <td className="wrap-anywhere max-md:hidden">{name ?? '—'}</td>
            <td className="wrap-anywhere">
              {pieces.map((piece) => (
                <span key={piece} className="block">
                  {piece}
                </span>
              ))}
              <span className="block text-muted text-sm md:hidden">
                <ShopTime at={askedAt} />
              </span>
            </td>
            <td className="max-sm:hidden">{returnNames[state]}</td>
            <td className="text-sm max-md:hidden">
              <ShopTime at={askedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
