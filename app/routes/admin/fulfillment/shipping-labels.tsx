import { Form } from 'react-router'
import type { ShownLabel, ShownLabels } from '#app/.server/fulfillment/shipping-labels.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { type LabelRequest, labelNote, mayGiveUpAfterMs } from '#app/domain/fulfillment/label.ts'
import { trackingText } from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { isAnotherLabel } from '#app/domain/orders/buyer.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** Where a label that was bought is printed. */
export const labelPath = (orderId: string, { id }: Pick<ShownLabel, 'id'>) =>
  `/admin/dashboard/orders/${encodeURIComponent(orderId)}/documents/label-${id}.pdf`

const stateText = {
  buying: 'Requested. We don’t know yet whether it was bought.',
  bought: 'Bought but not used yet.',
  'given up': 'No longer waiting. If it’s bought after all, it will appear here.',
  late: 'Bought after you stopped waiting. Void it, or ship a package with it.',
  voiding: 'Voided. The carrier hasn’t decided whether to refund it.',
  voided: 'Voided and refunded.',
  kept: 'Voided, but not refunded.',
} as const satisfies Record<ShownLabel['state'], string>

/** Labels that no parcel has left with [LABEL-03, LABEL-07]. */
export function Labels({ order, now }: { order: AdminOrder; now: number }) {
  const { labels, gateway } = order.labels
  const unused = labels.filter(({ parcelId }) => parcelId === null)
  return (
    <LabelList
      labels={unused}
      gateway={gateway}
      now={now}
      fileOf={(label) => labelPath(order.id, label)}
      isOutdated={(label) => isOfEarlierAddress(label, order)}
    />
  )
}

type ListProps = Pick<ShownLabels, 'labels' | 'gateway'> & {
  now: number
  /** Where its PDF is. */
  fileOf: (label: ShownLabel) => string
  isOutdated?: (label: ShownLabel) => boolean
}

/** What is known of each label, and what can be done with it. */
export function LabelList({ labels, isOutdated, fileOf, ...rest }: ListProps) {
  if (labels.length === 0) return null
  const needsReview = labels.some(({ state }) => state === 'buying' || state === 'late')
  return (
    <section className={`admin-panel print:hidden ${needsReview ? 'border-alert' : ''}`}>
      <h2>{labels.length === 1 ? 'Label' : 'Labels'}</h2>
      <ol className="mt-3 grid gap-5">
        {labels.map((label) => (
          <li key={label.id} className="border-line border-t pt-4 first:border-t-0 first:pt-0">
            <p className="wrap-anywhere">
              {label.service}, {formatCents(label.cost)}
            </p>
            <p className={`mt-1 text-sm ${isOpen(label) ? 'text-alert' : 'text-muted'}`}>
              {stateText[label.state]}
              {label.problem && ` ${label.problem}`}
            </p>
            {isOutdated?.(label) && (
              <p className="mt-1 text-alert text-sm">
                It shows an address that has since been corrected. Void it and buy another.
              </p>
            )}
            {label.isTest && <TestLabel />}
            <div className="mt-2">
              <Facts
                facts={[
                  ['Number', label.tracked && trackingText(label.tracked)],
                  [
                    label.boughtAt ? 'Bought' : 'Asked for',
                    <ShopTime key="at" at={label.boughtAt ?? label.askedAt ?? new Date(0)} />,
                  ],
                  ['By', label.boughtBy],
                  ['Printed on it', label.asked.to && addressOnLabel(label.asked.to)],
                  ['From', label.asked.from && addressOnLabel(label.asked.from)],
                  ['Note', labelNote(label.asked)],
                ]}
              />
            </div>
            {mayLeave(label) && <PrintLabel path={fileOf(label)} label={label} />}
            {isGone(label) && (
              <p className="mt-2 text-muted text-sm">Its file is no longer available to print.</p>
            )}
            <LabelActions label={label} {...rest} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** As the carrier got it: `Ada Buyer, 1000 Example Street, Seattle, WA 98101` [LABEL-12]. */
export const addressOnLabel = (to: NonNullable<LabelRequest['to']>): string =>
  [to.name, to.line1, to.line2, to.city, `${to.state} ${to.postalCode}`].filter(Boolean).join(', ')

/** Bought, or asked for, before staff corrected what is printed on it [ADDR-05]. */
const isOfEarlierAddress = (label: ShownLabel, { earlierAddresses }: AdminOrder) =>
  mayLeave(label) &&
  earlierAddresses.some(({ at, changed }) => isAnotherLabel(changed) && at > (label.askedAt ?? at))

/** A carrier does not take one that was voided [LABEL-09]. */
const mayLeave = ({ state }: ShownLabel) => state === 'bought' || state === 'late'

/** It went with the data of its buyer, or automatically after its time [LABEL-10]. */
const isGone = ({ state, hasFile, mayFetch }: ShownLabel) =>
  state === 'bought' && !hasFile && !mayFetch

const isOpen = ({ state }: ShownLabel) => state === 'buying' || state === 'late'

export function TestLabel() {
  return (
    <p className="mt-1 text-notice text-sm">
      This is a test label. It’s free, and carriers won’t accept it.
    </p>
  )
}

export function PrintLabel({ path, label }: { path: string; label: ShownLabel }) {
  if (!label.hasFile) return null
  return (
    <p className="mt-2">
      <a href={path} className="link inline-block py-1 text-sm">
        {label.isTest ? 'Print the test label (PDF)' : 'Print the label (PDF)'}
      </a>
    </p>
  )
}

type ActionsProps = Pick<ListProps, 'gateway' | 'now'> & { label: ShownLabel }

function LabelActions({ label, gateway, now }: ActionsProps) {
  const { state, id, rate } = label
  if (gateway === null) return null
  const mayGiveUp = label.askedAt !== null && now - label.askedAt.getTime() >= mayGiveUpAfterMs
  const mayVoid = mayLeave(label)
  if (state !== 'buying' && !mayVoid) return null
  return (
    <Form method="post" className="mt-3 flex flex-wrap gap-3">
      <input type="hidden" name="label" value={id} />
      <input type="hidden" name="rate" value={rate} />
      {(state === 'buying' || label.mayFetch) && (
        <SubmitButton action="look-for-label">
          {label.mayFetch ? 'Get its file' : 'Check again'}
        </SubmitButton>
      )}
      {state === 'buying' && <SubmitButton action="buy-label">Request it again</SubmitButton>}
      {state === 'buying' && mayGiveUp && (
        <SubmitButton action="give-up-label">Stop waiting</SubmitButton>
      )}
      {mayVoid && (
        <Disclosure look="text" label="Void this label">
          <p>
            {gateway.name} will be asked to refund {formatCents(label.cost)}. After that, no package
            can ship with this label.
          </p>
          <p>
            <SubmitButton action="void-label">Void the label</SubmitButton>
          </p>
        </Disclosure>
      )}
    </Form>
  )
}
