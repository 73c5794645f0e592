import { useState } from 'react'
import { Form } from 'react-router'
import type { TradeInOffers } from '#app/.server/trade-ins/queries/trade-in-offers.ts'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { maxName } from '#app/contracts/trade-ins/trade-in.ts'
import { taxPlaces } from '#app/domain/address/us-places.ts'
import { SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Refused } from '../post-form.ts'
import { Offers } from './offers.tsx'

type Props = {
  code: string
  /** Of the form: sent twice, it is one trade-in. */
  formKey: string
  tradeIn: TradeInOffers
  refused: Refused | null
}

const states = [['', 'Choose a state'], ...Object.entries(taxPlaces)] as [string, string][]

/** For the person with the claim code, on the page of the certificate [TRADE-50, TRADE-51]. */
export function CertificateOffers({ code, formKey, tradeIn, refused }: Props) {
  const { offers, refusal } = tradeIn
  // A refusal with a new key would be a second trade-in.
  const [key] = useState(refused?.typed.key ?? formKey)
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="comes-back">
      <h3 id="comes-back" className="text-2xl">
        Trade in a piece
      </h3>
      <p className="mt-2 mb-6 max-w-xl text-muted">
        You can have this piece recast, exchange it for another, or sell it back to us.
      </p>
      {refused && (
        <p role="alert" className="mb-5 border border-alert p-4 text-alert wrap-anywhere">
          {refused.refused}
        </p>
      )}
      {refusal ? (
        <>
          <p className="mb-5 border border-notice px-4 py-3">{refusal}</p>
          <Offers offers={offers} isClosed />
        </>
      ) : (
        <Form method="post" preventScrollReset noValidate>
          <FormFields refused={refused}>
            <input type="hidden" name="code" value={code} />
            <input type="hidden" name="key" value={key} />
            <Offers offers={offers} />
            <div className="grid gap-5 border-line border-t pt-6 sm:grid-cols-2">
              <TextField
                name="name"
                label="Your name"
                autoComplete="name"
                required
                maxLength={maxName}
              />
              <TextField
                name="email"
                type="email"
                label="Email"
                hint="We’ll email you at each step."
                autoComplete="email"
                required
                maxLength={254}
              />
              <SelectField
                name="region"
                label="State you live in"
                optional="optional"
                hint="Some states require us to record the identity of anyone who sells us gold."
                options={states}
                autoComplete="address-level1"
              />
              <NoteField className="sm:col-span-2" />
            </div>
            <SendRequest />
          </FormFields>
        </Form>
      )}
    </section>
  )
}

export function NoteField({ className }: { className?: string }) {
  return (
    <TextArea
      name="note"
      label="Anything we should know"
      optional="optional"
      hint="Damage, repairs, or the piece you’d like instead."
      rows={3}
      maxLength={maxReasonLength}
      className={className}
    />
  )
}

export function SendRequest() {
  return (
    <>
      <p className="mt-5 max-w-xl text-muted text-sm">
        This is only a request. You can still change your mind. We’ll reply by email and tell you
        how to send the piece. Please don’t ship it before that.
      </p>
      <p className="mt-4">
        <button type="submit" name="move" value="trade-in" className="button button-gold">
          Send the request
        </button>
      </p>
    </>
  )
}
