import { Form } from 'react-router'
import type { OrderCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { isLabelForm } from '#app/contracts/fulfillment/label.ts'
import {
  maxInsurerLength,
  maxTrackingLength,
  piecesField,
} from '#app/contracts/fulfillment/parcel.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import {
  carrierLines,
  carrierSource,
  carrierTextProblem,
  differsForCarrier,
} from '#app/domain/fulfillment/carrier-text.ts'
import { customsLabels, customsOf, exportFilingRequired } from '#app/domain/fulfillment/customs.ts'
import {
  countPieces,
  isTakenAlong,
  piecesValue,
  signatureAbove,
} from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { isFitToSend } from '#app/domain/weighing/to-weigh.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { carrierOptions } from '#app/ui/tracking.tsx'
import { brand } from '#brand'
import { NotPrinted } from '../certificates/certificates.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { SanctionsCheck } from '../components/sanctions-check.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { HandOver } from '../orders/detail/hand-over.tsx'
import { BoxFields } from './box-fields.tsx'
import { OfferedRates } from './offered-rates.tsx'

type Props = { order: AdminOrder }
type SendProps = { order: AdminOrder & { certificates: OrderCertificates } }

/** The parcel that leaves now: all that is left of the order, unless staff say otherwise [PARCEL-01]. */
export function SendParcel({ order }: SendProps) {
  // What was typed to correct the tracking of a parcel that left is not the number of this one.
  const { action = '' } = useSent()
  const isSent = action === 'fulfill' || isLabelForm({ action })
  const { left } = order
  const label = order.labels.labels.find(
    ({ state, parcelId }) => state === 'bought' && parcelId === null,
  )
  const isWaitedFor = order.labels.labels.some(({ state }) => state === 'buying')
  const form = (
    // Empty again for the next parcel: tracking, value and the look at the lists are of each its own.
    <Form key={order.parcels.length} method="post" className="mt-4 grid gap-4">
      <input type="hidden" name="revision" value={order.revision} />
      <OwnFields isSent={isSent}>
        {countPieces(left) > 1 && <PiecesInParcel order={order} />}
        {order.labels.gateway && !label && !isWaitedFor && <BoxForRates order={order} />}
        <TrackingFields key={label?.id} known={label?.tracked} />
        <Insurance order={order} />
        <SanctionsCheck of="recipient" required />
      </OwnFields>
      <NotPrinted certificates={order.certificates} />
      <SubmitButton action="fulfill" gold>
        Mark as shipped
      </SubmitButton>
    </Form>
  )
  return isTakenAlong(order.origin, order.address) ? (
    <HandOver order={order} sending={form} isSent={isSent || order.labels.offered !== null} />
  ) : (
    form
  )
}

type KnownTracking = { tracking: string; carrier: string }

/** The carrier is whose number it is, so that nobody chooses one for every parcel. */
export function TrackingFields({ known }: { known: KnownTracking | null | undefined }) {
  return (
    <>
      <TextField
        name="tracking"
        label="Tracking"
        hint="Shown to the buyer. Spaces and dashes are OK."
        kind="code"
        required
        maxLength={maxTrackingLength}
        defaultValue={known?.tracking}
      />
      <SelectField
        name="carrier"
        label="Carrier"
        options={carrierOptions}
        defaultValue={known?.carrier ?? 'by number'}
      />
    </>
  )
}

/** What the gateway asks of a parcel beside its value and signature [LABEL-01]. */
function BoxForRates({ order }: Props) {
  const isSent = useSent().action === 'ask-rates'
  const { lastBox, gateway } = order.labels
  return (
    <Disclosure label="Rates and label" isSmall opens>
      <fieldset className="mt-3">
        <legend className="field-label">Package</legend>
        <BoxFields lastBox={lastBox} />
        <CarrierAddress order={order} />
        <CustomsForm order={order} />
        <OwnFields isSent={isSent}>
          <Checkbox name="insured" defaultChecked={brand.parcels !== ''}>
            Insure for the declared value through {gateway?.name} (extra fee)
          </Checkbox>
        </OwnFields>
        <SubmitButton action="ask-rates" formNoValidate>
          Get rates
        </SubmitButton>
      </fieldset>
      <OfferedRates labels={order.labels} />
    </Disclosure>
  )
}

/**
 * What the carrier gets, where it is not the address as it is stored [PRINT-04]. Once that is corrected, the
 * fields begin with the new one: what was typed in them was of the old one [LABEL-13].
 */
