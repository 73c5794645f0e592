import { Link } from 'react-router'
import type { MetalPage } from '#app/.server/metal/queries/metal-page.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { formatMetal, formatMetalShort } from '#app/domain/metal/metal-weight.ts'
import { type Cents, cents, formatCents, withDollarSign } from '#app/domain/money/cents.ts'
import { divideHalfUp } from '#app/domain/money/decimal.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'

/** The one line that matters, rounded up to the scale, and how it is computed. */
export function Heading({ metal }: { metal: MetalPage }) {
  const { position, perGram, began, beyondSince } = metal
  const { toBuy, spare, owed, custom } = position
  return (
    <section aria-label="To buy" className="mt-5">
      <p className="font-display text-4xl leading-tight sm:text-5xl">
        {toBuy > 0 ? `Buy ${formatMetalShort(Math.ceil(toBuy / 10) * 10)}` : 'Nothing to buy'}
      </p>
      <p className="mt-2 max-w-2xl">
        {toBuy > 0
          ? `You’ve sold this gold${custom > 0 ? ' or taken a deposit for it' : ''} but haven’t bought it yet.`
          : owed + custom > 0
            ? 'All the gold you’ve sold is on hand.'
            : 'No sold gold is waiting to ship.'}
        {spare > 0 && ` You have ${formatMetalShort(spare)} more than you’ve sold.`}
        {toBuy > 0 && perGram !== null && (
          <>
            {' '}
            At {formatRate(perGram)} a gram, it costs {formatCents(priceOf(toBuy, perGram))}.
          </>
        )}
      </p>
      {toBuy > 0 && perGram !== null && (
        <p className="mt-1 max-w-2xl text-muted">{exposureLabel(position.loss)}</p>
      )}
      {began === null && (
        <p className="mt-1 max-w-2xl text-muted">
          The ledger doesn’t know how much gold you have yet, so this is everything still to ship.
        </p>
      )}
      {beyondSince && (
        <p className="mt-4 max-w-2xl border border-alert bg-raised px-4 py-3 text-alert">
          Over your limit since <ShopTime at={beyondSince} />. Buy gold to clear it.
        </p>
      )}
    </section>
  )
}

const priceOf = (mg: number, perGram: number): Cents =>
  cents(Number(divideHalfUp(BigInt(mg) * BigInt(perGram), 100_000n)))

function exposureLabel(loss: Cents): string {
  if (loss === 0) return 'At today’s price, you’d break even on it.'
  const sum = formatCents(cents(Math.abs(loss)))
  return loss > 0
    ? `The price has risen since those sales. Buying it now would cost ${sum} more than buyers paid for it.`
    : `The price has fallen since those sales. Buying it now would cost ${sum} less than buyers paid for it.`
}

type Began = NonNullable<MetalPage['began']>

/** Where the gold is, and what became of it since the ledger began. */
export function PositionTable({ metal, began }: { metal: MetalPage; began: Began }) {
  const { position, average, refundedUnsent } = metal
  const { stock, pieces, owed, custom, toBuy, spare, flows } = position
  const { entered } = flows
  const rare = [
    ['Came back, refunded', flows.returned],
    ['Refunded or reversed before shipping', refundedUnsent],
    ['Melted down', entered.melted ?? 0],
    ['Sold as scrap', entered.scrap ?? 0],
    ['Lost', (entered.loss ?? 0) + (entered['loss of pieces'] ?? 0)],
    ['Found', entered.found ?? 0],
  ] as const
  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
      <section aria-labelledby="position">
        <h2 id="position">Now</h2>
        <Table
          caption="Gold owed and gold on hand"
          label="Gold owed and gold on hand"
          className="mt-3"
          columns={['Gold', ['Weight', 'figure']]}
        >
          <tbody>
            <Row name="Sold, not yet shipped" mg={owed} />
            {custom > 0 && <Row name="Custom work with a paid deposit" mg={custom} />}
            <Row name="Fine gold on hand" mg={stock} />
            <Row name="Pieces on hand (finished or in progress)" mg={pieces} />
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{spare > 0 ? 'On hand beyond what’s sold' : 'To buy'}</th>
              <td className="figure font-medium">{formatMetal(spare > 0 ? spare : toBuy)}</td>
            </tr>
          </tfoot>
        </Table>
        {stock < 0 && (
          <Missing>
            More fine gold was used than the ledger shows. Enter what you bought, or reverse a wrong
            entry.
          </Missing>
        )}
        {pieces < 0 && (
          <Missing>More was shipped than the ledger shows as cast. Enter what you cast.</Missing>
        )}
        {average && (
          <p className="mt-3 text-sm">
            Average cost: {withDollarSign(average.perGram)} per gram. The gold you have on hand,
            including pieces, cost {formatCents(average.here)}.
          </p>
        )}
      </section>
      <section aria-labelledby="since">
        <h2 id="since">Since the ledger began</h2>
        <p className="mt-1 text-muted text-sm">
          <ShopTime at={began.at} />, by {began.by}
        </p>
        <Table
          caption="Gold activity since then"
          label="Gold activity since then"
          className="mt-3"
          columns={['What happened', ['Weight', 'figure']]}
        >
          <tbody>
            <Row name="Opening balance" mg={entered.opening ?? 0} />
            <Row name="Bought" mg={entered.purchase ?? 0} />
            <Row name="Cast" mg={entered.cast ?? 0} />
            <Row name="Sent to buyers" mg={flows.sent} />
            {rare.map(([name, mg]) => mg !== 0 && <Row key={name} name={name} mg={mg} />)}
          </tbody>
        </Table>
        <p className="mt-3 text-muted text-sm">
          Sales, refunds, shipments, and returns are added automatically, using the weights from the
          scale.{' '}
          <Link to="/admin/dashboard/orders?show=todo" className="link">
            Orders to ship
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
