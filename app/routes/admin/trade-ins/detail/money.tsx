import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { payoutKinds } from '#app/domain/trade-ins/money.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { Facts } from '../../components/facts.tsx'
import { OrderLink } from '../../components/order-link.tsx'
import { SanctionsCheck } from '../../components/sanctions-check.tsx'
import { ShopTime } from '../../components/shop-time.tsx'
import { ActionForm, canDo, type ShownTradeIn } from './action-form.tsx'

type Props = { page: ShownTradeIn }

/** What is owed, what of it was used or paid, and how it is settled [TRADE-58]. */
export function Money({ page }: Props) {
  const { tradeIn, money, order, payouts, purchases } = page
  const isRecast = tradeIn.kind === 'recast'
  if (tradeIn.offerCents === null) return isRecast ? null : <Purchases purchases={purchases} />
  return (
    <section className="admin-panel min-w-0">
      <h2>Money</h2>
      <div className="mt-3 grid gap-4">
        <Facts
          facts={[
            [isRecast ? 'Price of the recast' : 'Offer', formatCents(money.offer)],
            ['Offer ends', tradeIn.offerUntil && <ShopTime at={tradeIn.offerUntil} />],
            ['Used as credit', money.credited > 0 && formatCents(money.credited)],
            ['Paid out', money.settled > 0 && formatCents(money.settled)],
            [
              'Still owed to the customer',
              !isRecast && tradeIn.agreedAt && formatCents(money.open),
            ],
            ['Credit ends', tradeIn.creditUntil && <ShopTime at={tradeIn.creditUntil} />],
            ['Order', order && <OrderLink id={order.id} number={order.number} />],
            ...payouts.map(
              ({ kind, amountCents, reference, paidOn }) =>
                [
                  kind === 'check' ? 'Check' : 'Bank transfer',
                  `${formatCents(cents(amountCents))}, ${reference}, ${formatDay(paidOn)}`,
                ] as const,
            ),
          ]}
        />
        <ActionForm page={page} name="bill" button="Create order and payment link" isNext>
          <p className="text-sm">The customer pays for the recast before you start.</p>
        </ActionForm>
        <ActionForm page={page} name="credit" button="Use the credit" isNext>
          <TextField
            name="order"
            label="Order number"
            hint="Use the draft order for the new piece. The credit reduces the balance due."
            kind="code"
            required
            maxLength={40}
            inputClass="max-w-xs"
          />
          <Override page={page} />
          <SanctionsCheck of="customer" />
        </ActionForm>
        <ActionForm
          page={page}
          name="extend-credit"
          button="Extend the credit"
          summary="Give the customer more time"
        />
        <Payout page={page} />
      </div>
      {!isRecast && <Purchases purchases={purchases} />}
    </section>
  )
}

/** Paid outside the shop and written down here, never before identity is noted. */
function Payout({ page }: Props) {
  if (!canDo(page, 'payout')) return null
  const { tradeIn, identity } = page
  return (
    <ActionForm
      page={page}
      name="payout"
      button="Record the payment"
      isNext={tradeIn.kind === 'sell-back'}
      summary={tradeIn.kind === 'sell-back' ? 'Record the payment' : 'Pay out instead'}
    >
      {identity.missing.length > 0 && (
        <p className="border border-notice px-3 py-2 text-notice text-sm">
          Record the seller’s identity before you pay.
        </p>
      )}
      {tradeIn.kind === 'exchange' && (
        <p className="text-sm">What’s left is paid at the sell-back rate.</p>
      )}
      <SelectField
        name="kind"
        label="Paid by"
        options={payoutKinds.map((kind) => [kind, kind === 'check' ? 'Check' : 'Bank transfer'])}
        inputClass="max-w-xs"
      />
      <TextField
        name="reference"
        label="Check number or bank reference"
        required
        maxLength={100}
        inputClass="max-w-xs"
      />
      <TextField name="paidOn" type="date" label="Paid on" required inputClass="max-w-48" />
      <Override page={page} />
      <SanctionsCheck of="customer" />
    </ActionForm>
  )
}

/** Asked where all that is open would bring purchases from the public above their limit [TRADE-15]. */
function Override({ page: { purchases, money } }: Props) {
  if (purchases.bought + money.open <= purchases.limit) return null
  return (
    <TextField
      name="override"
      label="Compliance note from the shop owner"
      hint={`This purchase takes you past the ${formatCents(purchases.limit).replace('.00', '')} threshold.`}
      maxLength={maxReasonLength}
    />
  )
}

/** Beside the limit up to which a dealer counts as a retailer [TRADE-58]. */
function Purchases({ purchases: { bought, limit, state } }: Pick<ShownTradeIn, 'purchases'>) {
  return (
    <section aria-label="Purchases from the public" className="mt-5 border-line border-t pt-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>Purchases from the public, last 12 months</span>
        <span className={state === 'below' ? '' : 'font-medium text-alert'}>
          {formatCents(bought)} of {formatCents(limit)}
        </span>
      </p>
      <progress
        className="mt-2 h-1.5 w-full"
        max={limit}
        value={Math.min(bought, limit)}
        aria-label="Share of the limit"
      />
      <p className="mt-1 text-muted text-sm">
        {state === 'below'
          ? 'Above the limit, you may need an anti-money-laundering program.'
          : state === 'near'
            ? 'You’re close to the limit. Above it, you may need an anti-money-laundering program. Ask your lawyer.'
            : 'You’re above the limit. You may need an anti-money-laundering program. Ask your lawyer before you buy more.'}
      </p>
    </section>
  )
}
