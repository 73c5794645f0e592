import { Link, useSearchParams } from 'react-router'
import type {
  AdminGoldPricePage,
  ListedPrice,
} from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { Paging } from '#app/ui/paging.tsx'
import { formatCount } from '../components/format-count.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'

const columns = [
  'Time',
  ['Per gram', 'figure'],
  ['Per troy ounce', 'figure'],
  'Source',
  'Status',
  'Set by',
] as const

/** Stored prices, what became of each, and who of the staff changed it [LIVE-05]; older ones on further pages [LIVE-14]. */
export function LastPrices({ prices }: Pick<AdminGoldPricePage, 'prices'>) {
  const { list, total, page, pages } = prices
  return (
    <section aria-labelledby="last">
      <h2 id="last">Price history</h2>
      <p className="mt-1">
        <Link to="/admin/dashboard/gold-price/shown" className="link inline-block py-1">
          Look up a past price
        </Link>
      </p>
      {total === 0 ? (
        <p className="mt-3 text-muted">No prices have been recorded yet.</p>
      ) : (
        <>
          <Table isWide className="mt-3" label="Prices, newest first" columns={columns}>
            <tbody>
              {list.map((price) => (
                <tr key={price.id}>
                  <td className="whitespace-nowrap">
                    <ShopTime at={price.at} />
                  </td>
                  <td className="figure">{formatExactRate(price.perGram)}</td>
                  <td className="figure">{formatRate(price.perOunce)}</td>
                  <td>{sourceLabel(price.source) ?? price.source}</td>
                  <td>
                    {price.status}
                    {price.reason && `, ${price.reason}`}
                  </td>
                  <td>
                    {price.by ?? 'automatic'}{' '}
                    {price.status === 'accepted' && <WithdrawLink price={price} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          <Paging
            page={page}
            pages={pages}
            param="prices"
            count={formatCount(total, 'price')}
            label="Pages of prices"
            previous="Newer"
            next="Older"
            preventScrollReset
          />
        </>
      )}
    </section>
  )
}

/** To what withdrawing it would do, and the form for it [WITHDRAW-07]. */
function WithdrawLink({ price: { id, perGram } }: { price: Pick<ListedPrice, 'id' | 'perGram'> }) {
  const [search] = useSearchParams()
  const asked = new URLSearchParams(search)
  asked.set('withdraw', `${id}`)
  return (
    <Link
      to={`?${asked}#withdraw`}
      aria-label={`Withdraw ${formatExactRate(perGram)}`}
      className="link ml-3 inline-block py-1"
    >
      Withdraw
    </Link>
  )
}
