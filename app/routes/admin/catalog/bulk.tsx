import { data, Form, redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { type Chosen, planBulkChange } from '#app/.server/catalog/commands/plan-bulk-change.ts'
import { productIds, productsShown } from '#app/.server/catalog/queries/admin-products.ts'
import { categoriesByName } from '#app/.server/catalog/queries/catalog.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { bulkChangeForm } from '#app/contracts/catalog/bulk-change.ts'
import { productLimits } from '#app/contracts/catalog/product.ts'
import { fieldErrors, postedForm } from '#app/contracts/platform/form-data.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { type Failure, keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { runCommand } from '../components/run-command.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import type { Route } from './+types/bulk.ts'

export const middleware = [bodyLimit(64)]

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const chosen = chosenOf(new URL(request.url).searchParams)
  const [found, categories] = await Promise.all([
    'ids' in chosen ? chosen.ids.length : productIds(app, chosen.filter).then((ids) => ids.length),
    categoriesByName(app),
  ])
  return { chosen, found, categories: categories.map(({ name }) => name) }
}

/** Plans the change and leads to what it would do. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { email: by } = context.get(adminContext)
  const form = await postedForm(request)
  const input = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const parsed = bulkChangeForm.safeParse(input)
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error)
    const message = 'This can’t be done yet. Nothing was changed.'
    return data(
      { refused: { code: 'invalid_request', message, errors, typed: input } },
      { status: 422 },
    )
  }
  return runCommand(
    app,
    async () => {
      const chosen = chosenOf(form)
      const id = await planBulkChange(app, { chosen, change: parsed.data, by })
      throw redirect(`/admin/dashboard/products/changes/${id}`)
    },
    input,
  )
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

type Asked = Pick<URLSearchParams, 'get' | 'getAll'> | FormData

function chosenOf(request: Asked): Chosen {
  const text = (name: string) => String(request.get(name) ?? '')
  if (text('all') !== 'yes') return { ids: request.getAll('id').map(String) }
  const show = productsShown.find((known) => known === text('show')) ?? 'all'
  return { filter: { q: text('q'), show, category: text('category') } }
}

export const meta: Route.MetaFunction = () => adminTitle('Edit products')

export default function BulkChangeScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { found } = loaderData
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  return (
    <div className="max-w-2xl">
      <BackLink to="/admin/dashboard/products">All products</BackLink>
      <h1 className="mt-2">
        {found === 0 ? 'No products selected' : `Edit ${formatCount(found, 'product')}`}
      </h1>
      {found === 0 ? (
        <p className="mt-2 text-muted">Select the products to edit in the list, then come back.</p>
      ) : (
        <ChangeForm loaderData={loaderData} refused={refused} />
      )}
    </div>
  )
}

type FormProps = {
  loaderData: Route.ComponentProps['loaderData']
  refused: (Failure<Record<string, string>> & object) | undefined
}

function ChangeForm({ loaderData: { chosen, categories }, refused }: FormProps) {
  const input = refused?.typed
  return (
    <>
      <p className="mt-2 text-muted">
        Fields you leave blank or at “No change” stay as they are. You’ll review every old and new
        price before anything changes.
      </p>
      <ErrorBanner error={refused} />
      <FormFields refused={{ errors: errorsOf(refused), typed: input }}>
        <Form method="post" noValidate className="mt-6 grid gap-6">
          <ChosenFields chosen={chosen} />
          <fieldset className="admin-panel grid gap-4 sm:grid-cols-3">
            <legend className="font-medium">Flat fee</legend>
            <SelectField
              name="fee"
              label="Fee change"
              options={{
                '': 'No change',
                set: 'Set to',
                add: 'Add or subtract',
                percent: 'Change by percent',
              }}
            />
            <TextField
              name="amount"
              label="Amount"
              hint="In dollars or percent. Use a minus sign to lower the fee. Results are rounded to the nearest cent."
              kind="decimal"
            />
            <TextField
              name="size"
              label="Size"
              optional="leave blank for all"
              maxLength={productLimits.size}
            />
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              name="active"
              label="In the shop"
              options={{ '': 'No change', yes: 'Show', no: 'Hide' }}
            />
            <SelectField
              name="featured"
              label="Featured"
              options={{ '': 'No change', yes: 'Feature', no: 'Don’t feature' }}
            />
            <SelectField
              name="category"
              label="Category"
              options={{
                '': 'No change',
                add: 'Add',
                remove: 'Remove',
                replace: 'Replace all categories with this one',
              }}
            />
            <TextField
              name="category_name"
              label="Category name"
              list="category-names"
              maxLength={productLimits.category}
            />
            <datalist id="category-names">
              {categories.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
          <p>
            <SubmitButton gold>Preview</SubmitButton>
          </p>
        </Form>
      </FormFields>
    </>
  )
}

function errorsOf(refused: object | undefined): Record<string, string> {
  return refused && 'errors' in refused ? (refused.errors as Record<string, string>) : {}
}

function ChosenFields({ chosen }: { chosen: Chosen }) {
  const pairs =
    'ids' in chosen
      ? chosen.ids.map((id) => ['id', id])
      : [['all', 'yes'], ...Object.entries(chosen.filter)]
  return pairs.map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}
