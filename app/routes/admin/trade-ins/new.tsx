import { randomUUID } from 'node:crypto'
import { Form } from 'react-router'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { maxName } from '#app/contracts/trade-ins/trade-in.ts'
import { taxPlaces } from '#app/domain/address/us-places.ts'
import { SelectField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/new.ts'
import { beginActions } from './actions.ts'
import { kindNames } from './trade-in-names.ts'

export const loader = () => ({ key: randomUUID() as string })

export const action = actionOf(beginActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('The trade-in wasn’t created.')

/** The form keeps its key, by which pressing twice makes one trade-in. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = () => adminTitle('New trade-in')

const states = [['', 'Not known'], ...Object.entries(taxPlaces)] as [string, string][]

/** For an owner who called or came by; also for a piece without a certificate [TRADE-56]. */
export default function NewTradeIn({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <article className="max-w-2xl">
      <BackLink to="/admin/dashboard/trade-ins">All trade-ins</BackLink>
      <h1 className="mt-2">New trade-in</h1>
      <p className="mt-2 text-muted">
        For customers who call or come by. Without a serial number, the offer is based only on your
        own weight and test.
      </p>
      <ErrorBanner error={refused} />
      <FormFields refused={refused}>
        <Form method="post" noValidate className="mt-6 grid gap-5">
          <input type="hidden" name="key" value={refused?.typed?.key ?? loaderData.key} />
          <SelectField
            name="kind"
            label="What the customer wants"
            options={kindNames}
            defaultValue="recast"
            inputClass="max-w-xs"
          />
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-3 font-display text-xl">Piece</legend>
            <TextField
              name="serial"
              label="Serial number"
              optional="optional"
              hint="Finds its certificate. Leave blank if it has none."
              kind="code"
              maxLength={60}
            />
            <TextField
              name="piece"
              label="Piece"
              optional="without a serial number"
              hint="What it is, such as a ring."
              maxLength={200}
            />
            <TextField name="size" label="Size" optional="optional" maxLength={60} />
            <TextField
              name="grams"
              label="Weight in grams"
              optional="optional"
              hint="As the customer says. You weigh it at the bench."
              kind="decimal"
              maxLength={12}
            />
          </fieldset>
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-3 font-display text-xl">Customer</legend>
            <TextField name="name" label="Name" optional="optional" maxLength={maxName} />
            <TextField
              name="email"
              type="email"
              label="Email"
              optional="optional"
              hint="For the emails at each step. Without one, tell the customer yourself."
              maxLength={254}
            />
            <TextField name="phone" type="tel" label="Phone" optional="optional" maxLength={40} />
            <SelectField name="region" label="State" optional="optional" options={states} />
          </fieldset>
          <TextArea
            name="note"
            label="Note"
            optional="optional"
            rows={3}
            maxLength={maxReasonLength}
          />
          <SubmitButton gold action="begin" className="justify-self-start">
            Create trade-in
          </SubmitButton>
        </Form>
      </FormFields>
    </article>
  )
}
