import { data, redirect } from 'react-router'
import type { Wire } from '#app/.server/orders/queries/wire.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { isTestAbroad, testPaymentPage } from '#app/.server/payments/queries/test-payment.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  type BuyerField,
  testBuyer,
  testPaymentForm,
  testPaymentFormAbroad,
} from '#app/contracts/payments/test-payment.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { countryName } from '#app/domain/address/country-name.ts'
import { readState } from '#app/domain/address/us-places.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { formatPercent, trialRate } from '#app/domain/tax/sales-tax.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/test-payment.ts'
import { OrderSummaryTable, TestMark } from './order-summary.tsx'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('testPayment')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await found(testPaymentPage(context.get(appContext), params.token))
  if (!page.open) throw redirect(`/order/${page.orderToken}`, { headers: privatePage })
  return data(page, { headers: privatePage })
}

type Refusal = {
  sentence: string
  errors: Partial<Record<string, string>>
  /** What was typed, so that nothing is typed twice. */
  typed: Partial<Record<string, string>>
  /** With the tax of the state that was typed. */
  summary: OrderSummary
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  const refused = async (status: number, refusal: Omit<Refusal, 'summary' | 'typed'>) => {
    const state = readState(input.state ?? '') ?? undefined
    const { summary } = await found(testPaymentPage(app, params.token, state))
    return data({ ...refusal, typed: input, summary }, { status, headers: privatePage })
  }
  const isAbroad = await isTestAbroad(app, params.token)
  const parsed = (isAbroad ? testPaymentFormAbroad : testPaymentForm).safeParse(input)
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error)
    const message = 'Nothing has been paid yet. Please check the marked fields.'
    return refused(400, { sentence: errors.choice ?? message, errors })
  }
  const taken = await found(takeTestPayment(app, params.token, parsed.data))
  if (taken.outcome === 'cancelled') throw redirect(taken.cancelPath, seeOther)
  if (taken.outcome === 'other tax') {
    const message =
      'Nothing has been paid yet. The sales tax depends on the address. Please check the total and pay.'
    return refused(409, { sentence: message, errors: {} })
  }
  if (taken.outcome !== 'declined') throw redirect(`/order/${taken.orderToken}`, seeOther)
  return refused(402, {
    sentence:
      'The test card was declined. Nothing was charged. The order is still waiting, and you can try again.',
    errors: {},
  })
}

const seeOther = { status: 303, headers: privatePage }

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? 'Test payment' : errorTitle(error))

