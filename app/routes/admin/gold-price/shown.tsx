import { data, Form } from 'react-router'
import { type PriceReplay, priceReplay } from '#app/.server/catalog/queries/price-replay.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatTimeZone } from '#app/domain/time/date-time.ts'
import { localTime, momentOf } from '#app/domain/time/local-time.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { type FieldErrors, FormFields } from '#app/ui/forms/form-fields.tsx'
import { brand } from '#brand'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { shopTimeText } from '../components/shop-time.tsx'
import type { Route } from './+types/shown.ts'
import { ShownPrices } from './shown-prices.tsx'

type Page = {
  typed: { product: string; at: string }
  errors: FieldErrors
  replay: PriceReplay | null
}

/** What the page of a product showed at a moment, and why [PROOF-09]; nothing is asked for an empty form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const asked = new URL(request.url).searchParams
  const product = (asked.get('product') ?? '').trim()
  const input = { product, at: asked.get('at') ?? localTime(app.now(), brand.timeZone) }
  const answer = (page: Partial<Page>, status = 200) =>
    data({ typed: input, errors: {}, replay: null, ...page } satisfies Page, { status })
  if (product === '') {
    const errors = asked.has('product') ? { product: 'Which product?' } : {}
    return answer({ errors }, asked.has('product') ? 400 : 200)
  }
  // The end of the minute, so that what was changed within it counts.
  const minute = momentOf(input.at, brand.timeZone)
  if (!minute) return answer({ errors: { at: 'Choose a date and time.' } }, 400)
  const isNow = input.at === localTime(app.now(), brand.timeZone)
  const at = isNow ? app.now() : new Date(minute.getTime() + 59_999)
  try {
    return answer({ replay: await priceReplay(app, { product, at }) })
  } catch (error) {
    if (!(error instanceof AppError) || ![400, 404].includes(error.status)) throw error
    const field = error.status === 404 ? 'product' : 'at'
    return answer({ errors: { [field]: error.message } }, error.status)
  }
}

export const meta: Route.MetaFunction = () => adminTitle('Past prices')

export default function Shown({ loaderData: { typed, errors, replay } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/admin/dashboard/gold-price">Gold Price</BackLink>
      <h1 className="mt-2">Past prices</h1>
      <p className="mt-2 max-w-prose text-muted">
        See the price a product page showed at a given date and time.
      </p>
      <FormFields refused={{ errors, typed }}>
        <Form className="mt-6 flex flex-wrap items-start gap-5" key={JSON.stringify(typed)}>
          <TextField
            name="product"
            label="Product"
            hint="Product URL or ID."
            className="min-w-0 flex-[1_1_16rem]"
            spellCheck={false}
            required
          />
          <TextField
            name="at"
            label="Date and time"
            hint={`In your shop’s time zone (${formatTimeZone(brand.timeZone)}).`}
            className="min-w-0"
            type="datetime-local"
            required
          />
          <button type="submit" className="button button-line md:mt-7">
            Show
          </button>
        </Form>
      </FormFields>
      {replay && (
        <section aria-labelledby="shown" className="mt-10">
          <h2 id="shown">
            {replay.product.name}, {shopTimeText(replay.at)}
          </h2>
          <ShownPrices replay={replay} />
        </section>
      )}
    </>
  )
}
