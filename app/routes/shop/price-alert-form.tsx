import { Field } from '#app/ui/forms/field.tsx'

type Props = {
  product: string
  /** Left out where the choice of a size on the page is part of the form, by this id. */
  size?: string
  id?: string
  refused?: { errors: Record<string, string>; typed: Record<string, string> }
}

/**
 * The two fields of a price alert, on the page of a piece and where they are corrected. A plain form: after a
 * post by the router, the next page would be scrolled as far as this one was. Its fields are plain as well,
 * since the page of a piece needs no others [FAST-01].
 */
export function PriceAlertForm({ product, size, id, refused: { errors, typed } = none }: Props) {
  return (
    <form
      id={id}
      method="post"
      action="/price-alert"
      noValidate
      className="mt-3 grid grid-cols-1 gap-4"
    >
      <input type="hidden" name="product" value={product} />
      {size !== undefined && <input type="hidden" name="size" value={size} />}
      <Field label="Your price ($)" error={errors.under}>
        <input
          name="under"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.under}
          required
          className="input max-w-40"
        />
      </Field>
      <Field label="Email address" error={errors.email}>
        <input
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed.email}
          required
          className="input"
        />
      </Field>
      <p className="text-muted text-sm">
        We’ll email you a link to confirm. Then we’ll send one email when the price drops below your
        amount. No newsletters.
      </p>
      <p>
        <button type="submit" className="button button-line">
          Set price alert
        </button>
      </p>
    </form>
  )
}

const none: NonNullable<Props['refused']> = { errors: {}, typed: {} }

/** The sizes on the page of a piece belong to this form too, so that it knows the chosen one without JavaScript. */
export const priceAlertFormId = 'price-alert'

/** On the page of a piece; folded, since most visitors have come to look or buy [PIECEALERT-08]. */
export function PriceAlert({ product }: { product: string }) {
  return (
    <details className="unfold border-line border-b py-3">
      <summary className="min-h-6 font-medium">Email me when the price drops below…</summary>
      <PriceAlertForm id={priceAlertFormId} product={product} />
    </details>
  )
}