export default function TestPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { summary } = actionData ?? loaderData
  const { shipping } = loaderData
  const isPickup = shipping.method === 'pickup'
  const isAbroad = shipping.method === 'international'
  const buyer = isAbroad ? { ...testBuyer, ...placeAbroad } : testBuyer
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      <TestMark isPaid={false} />
      <header className="mb-10 text-center">
        <h1>Test payment</h1>
        <p className="mx-auto mt-5 max-w-lg text-balance text-muted">
          This page replaces the payment provider’s checkout. What you type here stays with us, and
          no card is charged.
        </p>
      </header>
      {actionData && (
        <p role="alert" className="mb-8 border border-alert px-4 py-3 text-alert">
          {actionData.sentence}
        </p>
      )}
      <OrderSummaryTable summary={summary} />
      {summary.tax && (
        <p className="mt-4 text-muted text-sm">
          The tax is a flat {formatPercent(trialRate)} for testing, not a real tax rate. It depends
          on the state {loaderData.wire?.received ? 'entered first' : 'below'}.
        </p>
      )}
      {/* A plain form and no other: paying must work before, and without, any script. */}
      <form method="post" className="mt-10">
        <input type="hidden" name="shownTax" value={summary.tax?.amount ?? 0} />
        <FormFields refused={actionData}>
          <fieldset className="grid gap-x-6 gap-y-5 sm:grid-cols-6">
            <legend className="mb-5 font-display text-2xl">
              {isPickup ? 'Contact and billing' : 'Contact and shipping'}
            </legend>
            {isPickup && (
              <p className="sm:col-span-6">You’ll pick up this order, so we won’t ship it.</p>
            )}
            {isAbroad && <p className="sm:col-span-6">Ships to {countryName(shipping.country)}.</p>}
            {(isAbroad ? fieldsAbroad : fields).map(
              ({ name, label, className, optional, type = 'text', autoComplete }) => (
                <TextField
                  key={name}
                  name={name}
                  label={label}
                  className={className}
                  optional={optional}
                  id={`buyer-${name}`}
                  type={type}
                  defaultValue={(name === 'email' && loaderData.email) || buyer[name]}
                  readOnly={name === 'email' && loaderData.email !== null}
                  required={!optional}
                  autoComplete={autoComplete}
                />
              ),
            )}
          </fieldset>
          {loaderData.part !== null && (
            <p className="mt-8 font-medium">Due now: {formatCents(loaderData.part)}</p>
          )}
          {loaderData.wire && <WirePart wire={loaderData.wire} />}
        </FormFields>
        <div className="mt-8 grid gap-3 sm:grid-cols-[2fr_1fr_1fr]">
          <button type="submit" name="choice" value="pay" className="button button-gold">
            {loaderData.wire ? 'Wire the Rest' : 'Pay'}
          </button>
          <button
            type="submit"
            name="choice"
            value="decline"
            formNoValidate
            className="button button-line"
          >
            Decline
          </button>
          <button
            type="submit"
            name="choice"
            value="cancel"
            formNoValidate
            className="button button-line"
          >
            Cancel
          </button>
        </div>
        <p className="mt-4 text-muted text-sm">
          {loaderData.wire ? 'Wire the Rest records the wire.' : 'Pay completes the order.'} Decline
          simulates a declined card. Cancel takes you back to the shop with your cart saved.
        </p>
      </form>
    </article>
  )
}

/** Stands in for a bank: the whole, or a part of it. */
function WirePart({ wire }: { wire: Wire }) {
  return (
    <fieldset className="mt-8 grid gap-x-6 gap-y-3 sm:grid-cols-6">
      <legend className="mb-3 font-display text-2xl">Test wire</legend>
      <p className="sm:col-span-6">
        Received so far: {formatCents(wire.received)}. Still due: {formatCents(wire.missing)}.
      </p>
      <TextField
        name="sum"
        label="Partial amount, in dollars"
        className="sm:col-span-3"
        kind="decimal"
        id="test-wire-sum"
      />
      <p className="self-end sm:col-span-3">
        <button type="submit" name="choice" value="part" className="button button-line">
          Wire this part
        </button>
      </p>
    </fieldset>
  )
}

type BuyerFieldProps = {
  name: BuyerField
  label: string
  autoComplete: string
  className: string
  type?: string
  optional?: string
}

const fields: readonly BuyerFieldProps[] = [
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    className: 'sm:col-span-3',
  },
  { name: 'name', label: 'Name', autoComplete: 'name', className: 'sm:col-span-3' },
  {
    name: 'line1',
    label: 'Street address',
    autoComplete: 'address-line1',
    className: 'sm:col-span-3',
  },
  {
    name: 'line2',
    label: 'Apartment, suite, etc.',
    autoComplete: 'address-line2',
    className: 'sm:col-span-3',
    optional: 'optional',
  },
  { name: 'city', label: 'City', autoComplete: 'address-level2', className: 'sm:col-span-3' },
  { name: 'state', label: 'State', autoComplete: 'address-level1', className: 'sm:col-span-1' },
  { name: 'postalCode', label: 'ZIP', autoComplete: 'postal-code', className: 'sm:col-span-2' },
]

const placeAbroad = { city: 'Example City', state: '', postalCode: '' }

/** Many countries have no states, and some no postal codes. */
const abroad: Readonly<Partial<Record<BuyerField, Partial<BuyerFieldProps>>>> = {
  city: { className: 'sm:col-span-2' },
  state: { label: 'Region', optional: 'optional', className: 'sm:col-span-2' },
  postalCode: { label: 'Postal code', optional: 'optional' },
}
const fieldsAbroad = fields.map((field) => ({ ...field, ...abroad[field.name] }))

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