function CarrierAddress({ order: { address } }: Props) {
  const { carrierOf } = useSent()
  if (!address || !differsForCarrier(address)) return null
  const of = carrierSource(address)
  const sent = carrierLines(address)
  const problem = carrierTextProblem(sent)
  const fields = [
    ['carrierName', 'Name', sent.name],
    ['carrierLine1', 'Street', sent.line1],
    ['carrierLine2', 'Second line', sent.line2],
    ['carrierCity', 'City', sent.city],
  ] as const
  return (
    <fieldset key={of} className="mt-4">
      <input type="hidden" name="carrierOf" value={of} />
      <legend className="field-label">Address for the carrier</legend>
      <p className={`field-note ${problem ? 'text-alert' : 'text-muted'}`}>
        {problem ??
          'Carriers print only Latin letters and short lines. This goes on the label instead of the saved address.'}
      </p>
      <div className="mt-2 grid gap-3">
        <OwnFields isSent={carrierOf === of}>
          {fields.map(([name, label, text]) => (
            <TextField
              key={name}
              name={name}
              label={`${label} on the label`}
              spellCheck={false}
              defaultValue={text}
            />
          ))}
        </OwnFields>
      </div>
    </fieldset>
  )
}

/** What is filed first, or what the post is told of the contents; other pieces or another value change it [LABEL-11]. */
function CustomsForm({ order: { address, left, summary } }: Props) {
  const to = { state: address?.state ?? '', country: address?.country ?? 'US' }
  const declared = piecesValue(summary.lines, left)
  const problem = exportFilingRequired(to, declared)
  const customs = customsOf({ ...to, lines: summary.lines, pieces: left, declared })
  const form =
    customs &&
    `This address requires a customs form. With all pieces at full price, it says: ${customsLabels(customs)}.`
  const note = problem ?? form
  if (note === null) return null
  return <p className={`field-note mt-4 ${problem ? 'text-alert' : 'text-muted'}`}>{note}</p>
}

function PiecesInParcel({ order }: Props) {
  const { left, summary } = order
  return (
    <fieldset>
      <legend className="field-label">Pieces in this package</legend>
      <ul className="grid gap-2">
        {left.map(({ line, quantity }) => {
          const { name = '', size = '', options, engraving } = summary.lines[line] ?? {}
          const field = piecesField(line)
          return (
            <li key={line}>
              <TextField
                name={field}
                label={titleOf({ name, size, options, engraving: engraving?.text })}
                hint={hereOf(order, line, quantity)}
                kind="count"
                defaultValue={quantity}
                inputClass="max-w-20"
              />
            </li>
          )
        })}
      </ul>
      <Checkbox name="isLast">
        This is the last package for this order, even if some pieces haven’t shipped
      </Checkbox>
    </fieldset>
  )
}

/** Of several, those with the lowest numbers leave first; the serial numbers say which. */
function hereOf({ weighed }: AdminOrder, line: number, quantity: number): string {
  const serials = weighed
    .filter((each) => each.line === line && each.parcelId === null && isFitToSend(each))
    .map(({ serial }) => serial)
  const names = serials.length > 0 ? `, in this sequence: ${serials.join(', ')}` : ''
  return `${quantity} to ship${names}`
}

function Insurance({ order }: Props) {
  const { declared, insurer, policy, signature } = useSent()
  const value = piecesValue(order.summary.lines, order.left)
  const wasTyped = [declared, insurer, policy, signature].some(Boolean)
  return (
    <Disclosure label="Value, insurance, and signature" isSmall opens={wasTyped}>
      <div className="mt-3 grid gap-4">
        <TextField
          name="declared"
          label="Declared value"
          optional="optional"
          hint={`Leave blank to use the price of its pieces: ${formatCents(value)} for everything left.`}
          kind="decimal"
          inputClass="max-w-40"
        />
        <TextField
          name="insurer"
          label="Insurer"
          optional="optional"
          maxLength={maxInsurerLength}
        />
        <TextField
          name="policy"
          label="Policy number"
          optional="optional"
          maxLength={maxInsurerLength}
        />
        <SelectField
          name="signature"
          label="Signature"
          options={[
            ['', `Required over ${formatCents(signatureAbove)}`],
            ['yes', 'Required'],
            ['no', 'Not required'],
          ]}
        />
      </div>
    </Disclosure>
  )
}
