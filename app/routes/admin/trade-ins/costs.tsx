import { Form } from 'react-router'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { productionCostsPage } from '#app/.server/trade-ins/queries/production-costs.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields, OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { EmptyList } from '../components/list.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/costs.ts'
import { costActions } from './actions.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { products: await productionCostsPage(context.get(appContext)) }
}

export const action = actionOf(costActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('The cost wasn’t saved.')

export const meta: Route.MetaFunction = () => adminTitle('Production costs')

/** What making a size costs; a recast is priced by it, and buyers never see it [TRADE-61]. */
export default function ProductionCosts({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { products } = loaderData
  return (
    <>
      <BackLink to="/admin/dashboard/trade-ins">Trade-ins</BackLink>
      <h1 className="mt-2">Production costs</h1>
      <p className="mt-2 max-w-xl text-muted">
        What it costs you to make each size, in dollars and without the gold. We use it to price
        recasts. Only staff see it. If you leave it blank, you enter the price of each recast
        yourself.
      </p>
      <ErrorBanner error={refused} />
      <FormFields refused={refused}>
        {products.length === 0 && (
          <EmptyList next={[['/admin/products/new', 'New product']]}>
            There are no products yet.
          </EmptyList>
        )}
        <div className="mt-6 grid max-w-2xl gap-6">
          {products.map((product) => (
            <section key={product.productId} aria-labelledby={`product-${product.productId}`}>
              <h2 id={`product-${product.productId}`} className="wrap-anywhere">
                {product.name}
              </h2>
              <ul className="mt-2 border-line border-t">
                {product.sizes.map(({ size, cost }) => (
                  <li key={size} className="border-line border-b py-3">
                    <Cost productId={product.productId} of={product.name} size={size} cost={cost} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </FormFields>
    </>
  )
}

type CostProps = {
  productId: string
  of: string
  size: string
  cost: Route.ComponentProps['loaderData']['products'][number]['sizes'][number]['cost']
}

function Cost({ productId, of, size, cost }: CostProps) {
  const sent = useSent()
  const isSent = sent.productId === productId && sent.size === size
  return (
    <OwnFields isSent={isSent}>
      <Form method="post" preventScrollReset noValidate className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="size" value={size} />
        <TextField
          key={cost}
          name="cost"
          label={size}
          aria-label={`Production cost of ${of}, ${size}`}
          kind="decimal"
          placeholder="0.00"
          defaultValue={cost === null ? '' : centsToDecimal(cost)}
          className="min-w-0 grow basis-40"
        />
        <SubmitButton action="save-cost" aria-label={`Save production cost of ${of}, ${size}`}>
          Save
        </SubmitButton>
      </Form>
    </OwnFields>
  )
}
