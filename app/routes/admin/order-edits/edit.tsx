import { Form } from 'react-router'
import { editOrderPage } from '#app/.server/order-edits/queries/edit-order-page.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { addedField, addedRows } from '#app/contracts/order-edits/order-edit.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { type Failure, keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import type { Route } from './+types/edit.ts'
import { editActions, type ShownEdit } from './actions.ts'
import { AddedPieces, EditedLine } from './fields.tsx'
import { ShownChange } from './shown-change.tsx'

export const loader = ({ context, params }: Route.LoaderArgs) =>
  found(editOrderPage(context.get(appContext), params.id))

export const action = actionOf(editActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('The order wasn’t changed.')

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminTitle(loaderData ? `Edit order ${loaderData.number}` : 'Edit order')

type Refused = Failure<Record<string, string>> & { shown?: ShownEdit | null }

const addedFields = Array.from({ length: addedRows }, (_, at) => [
  addedField(at, 'piece'),
  addedField(at, 'options'),
  addedField(at, 'engraving'),
]).flat()

const mentionsAdded = (typed: Record<string, string> | undefined, refused: Refused | undefined) =>
  addedFields.some((name) => typed?.[name] || refused?.errors?.[name])

/** Changes the pieces of a paid order before it is sent [EDIT-01]. */
export default function EditOrder({ loaderData: page, actionData }: Route.ComponentProps) {
  const refused =
    actionData && 'refused' in actionData ? (actionData.refused as Refused) : undefined
  const shown = (actionData && 'preview' in actionData ? actionData : refused?.shown) ?? null
  const typed = shown?.confirm ?? refused?.typed
  return (
    <article className="max-w-3xl">
      <BackLink to={`/admin/dashboard/orders/${page.id}`}>{`Order ${page.number}`}</BackLink>
      <h1 className="mt-2">Edit order {page.number}</h1>
      <ErrorBanner error={refused} />
      {page.problem === null ? (
        <>
          <p className="mt-2 text-muted">
            Pieces you don’t change keep the price they were bought at. Added and resized pieces are
            priced at the current gold price, without a discount. Change the address or correct an
            engraving on the order page.
          </p>
          {shown && <ShownChange shown={shown} />}
          <FormFields refused={{ errors: refused?.errors, typed }}>
            <Form method="post" noValidate preventScrollReset className="mt-6 grid gap-10">
              <input type="hidden" name="revision" value={page.revision} />
              {page.lines.map((line) => (
                <EditedLine key={line.position} line={line} />
              ))}
              <AddedPieces pieces={page.pieces} isOpen={mentionsAdded(typed, refused)} />
              <ReasonField
                label="Reason for the change"
                hint="Only staff can see this. Saved to the order history."
              />
              <SubmitButton action="preview" className="justify-self-start">
                {shown ? 'Review again' : 'Review the change'}
              </SubmitButton>
            </Form>
          </FormFields>
        </>
      ) : (
        <p className="mt-4 border border-notice px-4 py-3 text-notice">{page.problem}</p>
      )}
    </article>
  )
}
