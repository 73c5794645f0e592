import { Form } from 'react-router'
import type { ReturnPage } from '#app/.server/returns/queries/return-page.ts'
import { maxTrackingLength } from '#app/contracts/fulfillment/parcel.ts'
import { carrierNames, carriers } from '#app/domain/fulfillment/carrier.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { OwnFields } from '#app/ui/forms/form-fields.tsx'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { DateTime } from '../order-summary.tsx'
import { returnSentence } from '../return-words.ts'

type Typed = Partial<Record<string, string>>
type BuyersReturn = ReturnPage['returns'][number]

/** The returns there are, newest first, with what the buyer can do about each. */
export function Returns({ returns, typed }: { returns: readonly BuyersReturn[]; typed: Typed }) {
  return returns.toReversed().map((each) => (
    <section key={each.id} className="mt-8 border-line border-t pt-5 wrap-anywhere">
      <h2 className="text-2xl">{each.pieces.join('; ')}</h2>
      <p className="mt-1 text-muted text-sm">
        Asked <DateTime at={each.askedAt} />
      </p>
      <p className="mt-3">{returnSentence(each)}</p>
      {each.refusal && <p className="mt-3">{each.refusal}</p>}
      {each.isOnItsWay && each.instructions && <p className="mt-3">{each.instructions}</p>}
      {each.tracking && (
        <p className="mt-3">
          Your parcel to us: <TrackingLink {...each.tracking} />
        </p>
      )}
      {each.again && (
        <p className="mt-3">
          Our parcel to you: <TrackingLink {...each.again} />
        </p>
      )}
      {each.isOnItsWay && <Steps each={each} typed={typed.id === each.id ? typed : {}} />}
    </section>
  ))
}

function Steps({ each: { id, state }, typed }: { each: BuyersReturn; typed: Typed }) {
  return (
    <>
      {state !== 'asked' && (
        <details className="mt-3" open={typed.intent === 'sent' || undefined}>
          <summary className="link inline-block py-1">
            {state === 'accepted' ? 'I have sent it' : 'Correct the tracking number'}
          </summary>
          <SentForm id={id} typed={typed} />
        </details>
      )}
      <Form method="post" className="mt-3">
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="keep" className="link py-1">
          I keep it after all
        </button>
      </Form>
    </>
  )
}

function SentForm({ id, typed }: { id: string; typed: Typed }) {
  const form = (
    <Form method="post" noValidate className="mt-3 grid gap-4">
      <input type="hidden" name="id" value={id} />
      <Field label="Tracking number" optional="optional" hint="Spaces and dashes do not matter.">
        <input
          name="tracking"
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
      <p>
        <button type="submit" name="intent" value="sent" className="button button-line">
          It is on its way
        </button>
      </p>
    </Form>
  )
  // What is wrong with one form stands beside no other.
  return <OwnFields isSent={typed.intent === 'sent'}>{form}</OwnFields>
}
