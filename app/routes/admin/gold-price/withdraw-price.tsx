import { Form, Link } from 'react-router'
import type {
  WithdrawalEffect,
  WithdrawalPreview,
} from '#app/.server/refunds/queries/withdrawal.ts'
import { maxWithdrawalReason } from '#app/contracts/gold-price/withdrawal-form.ts'
import { isSetManually } from '#app/domain/gold-price/acceptance.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** One price to withdraw as wrong: what that does, in figures, before it is done [WITHDRAW-07]. */
export function WithdrawPrice({ preview }: { preview: WithdrawalPreview }) {
  const { id, at, perGram, source, by, newest, later, alone, withLater } = preview
  const origin = isSetManually(source) ? 'Set by us' : `Fetched from ${sourceLabel(source)}`
  return (
    <section id="withdraw" aria-labelledby="withdraw-title" className="admin-panel border-alert">
      <h2 id="withdraw-title">Withdraw the price of {formatExactRate(perGram)} per gram</h2>
      <p className="mt-2 text-sm">
        {origin}
        {by && `, ${by}`}, <ShopTime at={at} />.
      </p>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Use this for a price that was wrong. Shoppers with a quote at that price will see a new
        total to confirm, and unpaid payment pages are closed. Orders paid at it wait until you
        honor the price or refund them.
      </p>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="newest" value={newest} />
        {later > 0 ? (
          <fieldset className="grid gap-2">
            <legend className="field-label">Which prices were wrong?</legend>
            <Scope value="alone" label="Only this one" effect={alone} />
            <Scope
              value="later"
              label={`This one and ${later === 1 ? 'the one' : `all ${later}`} accepted after it`}
              effect={withLater}
            />
          </fieldset>
        ) : (
          <p>{effectMessage(alone)}</p>
        )}
        <ReasonField
          label="What’s wrong with it"
          hint="Staff will see it on each affected order."
          maxLength={maxWithdrawalReason}
        />
        <div className="flex flex-wrap items-center gap-5">
          <SubmitButton gold action="withdraw">
            Withdraw
          </SubmitButton>
          <Link to="?" preventScrollReset className="link py-2">
            Keep the price
          </Link>
        </div>
      </Form>
    </section>
  )
}

type ScopeProps = {
  value: 'alone' | 'later'
  label: string
  effect: WithdrawalEffect
}

function Scope({ value, label, effect }: ScopeProps) {
  const { scope = 'alone' } = useSent()
  return (
    <label className="flex min-h-11 items-start gap-3 py-1 leading-snug">
      <input
        type="radio"
        name="scope"
        value={value}
        defaultChecked={scope === value}
        className="mt-0.5 size-4 accent-gold-deep"
      />
      <span>
        {label}
        <span className="block text-muted text-sm">{effectMessage(effect)}</span>
      </span>
    </label>
  )
}

/** `2 paid orders to decide about, 1 unpaid order closed. $130.00 per gram is in effect again.` */
function effectMessage(effect: WithdrawalEffect): string {
  const { unpaid, onTheirWay, unpaidOfStaff, paid, standsAt, isReplaced } = effect
  const orders = (count: number) => (count === 1 ? 'order' : 'orders')
  const stands =
    standsAt !== null
      ? `${formatExactRate(standsAt)} per gram is in effect again until the next price is fetched.`
      : isReplaced
        ? 'No accepted price is left. The shop will wait for the next one that’s fetched or set.'
        : 'The current price stays.'
  const ofStaff =
    unpaidOfStaff === 0
      ? ''
      : ` ${unpaidOfStaff} unpaid ${orders(unpaidOfStaff)} created by staff ${unpaidOfStaff === 1 ? 'stays open, with its payment link' : 'stay open, with their payment links'} shut.`
  const awaited =
    onTheirWay === 0
      ? ''
      : ` ${onTheirWay} ${orders(onTheirWay)} with a wire or bank debit on its way ${onTheirWay === 1 ? 'stays' : 'stay'} open; you decide when the money arrives.`
  return `${paid} paid ${orders(paid)} to decide about, ${unpaid} unpaid ${orders(unpaid)} closed.${awaited}${ofStaff} ${stands}`
}
