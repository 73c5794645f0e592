import { Link } from 'react-router'
import type { MetalPage } from '#app/.server/metal/queries/metal-page.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { formatMetal, formatMetalShort } from '#app/domain/metal/metal-weight.ts'
import { type Cents, cents, formatCents, withDollarSign } from '#app/domain/money/cents.ts'
import { divideHalfUp } from '#app/domain/money/decimal.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { TableBox, TableHead } from '../components/table.tsx'

/** The one line that matters, rounded up to the scale, and what stands behind it. */
export function Heading({ metal }: { metal: MetalPage }) {
  const { position, perGram, began, beyondSince } = metal
  const { toBuy, spare, owed } = position
  return (
    <section aria-label="To buy" className="mt-5">
      <p className="font-display text-4xl leading-tight sm:text-5xl">
        {toBuy > 0 ? `Buy ${formatMetalShort(Math.ceil(toBuy / 10) * 10)}` : 'Nothing to buy'}
      </p>
      <p className="mt-2 max-w-2xl">
        {toBuy > 0
          ? 'Sold and not bought yet.'
          : owed > 0
            ? 'All that is sold is here.'
            : 'Nothing is sold that is still to be sent.'}
        {spare > 0 && ` ${formatMetalShort(spare)} more is here than is sold.`}
        {toBuy > 0 && perGram !== null && (
          <>
            {' '}
            At {formatRate(perGram)} a gram that is {formatCents(priceOf(toBuy, perGram))}.
          </>
        )}
      </p>
      {toBuy > 0 && perGram !== null && (
        <p className="mt-1 max-w-2xl text-muted">{exposureLabel(position.loss)}</p>
      )}
      {began === null && (
        <p className="mt-1 max-w-2xl text-muted">
          The ledger does not know yet what gold is here, so this is all that is still to be sent.
        </p>
      )}
      {beyondSince && (
        <p className="mt-4 max-w-2xl border border-alert bg-raised px-4 py-3 text-alert">
          Beyond your limit since <ShopTime at={beyondSince} />. Buying ends it.
        </p>
      )}
    </section>
  )
}

const priceOf = (mg: number, perGram: number): Cents =>
  cents(Number(divideHalfUp(BigInt(mg) * BigInt(perGram), 100_000n)))

function exposureLabel(loss: Cents): string {
  if (loss === 0) return 'Bought now it costs what its buyers paid for it.'
  const sum = formatCents(cents(Math.abs(loss)))
  return loss > 0
    ? `The price rose since those sales: bought now it costs ${sum} more than its buyers paid for it.`
    : `The price fell since those sales: bought now it costs ${sum} less than its buyers paid for it.`
}

type Began = NonNullable<MetalPage['began']>

/** Where the gold is, and what became of it since the ledger began. */
export function PositionTable({ metal, began }: { metal: MetalPage; began: Began }) {
  const { position, average, refundedUnsent } = metal
  const { stock, pieces, owed, toBuy, spare, flows } = position
  const { entered } = flows
  const rare = [
    ['Came back, refunded', flows.returned],
    ['Refunded before it was sent', refundedUnsent],
    ['Melted down', entered.melted ?? 0],
    ['Sold as scrap', entered.scrap ?? 0],
    ['Lost', (entered.loss ?? 0) + (entered['loss of pieces'] ?? 0)],
    ['Found', entered.found ?? 0],
  ] as const
  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
      <section aria-labelledby="position">
        <h2 id="position">Now</h2>
        <TableBox label="Gold that is owed and gold that is here" className="mt-3">
          <table className="admin-table">
            <caption className="sr-only">Gold that is owed and gold that is here</caption>
            <TableHead columns={['Gold', ['Weight', 'figure']]} />
            <tbody>
              <Row name="Sold, to be sent" mg={owed} />
              <Row name="Fine gold here" mg={stock} />
              <Row name="Pieces here, finished or in work" mg={pieces} />
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{spare > 0 ? 'Here beyond what is sold' : 'To buy'}</th>
                <td className="figure font-medium">{formatMetal(spare > 0 ? spare : toBuy)}</td>
              </tr>
            </tfoot>
          </table>
        </TableBox>
        {stock < 0 && (
          <Missing>
            More fine gold was used than the ledger knows of. Enter what was bought, or take a wrong
            entry back.
          </Missing>
        )}
        {pieces < 0 && (
          <Missing>More was sent than was cast by the ledger. Enter what was cast.</Missing>
        )}
        {average && (
          <p className="mt-3 text-sm">
            A gram cost {withDollarSign(average.perGram)} on average; what is here cost{' '}
            {formatCents(average.here)}.
          </p>
        )}
      </section>
      <section aria-labelledby="since">
        <h2 id="since">Since the ledger began</h2>
        <p className="mt-1 text-muted text-sm">
          <ShopTime at={began.at} />, by {began.by}
        </p>
        <TableBox label="What became of the gold since then" className="mt-3">
          <table className="admin-table">
            <caption className="sr-only">What became of the gold since then</caption>
            <TableHead columns={['What happened', ['Weight', 'figure']]} />
            <tbody>
              <Row name="Was here" mg={entered.opening ?? 0} />
              <Row name="Bought" mg={entered.purchase ?? 0} />
              <Row name="Cast" mg={entered.cast ?? 0} />
              <Row name="Sent to buyers" mg={flows.sent} />
              {rare.map(([name, mg]) => mg !== 0 && <Row key={name} name={name} mg={mg} />)}
            </tbody>
          </table>
        </TableBox>
        <p className="mt-3 text-muted text-sm">
          Sales, refunds, parcels and returns count by themselves, by the weights of the scale.{' '}
          <Link to="/admin/dashboard/orders?show=todo" className="link">
            Orders to be sent
          </Link>
        </p>
      </section>
    </div>
  )
}

function Row({ name, mg }: { name: string; mg: number }) {
  return (
    <tr>
      <td>{name}</td>
      <td className={`figure ${mg < 0 ? 'text-alert' : ''}`}>{formatMetal(mg)}</td>
    </tr>
  )
}

function Missing({ children }: { children: string }) {
  return <p className="mt-3 text-alert text-sm">{children}</p>
}
