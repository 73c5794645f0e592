import { Form } from 'react-router'
import type { ReturnPage } from '#app/.server/returns/queries/return-page.ts'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { TrackingFields } from '#app/ui/forms/tracking-fields.tsx'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { DateTime } from '../order-summary.tsx'
import { returnMessage } from '../return-message.ts'

type BuyersReturn = ReturnPage['returns'][number]

/** The returns there are, newest first, with what the buyer can do about each. */
export function Returns({ returns }: { returns: readonly BuyersReturn[] }) {
  return returns.toReversed().map((each) => (
    <section key={each.id} className="mt-8 border-line border-t pt-5 wrap-anywhere">
      <h2 className="text-2xl">{each.pieces.join('; ')}</h2>
      <p className="mt-1 text-muted text-sm">
        Requested <DateTime at={each.askedAt} />
      </p>
      <p className="mt-3">{returnMessage(each)}</p>
      {each.refusal && <p className="mt-3">{each.refusal}</p>}
      {each.isOnItsWay && each.instructions && <p className="mt-3">{each.instructions}</p>}
      {each.tracking && (
        <p className="mt-3">
          Your package to us: <TrackingLink {...each.tracking} />
        </p>
      )}
      {each.again && (
        <p className="mt-3">
          Our package to you: <TrackingLink {...each.again} />
        </p>
      )}
      {each.isOnItsWay && <Steps each={each} />}
    </section>
  ))
}

function Steps({ each: { id, state } }: { each: BuyersReturn }) {
  const sent = useSent()
  const isSent = sent.action === 'sent' && sent.id === id
  return (
    <>
      {state !== 'asked' && (
        <details className="mt-3" open={isSent || undefined}>
          <summary className="link inline-block py-1">
            {state === 'accepted' ? 'I’ve Shipped It' : 'Correct the tracking number'}
          </summary>
          <OwnFields isSent={isSent}>
            <SentForm id={id} />
          </OwnFields>
        </details>
      )}
      <Form method="post" className="mt-3">
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="action" value="keep" className="link py-1">
          I’m Keeping It
        </button>
      </Form>
    </>
  )
}

function SentForm({ id }: { id: string }) {
  return (
    <Form method="post" noValidate className="mt-3 grid gap-4">
      <input type="hidden" name="id" value={id} />
      <TrackingFields label="Tracking number" hint="Spaces and dashes don’t matter." />
      <p>
        <button type="submit" name="action" value="sent" className="button button-line">
          It is on its way
        </button>
      </p>
    </Form>
  )
}
