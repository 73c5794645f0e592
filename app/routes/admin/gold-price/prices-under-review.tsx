import { Form } from 'react-router'
import type { ListedPrice } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** Fetched prices that moved too far to be accepted unseen [LIVE-03]. */
export function PricesUnderReview({ held }: { held: ListedPrice[] }) {
  if (held.length === 0) return null
  return (
    <section aria-labelledby="held" className="admin-panel">
      <h2 id="held">Waiting for your decision</h2>
      {held.map(({ id, at, perGram, perOunce, source, reason }) => (
        <div key={id} className="mt-4 flex flex-wrap items-center justify-between gap-4">
          <p>
            <span className="font-medium">{formatExactRate(perGram)}</span> per gram,{' '}
            {formatRate(perOunce)} per troy ounce, from {source}, <ShopTime at={at} />
            <span className="block text-notice text-sm">On hold because it {reason}.</span>
          </p>
          <Form method="post" preventScrollReset className="flex gap-3">
            <input type="hidden" name="id" value={id} />
            <SubmitButton action="accept">Accept</SubmitButton>
            <SubmitButton action="reject">Reject</SubmitButton>
          </Form>
        </div>
      ))}
      <div className="mt-4">
        <Disclosure look="text" label="What is a held price?">
          <p className="max-w-2xl">
            A fetched price that looks unusual, so the shop doesn’t use it automatically. Accept it
            if it matches the market; reject it if it looks wrong. Until then, the last accepted
            price stays in effect.
          </p>
        </Disclosure>
      </div>
    </section>
  )
}
