import { data, useSearchParams } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { requireFreshFor } from '#app/.server/auth/require-reauthentication.ts'
import { updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { receiveProduct } from '#app/.server/catalog/parse-product.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { categoriesByName } from '#app/.server/catalog/queries/catalog.ts'
import { extentOfProduct } from '#app/.server/catalog/queries/price-extent.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { runCommand } from '../components/run-command.ts'
import type { Route } from './+types/edit.ts'
import { changesPaymentLinks } from './changes-payment-links.ts'
import { ProductScreen } from './form/screen.tsx'

export const middleware = [bodyLimit(1024, 20)]

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const product = await found(adminProduct(app, params.id))
  const categories = await categoriesByName(app)
  return {
    product,
    categories: categories.map(({ name }) => name),
    linkHosts: app.config.paymentLinkHosts,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { email: by } = context.get(adminContext)
  const app = context.get(appContext)
  return runCommand(app, async () => {
    const { product, revision, lost } = await receiveProduct(app, request)
    const leadsElsewhere = await changesPaymentLinks(app, params.id, product)
    const extent = await extentOfProduct(app, params.id, product)
    await requireFreshFor(context, leadsElsewhere ? 'large' : extent)
    const change = { id: params.id, revision: revision ?? 0, by, changes: product }
    return data({ saved: { ...(await updateProduct(app, change)), lost } })
  })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>()

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminTitle(loaderData ? `Edit ${loaderData.product.draft.name}` : 'Edit Product')

export default function EditProduct({ loaderData }: Route.ComponentProps) {
  const { product, ...known } = loaderData
  const besideADraft = useSearchParams()[0].get('view') === 'saved'
  const opened = { ...product, besideADraft }
  return <ProductScreen title="Edit Product" opened={opened} {...known} />
}
