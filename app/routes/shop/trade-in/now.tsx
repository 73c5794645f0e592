import type { ReactNode } from 'react'
import { Form, Link, useParams } from 'react-router'
import type { OwnerTradeIn } from '#app/.server/trade-ins/queries/owner-trade-in.ts'
import { parcelLink, type Tracked, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { formatFineness } from '#app/domain/trade-ins/offer.ts'
import { isBeforeArrival } from '#app/domain/trade-ins/trade-in.ts'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { TrackingFields } from '#app/ui/forms/tracking-fields.tsx'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { DateTime } from '../order-summary.tsx'
import { OfferToAnswer } from './offer-to-answer.tsx'

/** What to do now, and what the shop does [TRADE-53]. */
export function Now({ page }: { page: OwnerTradeIn }) {
  return (
    <section
      aria-label="What to do now"
      className="mt-8 grid gap-4 border border-line border-t-2 border-t-gold bg-raised px-5 py-6 wrap-anywhere sm:px-8"
    >
      <Say page={page} />
      {page.weighed && (
        <p>
          On our scale: {formatScale(page.weighed.mg)}, fineness{' '}
          {formatFineness(page.weighed.fineness)}
          {page.stamped !== null && `. The certificate says ${formatScale(page.stamped)}`}.
        </p>
      )}
      {page.parcel && isBeforeArrival(page.state) && (
        <p>
          Your package to us: <Follow parcel={page.parcel} />
        </p>
      )}
      {page.again && (
        <p>
          Our package to you: <Follow parcel={page.again} />
        </p>
      )}
      {page.maySend && <Sent page={page} />}
      {page.mayCancel && <Cancel />}
      {page.state === 'sent' && <p>To stop this trade-in, please email us.</p>}
    </section>
  )
}

const Follow = ({ parcel }: { parcel: Tracked }) => (
  <TrackingLink text={trackingText(parcel)} href={parcelLink(parcel)} />
)

function Lead({ children }: { children: ReactNode }) {
  return <p className="font-display text-2xl leading-snug text-pretty">{children}</p>
}

function Say({ page }: { page: OwnerTradeIn }) {
  const { token } = useParams()
  const { state, offer, closedWhy } = page
  switch (state) {
    case 'requested':
      return (
        <>
          <Lead>We have your request.</Lead>
          <p>We’ll reply by email within two business days. Please keep the piece until then.</p>
        </>
      )
    case 'accepted':
      return (
        <>
          <Lead>Send us the piece.</Lead>
          {page.label && (
            <p>
              {page.mayPrintLabel ? 'Your prepaid label' : 'We emailed you a prepaid label'}:{' '}
              <Follow parcel={page.label} />
            </p>
          )}
          {page.mayPrintLabel && (
            <p>
              <a href={`/trade-ins/${token}/label.pdf`} className="button button-gold">
                Print the label (PDF)
              </a>
            </p>
          )}
          {page.instructions && <p className="whitespace-pre-line">{page.instructions}</p>}
        </>
      )
    case 'sent':
      return <Lead>It’s on its way to us. We’ll email you when it arrives.</Lead>
    case 'received':
      return <Lead>It’s here. Next, we weigh it and test its fineness.</Lead>
    case 'weighed':
      return (
        <Lead>
          It’s weighed and tested. We’re preparing your {page.kind === 'recast' ? 'quote' : 'offer'}
          .
        </Lead>
      )
    case 'offered':
      return offer ? <OfferToAnswer page={page} offer={offer} /> : null
    case 'agreed':
      return <Agreed page={page} />
    case 'working':
      return (
        <>
          <Lead>We’re recasting your piece.</Lead>
          <p>
            It takes 1–3 weeks from the day your piece reached us
            {page.readyBy && `, so it will be ready by ${formatDay(page.readyBy)}`}. We’ll email you
            when it ships.
          </p>
        </>
      )
    case 'returning':
      return (
        <>
          <Lead>We’re sending your piece back.</Lead>
          <p>We’ll email you the tracking number.</p>
        </>
      )
    case 'done':
      return <Lead>{done[page.kind]}</Lead>
    default:
      return (
        <>
          <Lead>{closed[state]}</Lead>
          {closedWhy && <p>{closedWhy}</p>}
        </>
      )
  }
}

const done = {
  recast: 'Your piece is recast. The new certificate links to the old one.',
  exchange: 'Your exchange is complete. Thank you.',
  'sell-back': 'We bought your piece and paid you. Thank you.',
} as const

const closed = {
  declined: 'We can’t take this piece.',
  canceled: 'This trade-in was canceled.',
  lost: 'The package was lost in transit. Please email us about the next steps.',
  'sent back': 'Your piece is on its way back to you.',
} as const

/** Of a recast the owner pays next; of the others the shop does. */
function Agreed({ page }: { page: OwnerTradeIn }) {
  const { kind, offer, orderPath, payPath, openCredit, creditUntil, number } = page
  const sum = offer ? formatCents(offer.amount) : ''
  if (kind === 'recast') {
    return orderPath ? (
      <>
        <Lead>Pay {sum} for the recast, and we’ll start.</Lead>
        {payPath && (
          <a href={payPath} className="button button-gold mt-6">
            Pay {sum}
          </a>
        )}
        <p>
          {payPath ? 'We emailed you this link, too.' : 'We’ll email you the payment link.'}{' '}
          <a href={orderPath} className="link">
            See the order
          </a>
        </p>
      </>
    ) : (
      <Lead>You approved our quote. We’ll email you a link to pay {sum} for the recast.</Lead>
    )
  }
  if (kind === 'sell-back') {
    return (
      <>
        <Lead>You accepted our offer. We’re paying you {sum}.</Lead>
        <p>By check or bank transfer. We’ll email you when it’s on its way.</p>
      </>
    )
  }
  return (
    <>
      <Lead>You have {formatCents(openCredit)} toward another piece.</Lead>
      <p>
        <Link to="/products" className="link">
          Choose a piece
        </Link>
        , then email us the name of the piece and your trade-in number, {number}. We’ll send you a
        link to pay the rest.
      </p>
      {creditUntil && (
        <p className="text-muted text-sm">
          Use it by <DateTime at={creditUntil} />. It can’t be transferred. If you need more time,
          email us before then.
        </p>
      )}
    </>
  )
}

function Sent({ page: { parcel } }: { page: OwnerTradeIn }) {
  const isSent = useSent().action === 'sent'
  return (
    <details open={isSent || undefined}>
      <summary className="link inline-block py-1">
        {parcel ? 'Correct the tracking number' : 'I’ve shipped it'}
      </summary>
      <OwnFields isSent={isSent}>
        <Form method="post" noValidate className="mt-3 grid gap-4">
          <TrackingFields label="Tracking number" hint="Spaces and dashes don’t matter." />
          <p>
            <button type="submit" name="action" value="sent" className="button button-line">
              {parcel ? 'Save tracking number' : 'Mark as shipped'}
            </button>
          </p>
        </Form>
      </OwnFields>
    </details>
  )
}

/** Says first what it means. */
function Cancel() {
  return (
    <details>
      <summary className="link inline-block py-1">Cancel this trade-in…</summary>
      <Form method="post" className="mt-3 grid gap-4">
        <p>You keep your piece, and nothing happens to it.</p>
        <p>
          <button type="submit" name="action" value="cancel" className="button button-line">
            Cancel this trade-in
          </button>
        </p>
      </Form>
    </details>
  )
}
