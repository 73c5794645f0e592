import { Link } from 'react-router'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import { parcelLink, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { formatFineness } from '#app/domain/trade-ins/offer.ts'
import { TextArea } from '#app/ui/forms/fields.tsx'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { Facts } from '../../components/facts.tsx'
import { Panel } from '../../components/panel.tsx'
import { ShopTime, shopTimeText } from '../../components/shop-time.tsx'
import { emailName, emailStates, stateNames } from '../trade-in-names.ts'
import { ActionForm, type ShownTradeIn } from './action-form.tsx'

type Props = { page: ShownTradeIn }

export function AboutPiece({ page: { tradeIn, estimate } }: Props) {
  const { certificateId, serial, stampedMg, weighedMg, fineness, isOurs } = tradeIn
  return (
    <Facts
      facts={[
        ['Piece', [tradeIn.name, tradeIn.size].filter(Boolean).join(', ')],
        [
          'Certificate',
          certificateId && (
            <Link to={`/certificate/${certificateId}`} className="link">
              {serial}
            </Link>
          ),
        ],
        ['Weight on certificate', stampedMg !== null && formatScale(stampedMg)],
        ['Weighed', weighedMg !== null && formatScale(weighedMg)],
        ['Fineness', fineness !== null && formatFineness(fineness)],
        ['Maker', isOurs === false && <span className="text-alert">Another maker’s piece</span>],
        [
          'Discrepancy',
          tradeIn.difference && <span className="text-alert">{tradeIn.difference}</span>,
        ],
        ['Bench note', tradeIn.weightNote],
        ['At the current price', estimate !== null && formatCents(estimate)],
        ['Customer', tradeIn.ownerName],
        [
          'Email',
          tradeIn.email && (
            <a href={`mailto:${tradeIn.email}`} className="link">
              {tradeIn.email}
            </a>
          ),
        ],
        ['Phone', tradeIn.phone],
        ['State', tradeIn.region],
        ['Customer’s note', tradeIn.note],
      ]}
    />
  )
}

function followed(carrier: Carrier | null, tracking: string | null) {
  if (carrier === null || !tracking) return null
  const parcel = { carrier, tracking }
  return <TrackingLink text={trackingText(parcel)} href={parcelLink(parcel)} />
}

/** How it comes here, and back to its owner. */
export function Packages({ page: { tradeIn } }: Props) {
  const { sanctionsAt, sanctionsBy, labelCents } = tradeIn
  return (
    <Facts
      facts={[
        ['Next step due', tradeIn.dueOn && formatDay(tradeIn.dueOn)],
        ['Prepaid label', followed(tradeIn.labelCarrier, tradeIn.labelTracking)],
        ['Cost of the label', labelCents !== null && formatCents(cents(labelCents))],
        ['Package to us', followed(tradeIn.carrier, tradeIn.tracking)],
        ['Received', tradeIn.receivedAt && <ShopTime at={tradeIn.receivedAt} />],
        ['Package to the customer', followed(tradeIn.againCarrier, tradeIn.againTracking)],
        ['Sanctions check', sanctionsAt && `${shopTimeText(sanctionsAt)}, ${sanctionsBy}`],
        ['Shown to the customer', tradeIn.closedWhy],
      ]}
    />
  )
}

/** What happened, who was emailed, and notes of staff, the newest first. */
export function History({ page }: Props) {
  const { history, emails } = page
  return (
    <Panel heading="History and notes">
      <ol className="grid gap-2 text-sm">
        {history.map(({ id, at, by, state, why }) => (
          <li
            key={id}
            className="border-line border-t pt-2 wrap-anywhere first:border-t-0 first:pt-0"
          >
            {state === null ? 'Note' : stateNames[state]}
            <span className="text-muted">
              {', '}
              <ShopTime at={at} />
              {by && `, ${by}`}
            </span>
            {why && <span className="block whitespace-pre-line">{why}</span>}
          </li>
        ))}
      </ol>
      {emails.length > 0 && (
        <ul aria-label="Emails" className="mt-4 grid gap-1 border-line border-t pt-3 text-sm">
          <li aria-hidden="true" className="eyebrow">
            Emails
          </li>
          {emails.map((email) => (
            <li key={email.id}>
              {emailName(email.kind)}
              <span className="text-muted">, {emailStates[email.state]}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4">
        <ActionForm page={page} name="note" button="Save note" summary="Add a note">
          <TextArea name="note" label="Note" hint="For staff." required rows={3} maxLength={2000} />
        </ActionForm>
      </div>
    </Panel>
  )
}
