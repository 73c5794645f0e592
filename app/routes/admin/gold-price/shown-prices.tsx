import { Link } from 'react-router'
import type { PriceReplay } from '#app/.server/catalog/queries/price-replay.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { Facts } from '../components/facts.tsx'
import { staffStateLabel } from '../components/gold-state.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'

const columns = ['Size', 'Calculation', ['Price', 'figure']] as const

/** The sizes with their sums, and where the gold price came from [PROOF-09]. */
export function ShownPrices({ replay }: { replay: PriceReplay }) {
  const { gold, page, stoppedSince } = replay
  const from = sourceLabel(gold.source)
  return (
    <>
      <Seen replay={replay} />
      {page && page.sizes.length > 0 && (
        <Table isWide className="mt-3" label="Prices" columns={columns}>
          <tbody>
            {page.sizes.map(({ size, weight, fee, metalValue, unitPrice }) => (
              <tr key={size}>
                <td>{size}</td>
                <td>
                  {formatGrams(weight)} × {formatExactRate(gold.perGram)} ={' '}
                  {formatCents(metalValue)} gold + {formatCents(fee)} flat fee
                </td>
                <td className="figure">{formatCents(unitPrice)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <h3 className="mt-8 mb-3 text-xl">Gold price at that time</h3>
      <Facts
        facts={[
          ['Per gram', formatExactRate(gold.perGram)],
          ['Source', from ?? 'Stand-in price, not live: no price had been recorded yet'],
          ['As of', gold.takenAt && <ShopTime key="taken" at={gold.takenAt} />],
          ['Recorded', gold.acceptedAt && <ShopTime key="recorded" at={gold.acceptedAt} />],
          ['Why it was used', why(gold)],
          ['Status (under current settings)', staffStateLabel(gold)],
          [
            'In effect until',
            gold.until ? <ShopTime key="until" at={gold.until} /> : 'Still in effect',
          ],
          [
            'Withdrawn later',
            gold.withdrawnAt && <ShopTime key="withdrawn" at={gold.withdrawnAt} />,
          ],
          [
            'Record no.',
            gold.record && (
              <Link key="record" to={`/gold-price/proof/${gold.record}`} className="link">
                {gold.record}
              </Link>
            ),
          ],
          ['Selling', stoppedSince && <Stopped key="stopped" since={stoppedSince} />],
        ]}
      />
    </>
  )
}

function Seen({ replay: { existed, page } }: { replay: PriceReplay }) {
  const message = !existed
    ? 'The product wasn’t in the shop yet.'
    : !page
      ? 'Its weights and fees at that time aren’t known, because the log doesn’t say what was changed.'
      : page.active
        ? null
        : 'The product was hidden from everyone but staff. These would have been its prices.'
  return message && <p className="mt-3 text-notice">{message}</p>
}

const Stopped = ({ since }: { since: string }) => (
  <>
    Stopped since <ShopTime at={since} />: prices were shown, but nothing could be bought.
  </>
)

function why({ record, by, heldBecause, source }: PriceReplay['gold']): string {
  if (record === null) return 'No prices have been recorded yet.'
  if (heldBecause) return `It was on hold (${heldBecause}); ${by ?? 'someone'} accepted it.`
  if (by) return `Set by ${by}.`
  return `A reading of ${sourceLabel(source) ?? source} within the limits, accepted automatically.`
}
