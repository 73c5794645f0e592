import { data, redirect } from 'react-router'
import { actOnTestPayment } from '#app/.server/payments/commands/act-on-test-payment.ts'
import {
  type TestProviderPage,
  testProviderPage,
} from '#app/.server/payments/queries/test-provider.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { testProviderForm } from '#app/contracts/payments/test-provider.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/test-provider.ts'
import { TestMark } from './order-summary.tsx'
import { errorsOf } from './post-form.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('testPayment')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await found(testProviderPage(context.get(appContext), params.token))
  return data(page, { headers: privatePage })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  const refused = (status: number, message: string, errors: Partial<Record<string, string>>) =>
    data({ sentence: message, errors, typed: input }, { status, headers: privatePage })
  const parsed = testProviderForm.safeParse(input)
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error)
    return refused(400, errors.choice ?? 'Nothing was done. Please check the amount.', errors)
  }
  try {
    await found(actOnTestPayment(app, params.token, parsed.data))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(error.status, error.message, errorsOf(error))
  }
  throw redirect(`/test-payment/${encodeURIComponent(params.token)}/provider`, {
    status: 303,
    headers: privatePage,
  })
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? 'Test payment at the provider' : errorTitle(error))

export default function TestProvider({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      <TestMark />
      <header className="mb-10 text-center">
        <h1>At the provider</h1>
        <p className="mx-auto mt-5 max-w-lg text-balance text-muted">
          This page replaces the payment provider and the buyer’s bank. The shop is notified of what
          you do here, as it would be for a real payment. No money moves.
        </p>
      </header>
      {actionData && (
        <p role="alert" className="mb-8 border border-alert px-4 py-3 text-alert">
          {actionData.sentence}
        </p>
      )}
      <Payment page={page} />
      {page.can.includes('refund') && (
        <FormFields refused={actionData}>
          <RefundPart page={page} />
        </FormFields>
      )}
      {page.payBy === 'card' ? <DisputePart page={page} /> : <ReturnPart page={page} />}
      {page.orderToken && (
        <p className="mt-10 text-center">
          <a href={`/order/${page.orderToken}`} className="link inline-block py-1">
            View the order as the buyer sees it
          </a>
        </p>
      )}
    </article>
  )
}

const disputes = {
  open: 'open',
  won: 'won by the shop',
  lost: 'lost by the shop',
} as const

function Payment({ page }: { page: TestProviderPage }) {
  const { paid, returned, refunded, disputed, dispute } = page
  const facts: [string, string | false][] = [
    ['Order', page.number],
    ['Paid', formatCents(paid)],
    ['Refunded', refunded > 0 && formatCents(refunded)],
    ['Reversed by the bank', returned > 0 && formatCents(returned)],
    ['Disputed', disputed > 0 && formatCents(disputed)],
    ['Dispute', dispute !== null && disputes[dispute]],
  ]
  return (
    <section
      aria-label="The payment"
      className="border border-line border-t-2 border-t-gold bg-raised px-5 py-6"
    >
      <dl className="grid gap-1.5">
        {facts.map(
          ([name, fact]) =>
            fact !== false && (
              <div key={name} className="flex items-baseline justify-between gap-4">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right">{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

/* Plain forms, as on the payment page: they must work before, and without, any script. */

function RefundPart({ page }: { page: TestProviderPage }) {
  return (
    <form method="post" className="mt-10 grid gap-4">
      <h2 className="text-2xl">Refund</h2>
      <p className="text-muted">As if it were made in the provider’s dashboard.</p>
      <input type="hidden" name="after" value={page.refunded} />
      <TextField
        name="sum"
        label="Dollars"
        optional="optional"
        hint={`Leave blank to refund everything that’s left, ${formatCents(page.refundable)}.`}
        kind="decimal"
        maxLength={20}
        inputClass="max-w-60"
      />
      <p>
        <Choice value="refund">Refund</Choice>
      </p>
    </form>
  )
}

function DisputePart({ page }: { page: TestProviderPage }) {
  const { can, dispute, disputed } = page
  return (
    <form method="post" className="mt-10 grid gap-4">
      <h2 className="text-2xl">Dispute</h2>
      <p className="text-muted">{aboutDispute(dispute, disputed, can.includes('dispute'))}</p>
      <p className="flex flex-wrap gap-3">
        {can.includes('dispute') && <Choice value="dispute">Open a dispute</Choice>}
        {can.includes('win') && <Choice value="win">The shop wins</Choice>}
        {can.includes('lose') && <Choice value="lose">The shop loses</Choice>}
      </p>
    </form>
  )
}

function aboutDispute(dispute: TestProviderPage['dispute'], disputed: Cents, can: boolean): string {
  if (dispute === 'open') return `The bank holds ${formatCents(disputed)} until it decides.`
  if (dispute !== null) return 'It’s decided. A payment can be disputed only once.'
  return can
    ? 'As if the buyer’s bank took the money back as fraudulent until it decides.'
    : 'Nothing is left to dispute from this payment.'
}

function ReturnPart({ page: { can, payBy } }: { page: TestProviderPage }) {
  if (!can.includes('return')) return null
  return (
    <form method="post" className="mt-10 grid gap-4">
      <h2 className="text-2xl">Taken back</h2>
      <p className="text-muted">
        {payBy === 'debit'
          ? 'A bank can reverse a debit for up to 60 days. That’s final.'
          : 'A bank can reverse a wire that was sent by mistake.'}
      </p>
      <p>
        <Choice value="return">The bank takes it back</Choice>
      </p>
    </form>
  )
}

function Choice({ value, children }: { value: string; children: string }) {
  return (
    <button type="submit" name="choice" value={value} className="button button-line">
      {children}
    </button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
