import type { ListedPrice } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { ScrollingTable } from '../components/scrolling-table.tsx'
import { ShopTime } from '../components/shop-time.tsx'

/** The last prices, what became of each, and who of the staff had a hand in it [LIVE-05]. */
export function LastPrices({ last }: { last: ListedPrice[] }) {
  return (
    <section aria-labelledby="last">
      <h2 id="last">Last prices</h2>
      {last.length === 0 ? (
        <p className="mt-3 text-muted">No price was stored yet.</p>
      ) : (
        <ScrollingTable label="Prices, newest first">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col" className="figure">
                Per gram
              </th>
              <th scope="col" className="figure">
                Per ounce
              </th>
              <th scope="col">Source</th>
              <th scope="col">Became</th>
              <th scope="col">By</th>
            </tr>
          </thead>
          <tbody>
            {last.map((price) => (
              <tr key={price.id}>
                <td className="whitespace-nowrap">
                  <ShopTime at={price.at} />
                </td>
                <td className="figure">{formatExactRate(price.perGram)}</td>
                <td className="figure">{formatExactRate(price.perOunce)}</td>
                <td>{sourceLabel(price.source) ?? price.source}</td>
                <td>
                  {price.status}
                  {price.reason && `, ${price.reason}`}
                </td>
                <td>{price.by ?? 'automatic'}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
    </section>
  )
}
