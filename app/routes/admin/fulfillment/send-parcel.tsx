import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { isLabelForm } from '#app/contracts/fulfillment/label.ts'
import {
  maxInsurerLength,
  maxTrackingLength,
  piecesField,
} from '#app/contracts/fulfillment/parcel.ts'
import { titleOf } from '#app/domain/catalog/engraving.ts'
import { carrierNames, carriers } from '#app/domain/fulfillment/carrier.ts'
import {
  carrierLines,
  differsForCarrier,
  whyNotForCarrier,
} from '#app/domain/fulfillment/carrier-text.ts'
import { customsOf, customsWords, exportFilingRequired } from '#app/domain/fulfillment/customs.ts'
import { formatTenths } from '#app/domain/fulfillment/label.ts'
import {
  countPieces,
  isTakenAlong,
  piecesValue,
  signatureAbove,
} from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { isFitToSend } from '#app/domain/weighing/to-weigh.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { OwnFields } from '#app/ui/forms/form-fields.tsx'
import { brand } from '#brand'
import { SubmitButton } from '../components/submit-button.tsx'
import { HandOver } from '../orders/detail/hand-over.tsx'

/** Of the Treasury Department: all lists of the United States in one search. */
const sanctionsSearch = 'https://sanctionssearch.ofac.treas.gov/'

/** `typed` is what was typed last and not done. */
type Props = { order: AdminOrder; typed: Partial<Record<string, string>> }

/** The parcel that leaves now: all that is left of the order, unless staff say otherwise [PARCEL-01]. */
export function SendParcel({ order, typed: last }: Props) {
  // What was typed to correct the tracking of a parcel that left is not the number of this one.
  const { action = '' } = last
  const isSent = action === 'fulfill' || isLabelForm({ action })
  const typed = isSent ? last : {}
  const { left } = order
  const label = order.labels.labels.find(
    ({ state, parcelId }) => state === 'bought' && parcelId === null,
  )
  const isWaitedFor = order.labels.labels.some(({ state }) => state === 'buying')
  const ofLabel = label?.tracked && { ...label.tracked }
  const form = (
    // Empty again for the next parcel: tracking, value and the look at the lists are of each its own.
    <Form key={order.parcels.length} method="post" className="mt-4 grid gap-4">
      <input type="hidden" name="revision" value={order.revision} />
      <OwnFields isSent={isSent}>
        {countPieces(left) > 1 && <PiecesInParcel order={order} typed={typed} />}
        {order.labels.gateway && !label && !isWaitedFor && (
          <BoxForRates order={order} typed={typed} />
        )}
        <TrackingFields key={label?.id} typed={typed.tracking ? typed : { ...typed, ...ofLabel }} />
        <Insurance order={order} typed={typed} />
      </OwnFields>
      <Checkbox name="sanctions" required defaultChecked={typed.sanctions === 'yes'}>
        I have compared the recipient’s name and address with the{' '}
        <a className="link" href={sanctionsSearch} target="_blank" rel="noreferrer">
          sanctions lists
        </a>
        , and they are on none.
      </Checkbox>
      <SubmitButton name="action" value="fulfill" gold>
        Mark as sent
      </SubmitButton>
    </Form>
  )
  return isTakenAlong(order.origin, order.address) ? (
    <HandOver revision={order.revision} sending={form} isSent={isSent} />
  ) : (
    form
  )
}

/** The carrier is whose number it is, so that nobody chooses one for every parcel. */
export function TrackingFields({ typed }: { typed: Partial<Record<string, string>> }) {
  return (
    <>
      <Field label="Tracking" hint="The buyer sees it. Spaces and dashes do not matter.">
        <input
          name="tracking"
          required
          maxLength={maxTrackingLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={typed.tracking}
          className="input"
        />
      </Field>
      <Field label="Carrier">
        <select name="carrier" defaultValue={typed.carrier ?? 'by number'} className="input">
          <option value="by number">Detect from the number</option>
          {carriers.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrierNames[carrier]}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

/** What the gateway asks of a parcel beside its value and signature [LABEL-01]. */
function BoxForRates({ order, typed }: Props) {
  const { lastBox, gateway } = order.labels
  const box = {
    boxLength: lastBox?.length,
    boxWidth: lastBox?.width,
    boxHeight: lastBox?.height,
    boxWeight: lastBox?.weight,
  }
  const fields = [
    ['boxLength', 'Length', 'in'],
    ['boxWidth', 'Width', 'in'],
    ['boxHeight', 'Height', 'in'],
    ['boxWeight', 'Weight', 'oz'],
  ] as const
  return (
    <details open={typed.action === 'ask-rates' || undefined}>
      <summary className="link inline-block py-1 text-sm">Rates and label</summary>
      <fieldset className="mt-3">
        <legend className="field-label">The packed box</legend>
        <div className="grid grid-cols-2 gap-3">
          {fields.map(([name, label, unit]) => (
            <Field key={name} label={`${label} (${unit})`}>
              <input
                name={name}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={typed[name] ?? (box[name] ? formatTenths(box[name]) : '')}
                className="input"
              />
            </Field>
          ))}
        </div>
        <CarrierAddress order={order} typed={typed} />
        <CustomsForm order={order} />
        <Checkbox
          name="insured"
          defaultChecked={
            typed.action === 'ask-rates' ? typed.insured === 'yes' : brand.parcels !== ''
          }
        >
          {gateway?.name} insures it for its declared value, for a fee
        </Checkbox>
        <SubmitButton name="action" value="ask-rates" formNoValidate>
          Ask for rates
        </SubmitButton>
      </fieldset>
    </details>
  )
}

/** What the carrier gets, where it is not the address as it is stored [PRINT-04]. */
function CarrierAddress({ order: { address }, typed }: Props) {
  if (!address || !differsForCarrier(address)) return null
  const sent = carrierLines(address)
  const problem = whyNotForCarrier(sent)
  const fields = [
    ['carrierName', 'Name', sent.name],
    ['carrierLine1', 'Street', sent.line1],
    ['carrierLine2', 'Second line', sent.line2],
    ['carrierCity', 'City', sent.city],
  ] as const
  return (
    <fieldset className="mt-4">
      <legend className="field-label">Sent to the carrier</legend>
      <p className={`field-note ${problem ? 'text-alert' : 'text-muted'}`}>
        {problem ??
          'Carriers take Latin letters and short lines. This is printed on the label instead of the stored address.'}
      </p>
      <div className="mt-2 grid gap-3">
        {fields.map(([name, label, text]) => (
          <Field key={name} label={`${label} on the label`}>
            <input
              name={name}
              autoComplete="off"
              spellCheck={false}
              defaultValue={typed[name] ?? text}
              className="input"
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

/** What is filed first, or what the post is told of the contents; other pieces or another value change it [LABEL-11]. */
function CustomsForm({ order: { address, left, summary } }: Pick<Props, 'order'>) {
  const state = address?.state ?? ''
  const declared = piecesValue(summary.lines, left)
  const problem = exportFilingRequired(state, declared)
  const customs = customsOf({ state, lines: summary.lines, pieces: left, declared })
  const form =
    customs &&
    `The post asks for a customs form to this address. With all pieces at their price it says: ${customsWords(customs)}.`
  const note = problem ?? form
  if (note === null) return null
  return <p className={`field-note mt-4 ${problem ? 'text-alert' : 'text-muted'}`}>{note}</p>
}

function PiecesInParcel({ order, typed }: Props) {
  const { left, summary } = order
  return (
    <fieldset>
      <legend className="field-label">Pieces in this parcel</legend>
      <ul className="grid gap-2">
        {left.map(({ line, quantity }) => {
          const { name = '', size = '', engraving } = summary.lines[line] ?? {}
          const field = piecesField(line)
          return (
            <li key={line}>
              <Field
                label={titleOf({ name, size, engraving: engraving?.text })}
                hint={hereOf(order, line, quantity)}
              >
                <input
                  name={field}
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={typed[field] ?? quantity}
                  className="input max-w-20"
                />
              </Field>
            </li>
          )
        })}
      </ul>
      <Checkbox name="isLast" defaultChecked={typed.isLast === 'yes'}>
        Nothing more of this order is sent, whatever is left
      </Checkbox>
    </fieldset>
  )
}

/** Of several, those with the lowest numbers leave first; the serial numbers say which. */
function hereOf({ weighed }: AdminOrder, line: number, quantity: number): string {
  const serials = weighed
    .filter((each) => each.line === line && each.parcelId === null && isFitToSend(each))
    .map(({ serial }) => serial)
  const names = serials.length > 0 ? `, in this order: ${serials.join(', ')}` : ''
  return `${quantity} to be sent${names}`
}

function Insurance({ order, typed }: Props) {
  const value = piecesValue(order.summary.lines, order.left)
  const wasTyped = [typed.declared, typed.insurer, typed.policy, typed.signature].some(Boolean)
  return (
    <details open={wasTyped || undefined}>
      <summary className="link inline-block py-1 text-sm">Value, insurance and signature</summary>
      <div className="mt-3 grid gap-4">
        <Field
          label="Declared value"
          optional="optional"
          hint={`Left empty: the price of its pieces, ${formatCents(value)} for all that is left.`}
        >
          <input
            name="declared"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.declared}
            className="input max-w-40"
          />
        </Field>
        <Field label="Insurer" optional="optional">
          <input
            name="insurer"
            maxLength={maxInsurerLength}
            autoComplete="off"
            defaultValue={typed.insurer}
            className="input"
          />
        </Field>
        <Field label="Policy number" optional="optional">
          <input
            name="policy"
            maxLength={maxInsurerLength}
            autoComplete="off"
            defaultValue={typed.policy}
            className="input"
          />
        </Field>
        <Field label="Signature">
          <select name="signature" defaultValue={typed.signature ?? ''} className="input">
            <option value="">Required above {formatCents(signatureAbove)}</option>
            <option value="yes">Required</option>
            <option value="no">Not required</option>
          </select>
        </Field>
      </div>
    </details>
  )
}
